// A user thread (a fiber) is a C stack and a saved context that any LWP may go on with.
//
//   state       arrow      to          by
//   kRunning    park       kParking    itself, which then leaves its stack
//   kParking    parked     kParked     its LWP, once the context is saved: no LWP may go on with
//                                      the thread before
//   kRunning    hold       kOnLwp      itself: it waits with its LWP (pinned, or for a meta-lock's
//                                      hand-off)
//   kParked     unpark     kNotified   anyone, who then has to queue the thread
//   any other   unpark     kNotified   anyone; the thread will look again
//   kNotified   park, hold kRunning    itself: returns at once
//   any         mount      kRunning    the LWP that took it from a queue
//
// Each arrow is one atomic exchange, so a wake-up cannot be lost between "looked at the word" and
// "parked": the thread that comes second sees the first one's state. Example: an unpark between
// kParking and parked leaves kNotified; the LWP's CAS fails, and it queues the thread.
// A state of kNotified may be older than the wait that it ends, so every park may return for no
// reason.
// User threads are never freed: a late unpark may reach one that has ended, or the next thread that
// uses it.
//
// Tested by tests/sync/user_thread_test.cpp.
// Source: the two-level (many-to-many) model in Sun's article on the threading models of Solaris
// (README.md, "Sources").
#pragma once

#include <cstdint>

#include "sync/atomic.h"
#include "sync/fwd.h"
#include "sync/schedule/context.h"
#include "sync/schedule/scheduler.h"
#include "sync/schedule/user_stack.h"
#include "sync/threads/clock.h"

namespace minijvm::sync {

class CarrierLwp;  // carriers.cpp

enum class UserState : std::uint32_t { kRunning, kParking, kParked, kOnLwp, kNotified };

// The saved context of a user thread, which an LWP switches to and from, with the data that the
// sanitizers need. An LWP has a strand, too, for its own stack.
class Strand {
 public:
  // Makes the strand ready to run `entry` on the stack. A strand that was never prepared stands for
  // the calling LWP's own stack.
  void prepare(UserStack& stack, ContextEntry entry, void* argument);
  // Says on which stack the strand is that stands for the running one, if this is none of an LWP's.
  void stands_for(const UserStack& stack);
  // Must be the first call on a new stack. It reports to the sanitizers that the switch is
  // complete.
  static void entered(Strand& self);
  // Leaves `from` for `to`. Returns when another call switches back to `from`. If `ends` is true
  // that never happens.
  static void switch_to(Strand& from, Strand& to, bool ends = false);
  // Frees the sanitizers' data of a strand. REQUIRES: the strand has ended and was left.
  void retire();

  const Context& context() const { return context_; }

 private:
  Context context_;
  // AddressSanitizer and ThreadSanitizer need these for a stack switch; the last two are unused in
  // other builds.
  const void* lowest_ = nullptr;
  std::size_t bytes_ = 0;
  void* fake_stack_ = nullptr;
  void* tsan_fiber_ = nullptr;
};

struct UserThread {
  Atomic<UserState> state{UserState::kRunning};
  Atomic<ExecEnv*> ee{nullptr};
  // The LWP that runs the thread now, or null.
  Atomic<Lwp*> lwp{nullptr};
  Strand strand;
  UserStack stack;
  // The thread runs entry(argument).
  ThreadEntry entry = nullptr;
  void* argument = nullptr;

  // The next thread in a line of a RunQueue, and its rank among all of the queue. The queue's mutex
  // guards both.
  UserThread* queue_next = nullptr;
  std::uint64_t queue_rank = 0;
  // From 1 to kMaxPriority. A change counts from the next time that the thread queues.
  Atomic<std::uint32_t> priority{kNormalPriority};
  // The deadline, and the index in the Timers, whose mutex guards both.
  std::int64_t wakes_at_ns = 0;
  std::size_t timer_index = kNoTimer;
  // The word in the WaitTable, and the next thread there. The bucket's mutex guards both.
  const void* waits_on = nullptr;
  UserThread* wait_next = nullptr;

  // The Poller's word is 1 if the descriptor is ready or wake_io() was called. io_events are then
  // the events for which it is ready.
  Atomic<std::uint32_t> io_word{0};
  Atomic<std::uint32_t> io_events{0};

  // The time at which an LWP last went on with the thread (CLOCK_MONOTONIC).
  Atomic<std::int64_t> mounted_at_ns{0};
  // The time for which LWPs have run the thread, up to the last switch.
  Atomic<std::int64_t> run_ns{0};
  // Only OneRunner uses the rest. ThreadModel::keep_house was called.
  bool keeps_house = false;
  // The thread's number in its run (sync/decide/question.h).
  std::uint32_t number = 0;
  // The operation that the thread does next, if it has stopped at a point.
  std::optional<decide::Operation> operation;
  // The turns have told the policy of this operation last; kNone if of none.
  decide::Operation last_operation{.kind = decide::OpKind::kNone};
  // The kernel thread that carries it, or did last (carriers.h).
  CarrierLwp* carried_by = nullptr;
  // The ticks that the virtual clock has counted.
  std::int64_t clocked_ticks = 0;

  static constexpr std::size_t kNoTimer = ~std::size_t{0};
};

// Returns a user thread that will run entry(argument), with `room_bytes` above its stack. It is
// new, or was used before and keeps its stack. Returns null if there is no memory for a stack.
// `first_frame` gets the thread's address and calls the entry.
UserThread* new_user_thread(std::size_t stack_bytes, std::size_t room_bytes, ThreadEntry entry,
                            void* argument, ContextEntry first_frame);
// Puts the thread into the pool for the next use. REQUIRES: it has ended, and its LWP has left its
// stack.
void recycle_user_thread(UserThread& ended);
// Ties the thread to the ExecEnv that it has taken on. With null, unties it from the one that it
// has given up.
void adopt(UserThread& me, ExecEnv* ee);

}  // namespace minijvm::sync
