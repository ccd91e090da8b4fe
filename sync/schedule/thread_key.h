// Keeps in a pthread key which Java thread a kernel thread runs. The VM itself never reads the key:
// profilers do, in their signal handlers. They know the address of a Java thread (Thread.eetop),
// and look for the key that holds it. HotSpot has such a key, too.
//
//   kernel thread                    in the key
//   -------------------------------  -----------------------------------------------------------
//   runs one Java thread             that thread, from its start to its end
//   carries user threads in turn     the last one, once follow_switches() was called; nothing
//                                    before that
//
// An LWP keeps the value while it looks for its next thread, so a reader must ask whether the
// thread runs here (current_exec_env). While nobody has called follow_switches(), a switch of user
// threads costs one load and a branch.
//
// A profiler hears of a new kernel thread, and of its end, by the library's calls of
// pthread_setspecific, whose entry in the table of imported functions it replaces. So these calls
// are made once each in the life of a kernel thread; a switch uses the function's own address.
// Tested by tests/tools/profile.
#pragma once

#include "sync/schedule/schedule_state.h"

namespace minijvm::sync {

// The calling kernel thread runs this Java thread from now on and no other one; with null it has
// ended, or runs none any more.
void put_in_key(ExecEnv* ee);

// The calling kernel thread carries user threads, and now this one. REQUIRES: the key follows
// switches.
void put_next_in_key(ExecEnv* ee);
inline void switch_key(ExecEnv* ee) {
  // acquire: pairs with the release in follow_switches()
  if (__builtin_expect(schedule_state.key_follows.load(std::memory_order_acquire), 0)) {
    put_next_in_key(ee);
  }
}
// The calling kernel thread has carried user threads and ends.
void empty_key();

// From now on the keys follow the switches of user threads. Called once.
void follow_switches();
// Puts the Java thread that the calling kernel thread runs into the key, without a switch. After
// follow_switches() those threads that run Java code are asked for it. One that is in a native
// method then comes into the key at its next switch only.
void put_current_in_key();

}  // namespace minijvm::sync
