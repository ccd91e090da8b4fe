// Implements raw monitors and the functions of the chapter "Raw Monitor". Callers are agents in any
// state; a thread that blocks here blocks its LWP, but no safepoint.
#include "tools/jvmti/functions/raw_monitors.h"

#include <algorithm>

#include "runtime/thread/java_thread.h"
#include "sync/sync_state.h"
#include "sync/threads/safepoint.h"
#include "tools/jvmti/functions.h"

namespace minijvm::vm::jvmti {

namespace {

// Identifies a kernel thread by the address of its thread-local. CallbackScope pins a fiber to its
// LWP while agent code runs, so the identity does not change inside a callback.
const void* this_kernel_thread() { return &sync::this_kernel_thread; }

// Returns the calling thread if it has been suspended and must wait to be resumed. Returns null in
// a callback of the collector: the world is stopped there, so no thread could resume it.
JavaThread* suspended_self() {
  JavaThread* self = runtime::current_java_thread();
  bool waits = self != nullptr && self->suspended() &&
               self->state() == sync::ThreadState::kInNative && !sync::is_coordinating(*self);
  return waits ? self : nullptr;
}

RawMonitor* monitor_of(jrawMonitorID id) {
  auto* monitor = reinterpret_cast<RawMonitor*>(id);
  return monitor != nullptr && monitor->is_valid() ? monitor : nullptr;
}

}  // namespace

void RawMonitor::take_when_free() {
  while (owner_ != nullptr) freed_.wait(mutex_);
  owner_ = this_kernel_thread();
}

void RawMonitor::enter_with(std::uint32_t count) {
  for (;;) {
    {
      sync::MutexLock lock(mutex_);
      take_when_free();
      count_ = count;
    }
    // The thread is checked after it owns the monitor, because it may have been suspended while it
    // blocked.
    JavaThread* self = suspended_self();
    if (self == nullptr)
      return;
    {
      // The thread gives the monitor back. No thread has seen the state that the monitor guards.
      sync::MutexLock lock(mutex_);
      owner_ = nullptr;
      count_ = 0;
    }
    freed_.notify_one();
    sync::wait_while_suspended(*self);
  }
}

void RawMonitor::enter() {
  {
    sync::MutexLock lock(mutex_);
    if (owner_ == this_kernel_thread()) {
      ++count_;
      return;
    }
  }
  enter_with(1);
}

bool RawMonitor::exit() {
  {
    sync::MutexLock lock(mutex_);
    if (owner_ != this_kernel_thread())
      return false;
    if (--count_ != 0)
      return true;
    owner_ = nullptr;
  }
  freed_.notify_one();
  return true;
}

// JVMTI, RawMonitorWait: gives up the monitor with all its counts and takes it again with the same.
bool RawMonitor::wait(std::int64_t millis) {
  std::uint32_t count = 0;
  {
    sync::MutexLock lock(mutex_);
    if (owner_ != this_kernel_thread())
      return false;
    count = count_;
    owner_ = nullptr;
    count_ = 0;
    // The mutex is still held, so no notify can come between giving up the monitor and waiting.
    freed_.notify_one();
    await_notify(millis == 0 ? sync::MachineDeadline::forever()
                             : sync::MachineDeadline::after_ms(millis));
  }
  enter_with(count);
  return true;
}

void RawMonitor::await_notify(sync::MachineDeadline until) {
  Waiter me;
  waiters_.push_back(&me);
  // told_ wakes all waiters, so each looks at its own flag.
  while (!me.records_steps && told_.wait(mutex_, until)) {
  }
  // The time is over. The entry must be removed, since `me` is about to leave the stack.
  if (!me.records_steps)
    std::erase(waiters_, &me);
}

// Wakes waiters in the order in which they came.
bool RawMonitor::notify(bool all) {
  {
    sync::MutexLock lock(mutex_);
    if (owner_ != this_kernel_thread())
      return false;
    std::size_t count = all ? waiters_.size() : std::min<std::size_t>(waiters_.size(), 1);
    for (std::size_t i = 0; i < count; ++i) waiters_[i]->records_steps = true;
    waiters_.erase(waiters_.begin(), waiters_.begin() + static_cast<std::ptrdiff_t>(count));
  }
  told_.notify_all();
  return true;
}

bool RawMonitor::is_free_or_own() {
  sync::MutexLock lock(mutex_);
  return owner_ == nullptr || owner_ == this_kernel_thread();
}

// --- the functions of the chapter Raw Monitor ---

jvmtiError CreateRawMonitor(Env&, const char* name, jrawMonitorID* result) {
  if (name == nullptr || result == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  *result = reinterpret_cast<jrawMonitorID>(new RawMonitor(name));
  return JVMTI_ERROR_NONE;
}

// The memory stays, because another thread may be about to enter. That thread finds an invalid
// monitor and gets INVALID_MONITOR.
jvmtiError DestroyRawMonitor(Env&, jrawMonitorID id) {
  RawMonitor* monitor = monitor_of(id);
  if (monitor == nullptr)
    return JVMTI_ERROR_INVALID_MONITOR;
  if (!monitor->is_free_or_own())
    return JVMTI_ERROR_NOT_MONITOR_OWNER;
  monitor->invalidate();
  return JVMTI_ERROR_NONE;
}

jvmtiError RawMonitorEnter(Env&, jrawMonitorID id) {
  RawMonitor* monitor = monitor_of(id);
  if (monitor == nullptr)
    return JVMTI_ERROR_INVALID_MONITOR;
  monitor->enter();
  return JVMTI_ERROR_NONE;
}

jvmtiError RawMonitorExit(Env&, jrawMonitorID id) {
  RawMonitor* monitor = monitor_of(id);
  if (monitor == nullptr)
    return JVMTI_ERROR_INVALID_MONITOR;
  return monitor->exit() ? JVMTI_ERROR_NONE : JVMTI_ERROR_NOT_MONITOR_OWNER;
}

jvmtiError RawMonitorWait(Env&, jrawMonitorID id, jlong millis) {
  RawMonitor* monitor = monitor_of(id);
  if (monitor == nullptr)
    return JVMTI_ERROR_INVALID_MONITOR;
  // JVMTI leaves a negative time open; it counts as 0 here, which waits until a notify.
  return monitor->wait(std::max<jlong>(millis, 0)) ? JVMTI_ERROR_NONE
                                                   : JVMTI_ERROR_NOT_MONITOR_OWNER;
}

jvmtiError RawMonitorNotify(Env&, jrawMonitorID id) {
  RawMonitor* monitor = monitor_of(id);
  if (monitor == nullptr)
    return JVMTI_ERROR_INVALID_MONITOR;
  return monitor->notify(false) ? JVMTI_ERROR_NONE : JVMTI_ERROR_NOT_MONITOR_OWNER;
}

jvmtiError RawMonitorNotifyAll(Env&, jrawMonitorID id) {
  RawMonitor* monitor = monitor_of(id);
  if (monitor == nullptr)
    return JVMTI_ERROR_INVALID_MONITOR;
  return monitor->notify(true) ? JVMTI_ERROR_NONE : JVMTI_ERROR_NOT_MONITOR_OWNER;
}

}  // namespace minijvm::vm::jvmti
