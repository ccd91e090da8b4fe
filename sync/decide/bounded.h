// Searches all schedules that have a few preemptions at most, the way a depth-first search walks a
// tree: a run follows a prefix of answers and then fifo; the next prefix ends in the last answer
// that can still be another one. If the search ends and found nothing, fewer do not suffice.
// Source: Musuvathi, Qadeer: Iterative Context Bounding, PLDI 2007: most bugs need one preemption
// or two, and with c of them the number of schedules is only polynomial in the length of a run.
// Tested by tests/sync/decide/bounded_test.cpp.
//
// The search and the run may be in two processes: an order of answers goes to the run, and what it
// was asked comes back. A time-out, a wake-up or a failed CAS for no reason counts as a preemption.
// Rejected so far: dynamic partial-order reduction and sleep sets (tests/model/atomic_steps), which
// leave out schedules that a bound makes necessary (Coons, Musuvathi, McKinley: Bounded
// Partial-Order Reduction, OOPSLA 2013).
#pragma once

#include <vector>

#include "sync/decide/policy.h"

namespace minijvm::decide {

// A question as the search sees it.
struct Answered {
  std::uint32_t chosen = 0;
  std::uint32_t options = 0;
  bool costs = false;  // another answer than 0 counts as a preemption
};

// The policy of one run of a search.
class Prefix final : public Policy {
 public:
  explicit Prefix(std::vector<std::uint32_t> answers) : answers_(std::move(answers)) {}
  std::size_t choose(const Question& question) override;
  const std::vector<Answered>& answered() const { return answered_; }

 private:
  std::vector<std::uint32_t> answers_;
  std::vector<Answered> answered_;
};

class BoundedSearch {
 public:
  explicit BoundedSearch(std::uint32_t most_preemptions) : most_(most_preemptions) {}

  // The prefix of the next run. The first is empty, which is fifo.
  std::vector<std::uint32_t> prefix() const;
  // Takes what that run was asked. Returns true if there is a next run.
  bool advance(const std::vector<Answered>& run);

  // All schedules were run.
  bool is_complete() const { return complete_; }
  // A run was asked otherwise than another with the same answers: it is not deterministic, and the
  // search ends.
  bool has_diverged() const { return diverged_; }

 private:
  std::uint32_t most_;
  std::vector<Answered> path_;  // the prefix of the next run
  bool complete_ = false;
  bool diverged_ = false;
};

}  // namespace minijvm::decide
