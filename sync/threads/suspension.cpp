// Suspends threads one by one, until they are resumed. Any thread calls this, in any state; a
// thread that is suspended waits in settle() (safepoint.cpp).
//
// A thread that must not be stopped where it is puts its suspension off. Then the poll word has
// kPollSuspendLater, which stops nobody, in place of kPollSuspend. The suspender stores the bit and
// then reads the number of delays, the thread stores the number and then reads the bits, each by
// seq_cst (Dekker's pattern): at least one of the two sees the other, and places the bit.
// Tested by tests/sync/suspend_test.cpp.
#include "sync/schedule/scheduler.h"
#include "sync/sync_state.h"
#include "sync/threads/futex.h"
#include "sync/threads/safepoint.h"
#include "sync/threads/thread_list.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::sync {
namespace {

constexpr std::uint32_t kSuspendBits = kPollSuspend | kPollSuspendLater;

// Wakes the threads that wait for a bit of their own to be cleared.
void wake_resumed() {
  // acq_rel: a thread that reads the new count sees that its bit is clear.
  world.resume_epoch.fetch_add(1, std::memory_order_acq_rel);
  thread_model().wake(world.resume_epoch, ~std::uint32_t{0});
}

bool has(const ExecEnv& ee, std::uint32_t bit) {
  return (ee.poll_.load(std::memory_order_seq_cst) & bit) != 0;
}

// Makes the bit the one that the number of delays asks for. Returns true if a thread may wait for
// the other bit, which is clear now.
bool place_suspension(ExecEnv& target) MJ_REQUIRES(world.list_lock) {
  const bool later = target.suspension_delays_.load(std::memory_order_seq_cst) != 0;
  const std::uint32_t wrong = later ? kPollSuspend : kPollSuspendLater;
  if (!has(target, wrong)) {
    return false;
  }
  set_poll_bits(target, kSuspendBits & ~wrong);
  clear_poll_bits(target, wrong);
  return later;
}

void place_own_suspension(ExecEnv& self) {
  bool wakes = false;
  {
    ThreadListLock lock;
    wakes = place_suspension(self);
  }
  if (wakes) {
    wake_resumed();
  }
}

}  // namespace

void suspend(ExecEnv& target) {
  bool wakes = false;
  {
    ThreadListLock lock;
    if (target.listed_ && !target.is_to_be_suspended()) {
      set_poll_bits(target, kPollSuspend);
      wakes = place_suspension(target);
    }
  }
  if (wakes) {
    wake_resumed();
  }
}

void resume(ExecEnv& target) {
  if (!target.is_to_be_suspended()) {
    return;
  }
  disarm_poll(target, kSuspendBits);
  wake_resumed();
  // The thread may have been passed over in a monitor's queue.
  target.monitor_parker().unpark();
}

void suspend_newcomers(bool on) {
  ThreadListLock lock;
  world.suspends_newcomers = on;
}

void put_off_suspension(ExecEnv& self) {
  self.suspension_delays_.fetch_add(1, std::memory_order_seq_cst);
  if (has(self, kPollSuspend)) {
    place_own_suspension(self);
  }
}

void allow_suspension(ExecEnv& self) {
  self.suspension_delays_.fetch_sub(1, std::memory_order_seq_cst);
  if (has(self, kPollSuspendLater)) {
    place_own_suspension(self);
  }
}

}  // namespace minijvm::sync
