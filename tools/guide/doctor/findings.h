// Holds what the doctor has found: lines under a heading, each good, worth a note, or bad.
// Tested by tests/tools/guide/run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace minijvm::guide {

enum class Mark : std::uint8_t {
  kGood,
  kNote,  // programs run, but something else does not, or takes longer
  kBad,   // programs do not run
};

struct Finding {
  Mark mark;
  std::string text;
  std::string advice = "";  // what to do about it; empty: nothing
};
using Findings = std::vector<Finding>;

// Each looks at one part. `prefix` is the folder whose bin has the launcher; `home` is the JDK's,
// empty if there is none.
Findings examine_jdk(std::string& home);
Findings examine_start(const std::string& prefix);
Findings examine_debuggers(const std::string& prefix, const std::string& home);
Findings examine_machine();

}  // namespace minijvm::guide
