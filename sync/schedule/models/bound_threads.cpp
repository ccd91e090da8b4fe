// The thread model with one LWP for each user thread. A thread talks to its LWP by the fields of a
// BoundLwp, which lies on the LWP's own stack; both run on one kernel thread, so the fields need no
// atomics.
#include "sync/schedule/models/bound_threads.h"

#include <sched.h>
#include <unistd.h>

#include "base/check.h"
#include "sync/block_events.h"
#include "sync/schedule/fault_stack.h"
#include "sync/schedule/lwp.h"
#include "sync/schedule/models/one_to_one.h"
#include "sync/schedule/schedule_state.h"
#include "sync/sync_state.h"
#include "sync/threads/exec_env.h"

namespace minijvm::sync {

// A BoundLwp lives as long as its thread. Before the thread leaves its stack, it writes here what
// the LWP must do.
struct BoundLwp {
  UserThread& thread;
  Strand strand;
  Leave why = Leave::kPark;  // what the LWP must do
  Atomic<std::uint32_t>* word = nullptr;
  std::uint32_t expected = 0;
  Deadline until = Deadline::forever();
  bool in_time = true;  // the result of the wait
  SharedEventLog events{};
};

namespace {

constexpr ScheduleState& state = schedule_state;

// A bound thread never leaves its LWP, so the address may be kept.
BoundLwp*& own_lwp() { return this_kernel_thread.bound_lwp; }

// Switches from the thread's stack to the LWP's. Returns when the LWP switches back.
void leave(BoundLwp& lwp, Leave why) {
  lwp.why = why;
  Strand::switch_to(lwp.thread.strand, lwp.strand, why == Leave::kEnd);
}

// This is the first frame of a user thread, and its last.
void run_user_thread(void* argument) {
  UserThread& me = *static_cast<UserThread*>(argument);
  Strand::entered(me.strand);
  me.entry(me.argument);
  leave(*own_lwp(), Leave::kEnd);
  MJ_UNREACHABLE("a user thread goes on after its end");
}

// Runs the LWP: it runs the thread until that leaves its stack, waits for it, and goes on with it.
void run_lwp(void* argument) {
  BoundLwp me{*static_cast<UserThread*>(argument), {}};
  own_lwp() = &me;
  FaultStack faults;
  me.events.set_owner(kKernelThread | static_cast<std::uint32_t>(gettid()));
  this_kernel_thread.events = &me.events;
  for (;;) {
    state.bound_switches.fetch_add(1, std::memory_order_relaxed);
    MJ_EVENT(me.events, Event::lwp_carry, id_of(me.thread), 0);
    me.thread.state.store(UserState::kRunning, std::memory_order_relaxed);
    Strand::switch_to(me.strand, me.thread.strand);
    MJ_EVENT(me.events, Event::lwp_left, id_of(me.thread), me.why);
    if (me.why == Leave::kEnd) {
      break;
    }
    // Only a debugger reads this; it may then walk the thread's stack.
    me.thread.state.store(UserState::kParked, std::memory_order_relaxed);
    me.in_time = futex_wait(*me.word, me.expected, on_machine(me.until));
  }
  own_lwp() = nullptr;
  this_kernel_thread.events = nullptr;
  // The thread's stack is free for the next thread. This LWP ends on its own stack.
  recycle_user_thread(me.thread);
  state.bound_lwps_now.fetch_sub(1, std::memory_order_relaxed);
}

// The two-level wait: the thread leaves its stack, and the LWP blocks.
bool wait_off_stack(BoundLwp& lwp, Atomic<std::uint32_t>& word, std::uint32_t expected,
                    Deadline until) {
  lwp.word = &word;
  lwp.expected = expected;
  lwp.until = until;
  leave(lwp, Leave::kPark);
  return lwp.in_time;
}

}  // namespace

bool BoundThreads::spawn(std::size_t, std::size_t room_bytes, ThreadEntry entry, void* argument) {
  // The model chooses the stack's size, as under M:N.
  UserThread* thread =
      new_user_thread(kUserStackBytes, room_bytes, entry, argument, run_user_thread);
  if (thread == nullptr) {
    return false;
  }
  // The LWP is counted first, because it may end and subtract itself before start_kernel_thread
  // returns.
  state.bound_lwps_now.fetch_add(1, std::memory_order_relaxed);
  if (!start_kernel_thread(kLwpStackBytes, run_lwp, thread)) {
    state.bound_lwps_now.fetch_sub(1, std::memory_order_relaxed);
    recycle_user_thread(*thread);
    return false;
  }
  state.bound_lwps_made.fetch_add(1, std::memory_order_relaxed);
  return true;
}

bool BoundThreads::spawn_bound(std::size_t stack_bytes, ThreadEntry entry, void* argument) {
  return start_kernel_thread(stack_bytes, entry, argument);
}

bool BoundThreads::park(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected,
                        Deadline until) {
  return wait(self, word, expected, until);
}

void BoundThreads::unpark(ExecEnv&, Atomic<std::uint32_t>& word) { futex_wake_one(word); }

bool BoundThreads::wait(ExecEnv&, Atomic<std::uint32_t>& word, std::uint32_t expected,
                        Deadline until) {
  // A kernel thread that the model did not make waits as under 1:1.
  return own_lwp() == nullptr ? futex_wait(word, expected, on_machine(until))
                              : wait_off_stack(*own_lwp(), word, expected, until);
}

void BoundThreads::yield(ExecEnv&) { sched_yield(); }

void BoundThreads::adopted(ExecEnv* ee) {
  if (own_lwp() != nullptr) {
    adopt(own_lwp()->thread, ee);
  }
}

std::optional<StackBounds> BoundThreads::stack_of(const ExecEnv& ee) {
  UserThread* thread = ee.user_thread_.load(std::memory_order_acquire);
  if (thread == nullptr) {
    return std::nullopt;
  }
  return thread->stack.bounds();
}

ModelStatistics BoundThreads::statistics() {
  ModelStatistics result{};
  result.switches = state.bound_switches.load(std::memory_order_relaxed);
  result.lwps_made = state.bound_lwps_made.load(std::memory_order_relaxed);
  result.lwps = state.bound_lwps_now.load(std::memory_order_relaxed);
  return result;
}

}  // namespace minijvm::sync
