// Makes a failure small: the fewest deviations from fifo that still give it, and whether fewer
// preemptions could (sync/decide/minimise.h, bounded.h).
// Tested by tests/tools/explore.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sync/decide/schedule.h"
#include "tools/explore/search/explorer.h"

namespace minijvm::explore {

// Has the same schedule failed in the same way again?
enum class Again : std::uint8_t {
  kSame,
  kOther,
  kUnknown,  // a run was killed or has crashed, so it could not tell its schedule
};

struct Smallest {
  Again again = Again::kUnknown;
  bool is_one_minimal = false;
  std::size_t preemptions_before = 0;
  std::size_t preemptions = 0;
  // The search for a failure with fewer preemptions: how many schedules it ran, and whether these
  // were all.
  std::size_t fewer_tried = 0;
  bool fewer_were_all = false;
  std::vector<decide::Deviation> deviations;
  std::optional<Outcome> recorded;  // the run by these, step by step
};

Smallest make_small(Explorer& explorer, const Settings& settings, const Failure& failure);

std::size_t preemptions_of(const std::vector<decide::Deviation>& deviations);

}  // namespace minijvm::explore
