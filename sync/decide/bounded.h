// Searches all schedules that have a few preemptions at most, the way a depth-first search walks a
// tree: a run follows a prefix of answers and then fifo; the next prefix ends in the last answer
// that can still be another one. If the search ends and found nothing, fewer do not suffice.
// Source: Musuvathi, Qadeer: Iterative Context Bounding, PLDI 2007: most bugs need one preemption
// or two, and with c of them the number of schedules is only polynomial in the length of a run.
// Tested by tests/sync/decide/bounded_test.cpp.
//
// The search and the run may be in two processes: an order of answers goes to the run, and what it
// was asked comes back. A time-out, a wake-up or a failed CAS for no reason counts as a preemption.
//
// If every access is an operation, the search can be reduced to one order of those that differ only
// in operations which commute (partial-order reduction by state caching). When a run comes to a
// state in which an earlier run was, after as few preemptions, the search does not branch there
// again. A state is a hash of the trace so far (trace.h), of the question, and of the clock.
// Departure: what fairness knows of the threads is no part of a state, so in a program that spins
// for long, a schedule may be lost that only fairness makes different.
// Rejected: sleep sets and dynamic partial-order reduction (tests/model/atomic_steps), which leave
// out schedules that a bound makes necessary (Coons, Musuvathi, McKinley: Bounded Partial-Order
// Reduction, OOPSLA 2013).
#pragma once

#include <unordered_map>
#include <vector>

#include "sync/decide/policy.h"
#include "sync/decide/trace.h"

namespace minijvm::decide {

// A question as the search sees it.
struct Answered {
  std::uint32_t chosen = 0;
  std::uint32_t options = 0;
  bool costs = false;  // another answer than 0 counts as a preemption
  std::uint64_t state = 0;

  bool is_preemption() const { return costs && chosen != 0; }
};

// The policy of one run of a search.
class Prefix final : public Policy {
 public:
  explicit Prefix(std::vector<std::uint32_t> answers) : answers_(std::move(answers)) {}
  std::size_t choose(const Question& question) override;
  void born(ThreadNo thread, const ThreadName& name) override { trace_.born(thread, name); }
  void did(ThreadNo thread, const Operation& operation) override { trace_.did(thread, operation); }
  void went_on(ThreadNo thread) override { trace_.went_on(thread); }
  void learned(ThreadNo thread, std::uint64_t number) override { trace_.learned(thread, number); }
  const std::vector<Answered>& answered() const { return answered_; }
  const Trace& trace() const { return trace_; }

 private:
  std::uint64_t state_at(const Question& question) const;

  Trace trace_;
  std::vector<std::uint32_t> answers_;
  std::vector<Answered> answered_;
};

class BoundedSearch {
 public:
  // `reduces`: leaves out orders that differ from one that is run only in operations which commute.
  // REQUIRES, if so: all that threads do to what they share comes to the policy (Policy::did).
  explicit BoundedSearch(std::uint32_t most_preemptions, bool reduces = false)
      : most_(most_preemptions), reduces_(reduces) {}

  // The prefix of the next run. The first is empty, which is fifo.
  std::vector<std::uint32_t> prefix() const;
  // Takes what that run was asked. Returns true if there is a next run.
  bool advance(const std::vector<Answered>& run);

  // All schedules were run, or others that stand for them.
  bool is_complete() const { return complete_; }
  // A run was asked otherwise than another with the same answers: it is not deterministic, and the
  // search ends.
  bool has_diverged() const { return diverged_; }

 private:
  void leave_known(std::size_t first);

  // Some 200 MB.
  static constexpr std::size_t kMostKnown = std::size_t{4} << 20;

  std::uint32_t most_;
  bool reduces_;
  std::vector<Answered> path_;  // the prefix of the next run
  // By state: the fewest preemptions by which a run came to it.
  std::unordered_map<std::uint64_t, std::uint32_t> known_;
  bool complete_ = false;
  bool diverged_ = false;
};

}  // namespace minijvm::decide
