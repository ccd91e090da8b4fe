#include "vm/java/thread_control.h"

#include "runtime/class.h"
#include "runtime/java_thread.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "sync/parker.h"
#include "sync/safepoint.h"
#include "vm/java/exceptions.h"
#include "vm/java/java_threads.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using runtime::wk;
using sync::NoSafepoint;

namespace {

bool is_thread_death(const Object* throwable) { return throwable != nullptr && throwable->klass()->is_subclass_of(*wk().java_lang_ThreadDeath); }

// The thread behind a Thread object, or null. It may leave at once, and its JavaThread serve another: an operation on it looks again.
JavaThread* find_thread(JavaThread& self, Handle<> thread) {
  NoSafepoint still(self);
  sync::ThreadListLock lock;
  return java_thread_of(thread.raw(still));
}

// What is done to the thread that runs `thread`; by the target or for it, so the witness is whoever executes this.
class ControlOperation : public sync::HandshakeOperation {
 public:
  explicit ControlOperation(Handle<> thread) : thread_(thread) {}

  void run(sync::ExecEnv& env) final {
    JavaThread& target = JavaThread::of(env);
    NoSafepoint still(*sync::current_exec_env());
    found = target.thread_object == thread_.raw(still);
    if (found) {
      act(target, still);
    }
  }

  bool found = false;

 protected:
  ~ControlOperation() = default;

 private:
  virtual void act(JavaThread& target, const NoSafepoint& still) = 0;

  Handle<> thread_;
};

class StopOperation final : public ControlOperation {
 public:
  StopOperation(Handle<> thread, Handle<> throwable) : ControlOperation(thread), throwable_(throwable) {}

 private:
  void act(JavaThread& target, const NoSafepoint& still) override {
    if (!is_thread_death(target.async_exception)) {
      target.async_exception = throwable_.raw(still);
    }
    target.thread_object->atomic<std::int8_t>(wk().Thread_interrupted).store(1, std::memory_order_seq_cst);
    sync::interrupt(target);
    sync::arm_poll(target, sync::kPollVm);
  }

  Handle<> throwable_;
};

class SuspendOperation final : public ControlOperation {
 public:
  using ControlOperation::ControlOperation;

 private:
  void act(JavaThread& target, const NoSafepoint&) override { sync::suspend(target); }
};

class ResumeOperation final : public ControlOperation {
 public:
  using ControlOperation::ControlOperation;

 private:
  void act(JavaThread& target, const NoSafepoint&) override { sync::resume(target); }
};

// Until it is done or the thread is gone. A thread that was started may need a moment before it can serve a handshake.
void run_on(JavaThread& self, Handle<> thread, ControlOperation& operation) {
  for (;;) {
    JavaThread* target = find_thread(self, thread);
    if (target == nullptr) {
      return;
    }
    sync::run_handshake(self, *target, operation);
    if (operation.found) {
      return;
    }
    yield_current(self);
  }
}

}  // namespace

JavaResult<void> stop_thread(JavaThread& self, Handle<> thread, Handle<> throwable) {
  if (throwable.is_null()) {
    return throw_null_pointer(self);
  }
  JavaThread* target = find_thread(self, thread);
  if (target == &self) {
    return throw_object(self, throwable);
  }
  if (target == nullptr) {
    NoSafepoint still(self);
    thread.raw(still)->store<std::int8_t>(wk().Thread_stillborn, 1);
    return {};
  }
  StopOperation stop(thread, throwable);
  run_on(self, thread, stop);
  return {};
}

void suspend_thread(JavaThread& self, Handle<> thread) {
  SuspendOperation suspend(thread);
  run_on(self, thread, suspend);
}

void resume_thread(JavaThread& self, Handle<> thread) {
  ResumeOperation resume(thread);
  run_on(self, thread, resume);
}

void accept_async_exception(JavaThread& self) {
  if (self.async_exception == nullptr) {
    return;
  }
  sync::disarm_poll(self, sync::kPollVm);
  if (!is_thread_death(self.pending_exception)) {
    self.pending_exception = self.async_exception;
  }
  self.async_exception = nullptr;
}

}  // namespace minijvm::vm
