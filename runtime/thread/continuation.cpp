// Mounts and unmounts continuations, and lets virtual threads leave where they would block. All
// functions run in kInVm, unless they say otherwise.
#include "runtime/thread/continuation.h"

#include <algorithm>
#include <array>
#include <utility>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/frame/frame.h"
#include "runtime/object/java_objects.h"
#include "runtime/runtime_state.h"
#include "sync/monitor_wait.h"
#include "sync/threads/no_safepoint.h"
#include "sync/threads/safepoint.h"
#include "sync/threads/thread_state.h"

namespace minijvm::runtime {

using sync::BlockKind;
using sync::NoSafepoint;

namespace {

// The values of VirtualThread.state that the VM reads or writes, and a bit that the library adds
// while it reads the stack.
enum VirtualState : std::int32_t {
  kNew = 0,
  kRunning = 2,
  kParked = 4,
  kTimedParked = 7,
  kYielding = 10,
  kBlocking = 12,
  kBlocked = 13,
  kWaiting = 15,
  kWait = 16,
  kTimedWaiting = 17,
  kTimedWait = 18,
  kTerminated = 99,
  kSuspended = 1 << 8
};

bool is_virtual_thread(const Object* thread) {
  const Class* klass = wk().java_lang_VirtualThread;
  return thread != nullptr && klass != nullptr && thread->klass() == klass;
}

// REQUIRES: is_virtual_thread.
java::VirtualThread& as_virtual(const java::Thread& thread) {
  return *as<java::VirtualThread>(static_cast<Object*>(const_cast<java::Thread*>(&thread)));
}

java::VirtualThread* virtual_thread_of(const JavaThread& thread) {
  const java::Thread* object = thread.thread_object;
  return is_virtual_thread(object) ? &as_virtual(*object) : nullptr;
}

// The bytes of the objects in the window count for the thread that has allocated them.
void move_window(JavaThread& from, JavaThread& to) {
  const auto used = static_cast<std::uint64_t>(from.tlab.top - from.tlab.start);
  from.allocated_bytes += used;
  to.allocated_bytes -= used;
  to.tlab = std::exchange(from.tlab, {});
}

// The library asks by the chunk whether the continuation has frames while it is not mounted.
void show_frames(JavaThread& continuation, bool has_frames) {
  java::StackChunk* chunk = continuation.continuation->tail();
  chunk->set_sp(chunk->bottom() - (has_frames ? 1 : 0));
}

void give_back(const NoSafepoint&, JavaThread& self) {
  JavaThread& carrier = *std::exchange(self.carrier, nullptr);
  move_window(self, carrier);
  carrier.scoped_value_cache = std::exchange(self.scoped_value_cache, nullptr);
  carrier.thread_object = self.thread_object;
  self.carrier_object = nullptr;
  self.kernel_id.store(0, std::memory_order_relaxed);
  carrier.mounted.store(nullptr, std::memory_order_release);
}

// An entry frame stands where C++ called Java. The outermost one is that of the continuation's own
// start.
bool has_inner_entry(const JavaThread& thread) {
  for (const Slot* fp = thread.anchor.fp; fp != nullptr; fp = fp[kFrameCaller].frame) {
    if (fp[kFrameMethod].bits == kEntryFrame && fp[kFrameCaller].frame != nullptr) {
      return true;
    }
  }
  return false;
}

// Native code that enters a monitor itself keeps its kernel thread.
bool is_in_native_method(const JavaThread& thread) {
  const auto* method = static_cast<const Method*>(thread.anchor.fp[kFrameMethod].pointer);
  return method->is_native() && method != wk().Object_wait0;
}

}  // namespace

SwitchMethods switch_methods() {
  return {wk().Continuation_enterSpecial, wk().Continuation_doYield};
}

Pinned why_pinned(const JavaThread& continuation) {
  if (continuation.pins != 0) {
    return Pinned::kCriticalSection;
  }
  return has_inner_entry(continuation) ? Pinned::kNative : Pinned::kNot;
}

void mount(JavaThread& carrier, JavaThread& continuation) {
  continuation.carrier = &carrier;
  sync::VmToBlocked blocked(carrier);
  continuation.coroutine->enter(carrier, carrier.coroutine);
}

void take_over(JavaThread& self) {
  NoSafepoint still(self);
  JavaThread& carrier = *self.carrier;
  move_window(carrier, self);
  self.scoped_value_cache = std::exchange(carrier.scoped_value_cache, nullptr);
  self.thread_object = carrier.thread_object;
  self.carrier_object = carrier.carrier_object;
  // A platform thread is found by its own object while it carries.
  if (!is_continuation(carrier) && carrier.carrier_object != nullptr) {
    carrier.thread_object = carrier.carrier_object;
  }
  self.kernel_id.store(carrier.kernel_id.load(std::memory_order_relaxed),
                       std::memory_order_relaxed);
  show_frames(self, false);
  // release: a thread that finds self there sees what self is.
  carrier.mounted.store(&self, std::memory_order_release);
}

void unmount(JavaThread& self) {
  {
    NoSafepoint still(self);
    show_frames(self, true);
    give_back(still, self);
  }
  {
    sync::VmToBlocked blocked(self);
    self.coroutine->leave();
  }
  take_over(self);
}

void yield(JavaThread& self) {
  self.has_yielded = true;
  unmount(self);
  self.has_yielded = false;
}

namespace {

bool holds_monitor(const JavaThread& thread) {
  bool holds = !thread.held_monitors.empty();
  for (const Slot* fp = thread.anchor.fp; fp != nullptr && !holds; fp = fp[kFrameCaller].frame) {
    holds = fp[kFrameLock].ref != nullptr;
  }
  return holds;
}

}  // namespace

bool can_hang(const JavaThread& thread) { return thread.has_yielded && thread.carrier == nullptr; }

void abandon(JavaThread& thread) {
  thread.owns_for_good = holds_monitor(thread);
  thread.held_monitors.clear();
  // The thread hangs on nothing, if another collection comes before it is freed.
  thread.has_yielded = false;
  thread.anchor = {};
  thread.handles.for_each([](Object** slot) { *slot = nullptr; });
  thread.pending_exception = thread.async_exception = thread.scoped_value_cache = nullptr;
  thread.thread_object = thread.carrier_object = nullptr;
  thread.continuation = nullptr;
}

void give_back_at_end(const NoSafepoint& still, JavaThread& self) {
  self.continuation->set_thread(nullptr);
  self.carrier->pending_exception = std::exchange(self.pending_exception, nullptr);
  give_back(still, self);
  self.thread_object = nullptr;
  self.continuation = nullptr;
}

namespace {

// Tells the library that the thread leaves because it waits, and for how long.
void show_wait(java::VirtualThread& thread, const JavaThread& self, sync::Deadline until) {
  if (!until.is_forever()) {
    // The library's timer counts milliseconds, and 0 would be no time.
    const std::int64_t left_ns = std::max<std::int64_t>(until.ns() - sync::program_ns(), 1);
    thread.set_timeout((left_ns - 1) / sync::kNanosPerMilli + 1);
  }
  // seq_cst for all three: a notifier decides the wait and then calls note_notified. If it has
  // decided before this look, the flag is set here; otherwise its own store comes behind this one.
  thread.notified_atomic().store(0, std::memory_order_seq_cst);
  if (self.wait_state_.load(std::memory_order_seq_cst) != sync::WaitState::kWaiting) {
    thread.notified_atomic().store(1, std::memory_order_seq_cst);
  }
  thread.state_atomic().store(until.is_forever() ? kWaiting : kTimedWaiting,
                              std::memory_order_seq_cst);
}

}  // namespace

// A continuation inside of a virtual thread's own one cannot leave for it.
bool JavaThread::can_leave() {
  NoSafepoint still(*this);
  const java::VirtualThread* thread = virtual_thread_of(*this);
  return thread != nullptr && !is_continuation(*carrier) && thread->state() == kRunning &&
         why_pinned(*this) == Pinned::kNot && !is_in_native_method(*this);
}

void begin_transition(JavaThread& self) {
  if (!self.in_transition) {
    self.in_transition = true;
    sync::put_off_suspension(self);
  }
}

void end_transition(JavaThread& self) {
  if (self.in_transition) {
    self.in_transition = false;
    sync::allow_suspension(self);
  }
}

bool postpone_virtual_thread(JavaThread& carrier) {
  NoSafepoint still(carrier);
  java::VirtualThread* thread = virtual_thread_of(carrier);
  if (thread == nullptr || thread->state() != kRunning) {
    return false;
  }
  thread->state_atomic().store(kYielding, std::memory_order_seq_cst);
  return true;
}

// The interrupt of a thread that is mounted nowhere has set the flag of the Thread only.
void JavaThread::leave(BlockKind why, sync::Deadline until) {
  {
    NoSafepoint still(*this);
    java::VirtualThread& thread = *virtual_thread_of(*this);
    if (why == BlockKind::kMonitorEnter) {
      thread.state_atomic().store(kBlocking, std::memory_order_seq_cst);
    } else {
      show_wait(thread, *this, until);
    }
  }
  unmount(*this);
  if (thread_object->interrupted_atomic().load(std::memory_order_seq_cst) != 0) {
    sync::interrupt(*this);
  }
}

// Async-signal-safe.
void JavaThread::call_back() {
  // seq_cst: pairs with the taker, which clears the mark before it looks at the thread.
  if (is_called_back.exchange(true, std::memory_order_seq_cst)) {
    return;
  }
  JavaThread* first = runtime_state.called_back.load(std::memory_order_relaxed);
  do {
    next_called_back = first;
    // seq_cst: Dekker's pattern with the unblocker, which stores itself and then takes the stack.
  } while (!runtime_state.called_back.compare_exchange_weak(first, this, std::memory_order_seq_cst,
                                                            std::memory_order_relaxed));
  if (JavaThread* unblocker = runtime_state.unblocker.load(std::memory_order_seq_cst)) {
    unblocker->parker().unpark();
  }
}

void note_notified(const NoSafepoint&, JavaThread& waiter) {
  java::VirtualThread* thread = virtual_thread_of(waiter);
  if (thread == nullptr) {
    return;
  }
  // seq_cst for all: Dekker's pattern with the library, which stores WAIT and then looks at the
  // flag.
  thread->notified_atomic().store(1, std::memory_order_seq_cst);
  for (std::int32_t waits : {kWait, kTimedWait}) {
    std::int32_t expected = waits;
    if (thread->state_atomic().compare_exchange_strong(expected, kBlocked,
                                                       std::memory_order_seq_cst)) {
      // The permit came when the library would not have blocked the thread, so nobody will call.
      if (waiter.monitor_parker().has_permit()) {
        waiter.call_back();
      }
    }
  }
}

ThreadStatus status_of_thread(const java::Thread& thread, const JavaThread* runner) {
  if (!is_virtual_thread(&thread) || (runner != nullptr && runner->carrier_object != nullptr)) {
    const java::ThreadFacts* facts =
        facts_of(runner == nullptr ? &thread : runner->status_object());
    return facts == nullptr ? kThreadNew : static_cast<ThreadStatus>(facts->threadStatus());
  }
  switch (as_virtual(thread).state() & ~kSuspended) {
    case kNew:
      return kThreadNew;
    case kParked:
      return kThreadParked;
    case kTimedParked:
      return kThreadTimedParked;
    case kBlocking:
    case kBlocked:
      return kThreadBlockedOnEnter;
    case kWait:
      return kThreadWaiting;
    case kTimedWait:
      return kThreadTimedWaiting;
    case kTerminated:
      return kThreadTerminated;
    default:
      return kThreadRunnable;
  }
}

JavaThread* thread_of_virtual(const java::Thread* thread) {
  if (!is_virtual_thread(thread)) {
    return nullptr;
  }
  const java::Continuation* continuation = as_virtual(*thread).cont();
  return continuation == nullptr ? nullptr : continuation->thread();
}

java::Thread* carrier_of_virtual(const java::Thread& thread) {
  return is_virtual_thread(&thread) ? as_virtual(thread).carrierThread() : nullptr;
}

java::Continuation* continuation_without_thread(const java::Thread* thread) {
  if (!is_virtual_thread(thread)) {
    return nullptr;
  }
  const std::int32_t state = as_virtual(*thread).state();
  java::Continuation* continuation = as_virtual(*thread).cont();
  const bool begins = continuation != nullptr && continuation->thread() == nullptr &&
                      !continuation->done() && state != kNew && state != kTerminated;
  return begins ? continuation : nullptr;
}

}  // namespace minijvm::runtime
