// A contender looks at the word again for a bounded time before it queues itself: a short critical
// section is over sooner than a futex call returns.
//
// Tested by tests/sync/enter_spin_test.cpp.
// Departure: in Agesen et al., OOPSLA '99, 4.3, a contender queues itself at once (4.2 says of the
// meta-lock that bounded busy-waiting can be useful). Only the extra-fast mode spins, so `meta`
// remains the paper's algorithm. No thread spins past a queue, or on a machine with one processor.
#pragma once

#include "sync/fwd.h"
#include "sync/multi_use_word.h"

namespace minijvm::sync {

// The state of one thread's spins, which only that thread touches. The thread spins twice as long
// after a spin that helped, and half as long after one that did not.
class EnterSpin {
 public:
  // Returns true if the monitor became free meanwhile and self has entered it. REQUIRES: kInVm, a
  // NoSafepoint.
  bool try_enter(ExecEnv& self, MultiUseWord& word);

  // Returns how many pauses the next spin takes at most.
  int pauses() const { return pauses_; }

  static constexpr int kLeast = 16;   // pauses
  static constexpr int kMost = 1024;  // about 12 us

 private:
  int pauses_ = kMost;
};

}  // namespace minijvm::sync
