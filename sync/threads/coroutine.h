// A coroutine is work with a C stack of its own: any kernel thread may go on with it, and it leaves
// that kernel thread again when it wants. A continuation of JDK 25 runs on one
// (runtime/thread/continuation.h).
//
//   the kernel thread of the carrier          the coroutine
//   enter(outer, below) --------------------> entry(inner), or the place behind its leave()
//   enter returns       <-------------------- leave()
//   enter returns       <-------------------- end()
//
// While it runs, the kernel thread runs the Java thread `inner` (current_exec_env); before and
// afterwards it runs `outer`. Coroutines may be nested: `outer` may run on one.
// Only 1:1 has coroutines: the thread that enters one keeps its kernel thread meanwhile.
//
// Tested by tests/sync/coroutine_test.cpp.
#pragma once

#include <cstddef>

#include "sync/fwd.h"
#include "sync/schedule/context.h"
#include "sync/schedule/scheduler.h"
#include "sync/schedule/user_stack.h"
#include "sync/schedule/user_thread.h"

namespace minijvm::sync {

class Coroutine {
 public:
  using Entry = void (*)(ExecEnv& inner);

  // Returns a coroutine that will run entry(inner) as `inner`, and must leave by end(). Its stack
  // has at least `stack_bytes`, and `room_bytes` above them for the caller's use. Returns null if
  // memory is out.
  static Coroutine* make(std::size_t stack_bytes, std::size_t room_bytes, Entry entry,
                         ExecEnv& inner);

  // Runs the coroutine until it leaves or ends. `outer` is the calling thread, and `below` the
  // coroutine on which that runs, or null. REQUIRES: no other thread runs it.
  void enter(ExecEnv& outer, const Coroutine* below);
  // Returns to the thread that entered. Returns when a thread, perhaps another one, enters again.
  // REQUIRES of both: the coroutine calls it.
  void leave();
  [[noreturn]] void end();
  // Returns true to one caller when more than a few coroutines are in use, and twice as many as at
  // the last note_count. The caller then looks for those that can be recycled, and calls
  // note_count.
  static bool have_doubled();
  static void note_count();
  // Returns true at most once a second: make has failed, and a search may help.
  static bool is_search_due();
  // Gives the stack back. REQUIRES: the coroutine has ended, or was never entered.
  void recycle();

  StackBounds bounds() const { return stack_.bounds(); }
  // Returns where the stack was left, for a debugger.
  const Context& context() const { return inner_.context(); }

 private:
  Coroutine() = default;
  ~Coroutine() = default;
  static void begin(void* coroutine);

  UserStack stack_;
  Strand inner_;
  // The place where the thread that entered goes on.
  Strand outer_;
  Entry entry_ = nullptr;
  ExecEnv* inner_env_ = nullptr;
};

}  // namespace minijvm::sync
