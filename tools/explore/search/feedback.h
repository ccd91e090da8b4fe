// Chooses schedules near those that have shown something new: a run that had a trace which no run
// before it had (sync/decide/trace.h) is done again up to a question that is drawn, and from
// there on with another seed. So runs gather where orders still differ, and not where the same is
// done in another order of what commutes.
// Source: greybox fuzzing, as AFL does it, with the trace in place of the branches that are taken.
// Tested by tests/tools/explore/feedback_test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "sync/decide/policies.h"
#include "tools/explore/messages.h"

namespace minijvm::explore {

class Feedback {
 public:
  // Called for each run, in the order of their numbers.
  void ended(std::uint64_t run, const RunRequest& request, const RunResult& result);

  // A policy near one of the latest runs up to `known` that were new, asked in the same places.
  // Nothing: there is none.
  std::optional<decide::PolicyChoice> near(std::uint64_t known, bool asks_at_accesses,
                                           std::uint64_t seed) const;

 private:
  struct New {
    std::uint64_t run;
    decide::PolicyChoice policy;
    std::uint64_t questions;
  };
  // Of these many that are latest, each is as likely.
  static constexpr std::size_t kLatest = 64;

  // [1]: of the runs that were asked at accesses, whose traces have more operations.
  std::unordered_set<std::uint64_t> traces_[2];
  std::vector<New> new_[2];
};

}  // namespace minijvm::explore
