// Probabilistic concurrency testing: threads have priorities, drawn at birth; the first runs; at
// depth - 1 points of the run, which are drawn before, the thread that would run falls below all
// others. A bug that needs d orderings between operations has the depth d.
// Source: Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized Scheduler with Probabilistic
// Guarantees of Finding Bugs, ASPLOS 2010. With n threads and k steps, a run finds a bug of depth d
// with a chance of 1 / (n k^(d-1)) at least.
// Tested by tests/sync/decide/pct_test.cpp, which holds it to that bound.
//
// Departures: a step is a question who runs. At the others only one thread could run, so a change
// of priority has the same effect at the next question. Threads are born while the program runs:
// each gets a number of its own among 2^62, which orders them like a random permutation. A thread
// that yields, or whose spin is cut, falls below all others for the rest of the run.
#pragma once

#include <vector>

#include "sync/decide/numbers.h"
#include "sync/decide/policy.h"

namespace minijvm::decide {

class Pct final : public Policy {
 public:
  // `steps` is how many questions a run has: that of the longest so far, or a guess. REQUIRES:
  // depth > 0, steps > 0.
  Pct(std::uint64_t seed, std::uint32_t depth, std::uint64_t steps);

  std::size_t choose(const Question& question) override;
  void born(ThreadNo thread, const ThreadName&) override;
  void demoted(ThreadNo thread) override { priority(thread) = --lowest_; }

  // Returns how many questions there were so far.
  std::uint64_t steps() const { return step_; }

 private:
  std::int64_t& priority(ThreadNo thread);
  std::size_t first(std::span<const Option> options);

  SeededNumbers numbers_;
  std::vector<std::uint64_t> changes_;    // the step of the i-th change, which gives priority i + 1
  std::vector<std::int64_t> priorities_;  // by thread
  std::int64_t lowest_ = 0;               // below the changed ones: threads that yielded
  std::uint64_t step_ = 0;
};

}  // namespace minijvm::decide
