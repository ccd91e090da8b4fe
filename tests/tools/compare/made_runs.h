// Runs that were never made, for tests of what is concluded from them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/compare/runs.h"

namespace minijvm::compare {

inline constexpr std::int64_t kMilli = 1'000'000;

inline Ending ending(int code, const std::string& out, std::string err = "") {
  Ending made{code, {}, std::move(err)};
  made.out.add(out);
  return made;
}

// A variant whose runs took these times, and whose recordings all have these figures.
inline VariantRuns made_variant(std::string name, const std::vector<std::int64_t>& wall_ms, const RunFigures& figures = {}) {
  VariantRuns variant;
  variant.name = std::move(name);
  for (const std::int64_t ms : wall_ms) {
    variant.plain.push_back({ms * kMilli, ms * kMilli, 64 << 20, 1000});
    variant.recorded.push_back(figures);
    variant.endings.push_back(ending(0, "done\n"));
    variant.endings.push_back(ending(0, "done\n"));
  }
  return variant;
}

}  // namespace minijvm::compare
