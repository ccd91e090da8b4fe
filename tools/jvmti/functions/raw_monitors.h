// Defines raw monitors, which are locks that agents make for themselves (JVMTI, chapter "Raw
// Monitor"). They work from any thread in the state it is in, attached or not, also in a callback
// of the collector. A thread that runs an agent is in native code, so a stopped world does not wait
// for it, and it can always leave a raw monitor. They are built on the VM's own mutex and condition
// variables, not on the locks of Java objects, which need an ExecEnv and a heap.
//
//   owner       operation  then
//   none        enter      owner self, count 1
//   self        enter      count + 1
//   self        exit       count - 1; at 0 the owner is none, and one thread that enters is woken
//   self        wait       owner none; after a notify or the time: as enter, then the old count
//   another     enter      blocks until the owner is none
//
// A suspended thread never continues with a raw monitor. If it gets one, it gives it back, waits
// until it is resumed, and queues again. So when a debugger suspends an agent's thread that is
// waiting, that thread stays suspended and does not block the agent's other threads.
// Tested by tests/vm/jvmti.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <string>
#include <vector>

#include "sync/threads/vm_mutex.h"

namespace minijvm::vm::jvmti {

// (I1) owner_ is null exactly when count_ is 0; only the owner changes count_. Kept by: enter,
// exit, wait, enter_with.
// (I2) A Waiter is in waiters_ exactly while it has not been notified and still waits. Kept by:
// await_notify, notify.
class RawMonitor {
 public:
  explicit RawMonitor(const char* name) : name_(name) {}

  // Blocks until the caller owns the monitor. Reentrant.
  void enter();
  // Each of these three returns false if the caller is not the owner.
  bool exit();
  // Waits at most that long; 0 waits until a notify.
  bool wait(std::int64_t millis);
  // Wakes the thread that has waited longest, or all of them.
  bool notify(bool all);
  // Returns whether the caller may destroy the monitor.
  bool is_free_or_own();
  // Returns false once the monitor has been destroyed. Its memory stays.
  bool is_valid() const { return magic_ == kMagic; }
  void invalidate() { magic_ = 0; }

 private:
  static constexpr std::uint32_t kMagic = 0x4d4f4e52;
  // Stands for a thread in await_notify, and lives on that thread's stack.
  struct Waiter {
    bool records_steps = false;
  };
  // REQUIRES: mutex_ is held.
  void take_when_free();
  // Enters with that count, and waits while the thread is suspended.
  void enter_with(std::uint32_t count);
  // REQUIRES: mutex_ is held; it is released while the thread waits.
  void await_notify(sync::MachineDeadline until);

  std::uint32_t magic_ = kMagic;
  std::string name_;  // for debuggers
  sync::Mutex mutex_{sync::LockRank::kLeaf};
  // The kernel thread (this_kernel_thread), since a caller need not be attached.
  const void* owner_ = nullptr;
  std::uint32_t count_ = 0;
  // The waiters that are not notified yet, in the order in which they came.
  std::vector<Waiter*> waiters_;
  // A thread that gives up the monitor signals this.
  sync::CondVar freed_;
  // Signalled when some waiter has been notified.
  sync::CondVar told_;
};

}  // namespace minijvm::vm::jvmti
