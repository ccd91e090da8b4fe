// A contender looks again for a bounded time before it queues itself: a short critical section is over sooner than a futex call.
// Proved by tests/sync/enter_spin_test.cpp.
// Departure: Agesen et al. queue at once (OOPSLA '99, 4.3), on processors where a blocked thread cost its LWP little more than a spinning one.
// Only the extra-fast modes spin, so `meta` remains the paper's algorithm; nobody spins past a queue, or on a machine with one processor.
#pragma once

#include "sync/fwd.h"
#include "sync/multi_use_word.h"

namespace minijvm::sync {

// Of one thread, which alone touches it. It spends twice as long after a look that paid, half as long after one that did not.
class EnterSpin {
 public:
  // True: the monitor was left meanwhile, and self has entered it.
  bool try_enter(ExecEnv& self, MultiUseWord& word);

  int pauses() const { return pauses_; }

  static constexpr int kLeast = 16;
  static constexpr int kMost = 1024;  // about 12 us

 private:
  int pauses_ = kMost;
};

}  // namespace minijvm::sync
