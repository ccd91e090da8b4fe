// A user thread: a C stack and a saved context that any LWP may carry on with.
// Proved by tests/sync/user_thread_test.cpp.  Source: the two-level model of the Solaris threading models paper.
//
//   state       arrow      to          by
//   kRunning    park       kParking    itself, which then leaves its stack
//   kParking    parked     kParked     its LWP, once the context is saved: nobody may carry on with it before
//   kRunning    hold       kOnLwp      itself: it waits with its LWP (pinned, or for a meta-lock's hand-off)
//   kParked     unpark     kNotified   anyone, who thereby has to queue it
//   any other   unpark     kNotified   anyone; the thread will look again
//   kNotified   park, hold kRunning    itself: returns at once
//   any         mount      kRunning    the LWP that took it from a queue
//
// Each arrow is one exchange, so a wake-up cannot be lost between "looked at the word" and "parked": whoever comes second sees the first.
// A state of kNotified may be older than the wait that it ends: every park may return for no reason.
// User threads are never freed: a late unpark may hit one that has ended, or another thread's use of it.
#pragma once

#include <cstdint>

#include "sync/atomic.h"
#include "sync/clock.h"
#include "sync/schedule/context.h"
#include "sync/schedule/scheduler.h"
#include "sync/schedule/user_stack.h"

namespace minijvm::sync {

class Lwp;

enum class UserState : std::uint32_t { kRunning, kParking, kParked, kOnLwp, kNotified };

// The part of a thread that an LWP switches to and from; an LWP has one, too, for its own stack.
class Strand {
 public:
  // Makes it ready to run entry on its stack. A strand without a stack is the calling LWP's own.
  void prepare(UserStack& stack, ContextEntry entry, void* argument);
  // First in a new strand: tells the sanitizers that the switch is complete.
  static void entered(Strand& self);
  // Leaves `from`; `ends`: for ever.
  static void switch_to(Strand& from, Strand& to, bool ends = false);
  // The strand has ended and was left.
  void retire();

  const Context& context() const { return context_; }

 private:
  Context context_;
  // What AddressSanitizer and ThreadSanitizer must know of a stack switch; unused in other builds.
  const void* lowest_ = nullptr;
  std::size_t bytes_ = 0;
  void* fake_stack_ = nullptr;
  void* tsan_fiber_ = nullptr;
};

struct UserThread {
  Atomic<UserState> state{UserState::kRunning};
  Atomic<ExecEnv*> ee{nullptr};
  Atomic<Lwp*> lwp{nullptr};          // who carries it; null: nobody
  Strand strand;
  UserStack stack;
  ThreadEntry entry = nullptr;
  void* argument = nullptr;

  UserThread* queue_next = nullptr;   // in a RunQueue; guarded by that
  // In the Timers; guarded by that.
  std::int64_t wakes_at_ns = 0;
  std::size_t timer_index = kNoTimer;
  // In the WaitTable; guarded by its bucket.
  const void* waits_on = nullptr;
  UserThread* wait_next = nullptr;

  // In the Poller; 1: ready, or told to look again.
  Atomic<std::uint32_t> io_word{0};
  Atomic<std::uint32_t> io_events{0};

  Atomic<std::int64_t> mounted_at_ns{0};
  Atomic<std::int64_t> run_ns{0};     // time that it was carried, up to the last switch

  static constexpr std::size_t kNoTimer = ~std::size_t{0};
};

// All there ever were: ended ones are used again, with their stacks. Null: no memory for a stack.
UserThread* new_user_thread(std::size_t stack_bytes, ThreadEntry entry, void* argument, ContextEntry first_frame);
void recycle_user_thread(UserThread& ended);
// The thread took on this ExecEnv, or (null) gave up the one that it had.
void adopt(UserThread& me, ExecEnv* ee);

}  // namespace minijvm::sync
