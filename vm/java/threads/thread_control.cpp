// Thread.stop, suspend and resume, as handshakes with the target. The functions run on the thread
// that asks, in kInVm; an operation runs on the target or, while the target cannot run Java code,
// on the thread that asks.
#include "vm/java/threads/thread_control.h"

#include "runtime/class/class.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/parker.h"
#include "sync/threads/safepoint.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/threads/thread_handshake.h"
#include "vm/java/threads/thread_objects.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using runtime::wk;
using sync::NoSafepoint;

namespace {

bool is_thread_death(const Object* throwable) {
  return throwable != nullptr && throwable->klass()->is_subclass_of(*wk().java_lang_ThreadDeath);
}

}  // namespace

JavaResult<void> stop_thread(JavaThread& self, Handle<java::Thread> thread,
                             Handle<java::Throwable> throwable) {
  if (throwable.is_null()) {
    return throw_null_pointer(self);
  }
  bool is_self = false;
  bool is_alive =
      with_live_thread(self, thread, [&](JavaThread& target) { is_self = &target == &self; });
  if (is_self) {
    return throw_object(self, throwable);
  }
  // Not started yet, or ended. The flag takes effect if the thread is started later.
  if (!is_alive) {
    NoSafepoint still(self);
    if (java::Thread::stillborn_offset() != 0) {
      thread.raw(still)->set_stillborn(true);
    }
    return {};
  }
  (void)on_live_thread(self, thread, [&](JavaThread& target, const NoSafepoint& still) {
    // A ThreadDeath that is already on its way is not replaced by a later stop.
    if (!is_thread_death(target.async_exception)) {
      target.async_exception = throwable.raw(still);
    }
    target.thread_object->interrupted_atomic().store(1, std::memory_order_seq_cst);
    sync::interrupt(target);
    // The armed poll brings the target to accept_async_exception.
    sync::arm_poll(target, sync::kPollVm);
  });
  return {};
}

void suspend_thread(JavaThread& self, Handle<java::Thread> thread) {
  (void)on_live_thread(self, thread,
                       [](JavaThread& target, const NoSafepoint&) { sync::suspend(target); });
}

void resume_thread(JavaThread& self, Handle<java::Thread> thread) {
  (void)on_live_thread(self, thread,
                       [](JavaThread& target, const NoSafepoint&) { sync::resume(target); });
}

// Called by the target at a poll or on return from a native.
void accept_async_exception(JavaThread& self) {
  if (self.async_exception == nullptr) {
    return;
  }
  sync::disarm_poll(self, sync::kPollVm);
  forget_scoped_values(self);
  if (!is_thread_death(self.pending_exception)) {
    self.pending_exception = self.async_exception;
  }
  self.async_exception = nullptr;
}

namespace {

// The library interrupts and unparks the carrier of a mounted virtual thread. The one that leaves
// meanwhile may get the permit or the flag in vain: each wait looks at what it waits for.
void for_each_on(JavaThread& carrier, void (*act)(sync::ExecEnv&)) {
  for (JavaThread* on = &carrier; on != nullptr; on = on->mounted.load(std::memory_order_acquire)) {
    act(*on);
  }
}

}  // namespace

void interrupt_thread(JavaThread& self, Handle<java::Thread> thread) {
  (void)with_live_thread(self, thread,
                         [](JavaThread& target) { for_each_on(target, sync::interrupt); });
}

void unpark_thread(JavaThread& self, Handle<java::Thread> thread) {
  (void)with_live_thread(self, thread,
                         [](JavaThread& target) { for_each_on(target, sync::unpark); });
}

}  // namespace minijvm::vm
