#include "sync/schedule/bound_threads.h"

#include <sched.h>

#include "base/check.h"
#include "sync/exec_env.h"
#include "sync/schedule/fault_stack.h"
#include "sync/schedule/lwp.h"
#include "sync/schedule/one_to_one.h"

namespace minijvm::sync {
namespace {

// On the LWP's own stack, as long as its thread lives. What its fields say is the thread's wish, written before it leaves its stack.
struct BoundLwp {
  UserThread& thread;
  Strand strand;
  Leave why = Leave::kPark;
  Atomic<std::uint32_t>* word = nullptr;
  std::uint32_t expected = 0;
  Deadline until = Deadline::forever();
  bool in_time = true;  // the answer
};

thread_local BoundLwp* own_lwp = nullptr;  // a bound thread never leaves its LWP, so the address may be kept

Atomic<std::uint32_t> lwps_now{0};
Atomic<std::uint64_t> lwps_made{0};
Atomic<std::uint64_t> switches{0};

void leave(BoundLwp& lwp, Leave why) {
  lwp.why = why;
  Strand::switch_to(lwp.thread.strand, lwp.strand, why == Leave::kEnd);
}

void run_user_thread(void* argument) {
  UserThread& me = *static_cast<UserThread*>(argument);
  Strand::entered(me.strand);
  me.entry(me.argument);
  leave(*own_lwp, Leave::kEnd);
  MJ_UNREACHABLE("a user thread goes on after its end");
}

void run_lwp(void* argument) {
  BoundLwp me{*static_cast<UserThread*>(argument), {}};
  own_lwp = &me;
  FaultStack faults;
  for (;;) {
    switches.fetch_add(1, std::memory_order_relaxed);
    me.thread.state.store(UserState::kRunning, std::memory_order_relaxed);
    Strand::switch_to(me.strand, me.thread.strand);
    if (me.why == Leave::kEnd) {
      break;
    }
    me.thread.state.store(UserState::kParked, std::memory_order_relaxed);  // for a debugger: its stack may be walked
    me.in_time = futex_wait(*me.word, me.expected, me.until);
  }
  own_lwp = nullptr;
  recycle_user_thread(me.thread);
  lwps_now.fetch_sub(1, std::memory_order_relaxed);
}

bool wait_off_stack(BoundLwp& lwp, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) {
  lwp.word = &word;
  lwp.expected = expected;
  lwp.until = until;
  leave(lwp, Leave::kPark);
  return lwp.in_time;
}

}  // namespace

bool BoundThreads::spawn(std::size_t, ThreadEntry entry, void* argument) {
  UserThread* thread = new_user_thread(kUserStackBytes, entry, argument, run_user_thread);
  if (thread == nullptr) {
    return false;
  }
  lwps_now.fetch_add(1, std::memory_order_relaxed);
  if (!start_kernel_thread(kLwpStackBytes, run_lwp, thread)) {
    lwps_now.fetch_sub(1, std::memory_order_relaxed);
    recycle_user_thread(*thread);
    return false;
  }
  lwps_made.fetch_add(1, std::memory_order_relaxed);
  return true;
}

bool BoundThreads::spawn_bound(std::size_t stack_bytes, ThreadEntry entry, void* argument) {
  return start_kernel_thread(stack_bytes, entry, argument);
}

bool BoundThreads::park(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) {
  return wait(self, word, expected, until);
}

void BoundThreads::unpark(ExecEnv&, Atomic<std::uint32_t>& word) { futex_wake_one(word); }

bool BoundThreads::wait(ExecEnv&, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) {
  return own_lwp == nullptr ? futex_wait(word, expected, until) : wait_off_stack(*own_lwp, word, expected, until);
}

void BoundThreads::yield(ExecEnv&) { sched_yield(); }

void BoundThreads::adopted(ExecEnv* ee) {
  if (own_lwp != nullptr) {
    adopt(own_lwp->thread, ee);
  }
}

bool BoundThreads::stack_of(const ExecEnv& ee, StackBounds* bounds) {
  UserThread* thread = ee.user_thread_.load(std::memory_order_acquire);
  if (thread == nullptr) {
    return false;
  }
  *bounds = thread->stack.bounds();
  return true;
}

ModelStatistics BoundThreads::statistics() {
  ModelStatistics result{};
  result.switches = switches.load(std::memory_order_relaxed);
  result.lwps_made = lwps_made.load(std::memory_order_relaxed);
  result.lwps = lwps_now.load(std::memory_order_relaxed);
  return result;
}

}  // namespace minijvm::sync
