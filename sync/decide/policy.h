// The rule by which a run decides. One policy belongs to one run; it sees questions and facts of
// that run and nothing else, so that the same run is decided in the same way again.
// Tested by tests/sync/decide/policies_test.cpp.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "sync/decide/operation.h"
#include "sync/decide/question.h"
#include "sync/decide/thread_name.h"

namespace minijvm::decide {

inline constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

class Policy {
 public:
  virtual ~Policy() = default;

  // Returns the index of an option. There are two or more; of a kRun, those that fairness leaves.
  virtual std::size_t choose(const Question& question) = 0;

  // False: only a thread that cannot go on, that yields, or whose ticks are over asks who runs.
  virtual bool asks_at_points() const { return true; }
  // In how many ticks the running thread asks, be there a point or not: 1 or more.
  virtual std::uint64_t ticks_to_next_question(ThreadNo, std::uint64_t /*tick*/) { return kNever; }

  virtual void born(ThreadNo, const ThreadName&) {}
  virtual void resumed(ThreadNo, std::uint64_t /*tick*/) {}
  // The Decider tells these to a policy that compares runs (trace.h).
  virtual void did(ThreadNo, const Operation&) {}
  virtual void went_on(ThreadNo) {}
  virtual void learned(ThreadNo, std::uint64_t /*number*/) {}
  // The sentence that says where the run has left the schedule that it repeats; empty: nowhere.
  // Nothing that the policy answers after it counts.
  virtual std::string divergence() const { return ""; }

  virtual void finish() {}           // the run has ended
  virtual void demoted(ThreadNo) {}  // the asker, right before it is asked about (fairness.h)
};

}  // namespace minijvm::decide
