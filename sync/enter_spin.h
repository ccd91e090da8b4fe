// A contender looks at the word again for a bounded time before it queues itself: a short critical
// section is over sooner than a futex call returns.
//
// Tested by tests/sync/enter_spin_test.cpp.
// Departure: in Agesen et al., OOPSLA '99, 4.3, a contender queues itself at once (4.2 says of the
// meta-lock that bounded busy-waiting can be useful). Only the extra-fast mode spins, so `meta`
// remains the paper's algorithm. No thread spins past a queue, or on a machine with one processor.
//
// A thread that has just woken a spinning waiter may be back before it. It looks on while the
// waiter enters. If it went first, it would often find that it is not its turn, and would have to
// wait; so would the waiter, which comes a moment later. Two threads that answer each other would
// then wait at each answer.
//
// By default (-XX:SpinPolicy=success) the length of a spin depends on the success of earlier ones.
// With -XX:SpinPolicy=mounted a thread also asks at each look whether the owner is mounted, and
// queues itself at once if it is not:
//
//   owner's state     under M:N                                under 1:1
//   kInJava, kInVm    on an LWP, since a user thread leaves    wants a processor
//                     its LWP in kBlocked only
//   kInNative         on an LWP, perhaps in a system call      perhaps in a system call
//   kBlocked          parked, preempted, or waits for a P      waits
//
// Only the first line counts as mounted. In both models the kernel may have taken the processor
// from the owner, which nobody tells. bench/locks/run --spins compares the two policies.
#pragma once

#include "sync/fwd.h"
#include "sync/multi_use_word.h"

namespace minijvm::sync {

// The state of one thread's spins, which only that thread touches. The thread spins twice as long
// after a spin that helped, and half as long after one that did not, unless the owner ended it.
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
