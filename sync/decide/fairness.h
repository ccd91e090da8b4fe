// Fairness: a thread that spins does not keep the others from what it spins for.
// Tested by tests/sync/decide/fairness_test.cpp.
//
// A policy may prefer one thread for as long as it likes, and priorities do. If that thread waits
// for another by a loop, the run would never end. So a thread is *demoted*, which means that it is
// no option while others are, when it
//   - yields, or
//   - has passed idle_ticks since a thread has had an effect (a write, a lock taken), or
//   - has passed turn_ticks without a stop, whatever it did: a loop that looks under a lock.
// Two threads that wake each other in turn may keep a third out just as well, and never run for
// long. So when a thread blocks and an option has not run for waiting_turns turns of others, those
// options that have are demoted.
// A demoted thread is an option again when another thread has had an effect, when it is the only
// one that can run, or when all options are demoted. A thread's idle ticks go on counting over its
// turns: of two threads that spin and take turns, each is demoted.
// Source: Musuvathi, Qadeer: Fair Stateless Model Checking, PLDI 2008, whose threads yield by
// themselves.
//
// A thread is judged at the multiples of the limits only, not at accesses, and everything counts
// from facts of the run: a replay that is asked more or less often than the run it repeats judges
// at the same ticks.
#pragma once

#include <cstdint>
#include <vector>

#include "sync/decide/question.h"

namespace minijvm::decide {

// REQUIRES: none is 0.
struct FairnessLimits {
  std::uint64_t idle_ticks = 1'000;
  std::uint64_t turn_ticks = 1'000'000;
  std::uint64_t waiting_turns = 10'000;
};

class Fairness {
 public:
  explicit Fairness(FairnessLimits limits = {}) : limits_(limits) {}

  void born(ThreadNo thread) { state(thread).last_turn = turns_; }
  // The thread begins to run; until another does, it is the one that runs.
  void resumed(ThreadNo thread, std::uint64_t tick);
  // The running thread has had an effect.
  void progressed(ThreadNo thread, std::uint64_t tick);
  // Returns in how many ticks the running thread is judged next: 1 or more.
  std::uint64_t ticks_to_judgement(ThreadNo thread, std::uint64_t tick);

  // Judges the asker of a kRun. Returns true if it is, or was, in the others' way. ENSURES: one of
  // the options at least is not demoted.
  bool judge(const Question& question);
  bool is_demoted(ThreadNo thread) const {
    return thread < states_.size() && states_[thread].demoted &&
           states_[thread].effects == effects_;
  }

 private:
  struct State {
    std::uint64_t idle_from = 0;  // its tick when a thread had the last effect
    std::uint64_t turn_from = 0;  // its tick when it was resumed
    std::uint64_t effects = 0;    // those that idle_from and demoted know of
    std::uint64_t last_turn = 0;  // the number of its last turn
    bool demoted = false;
  };
  State& state(ThreadNo thread);
  bool is_in_the_way(const Question& question);
  void demote(ThreadNo thread);
  // Returns true if one of the options has waited too long. ENSURES: then only such are left.
  bool prefer_waiting(const Question& question);

  FairnessLimits limits_;
  std::vector<State> states_;
  std::uint64_t effects_ = 0;
  std::uint64_t turns_ = 0;
};

}  // namespace minijvm::decide
