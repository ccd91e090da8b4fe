#include "vm/java/thread_control.h"

#include <unordered_map>

#include "gc/roots.h"
#include "runtime/class.h"
#include "runtime/java_thread.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "sync/parker.h"
#include "sync/safepoint.h"
#include "sync/vm_mutex.h"
#include "vm/java/exceptions.h"
#include "vm/java/java_threads.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// What others left for a thread: a throwable, and whether it is suspended. Changed in a handshake or by the thread itself; the mutex guards
// the table. Few threads ever get an entry.
struct Orders {
  Object* throwable = nullptr;
  bool suspended = false;
};

class Table final : public gc::RootProvider {
 public:
  Table() { gc::add_root_provider(*this); }

  void visit_roots(gc::RootVisitor& visitor) override {
    for (auto& [thread, orders] : by_thread) {
      visitor.visit(&orders.throwable);
    }
  }

  sync::Mutex mutex{sync::LockRank::kThreads};
  sync::CondVar resumed;
  std::unordered_map<const JavaThread*, Orders> by_thread;
};

Table& table() {
  static auto* the_table = new Table;
  return *the_table;
}

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
    {
      sync::MutexLock lock(table().mutex);
      Object*& left = table().by_thread[&target].throwable;
      if (!is_thread_death(left)) {
        left = throwable_.raw(still);
      }
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
  void act(JavaThread& target, const NoSafepoint&) override {
    {
      sync::MutexLock lock(table().mutex);
      table().by_thread[&target].suspended = true;
    }
    sync::arm_poll(target, sync::kPollVm);
    is_out = !sync::touches_heap(target.state());
  }

 public:
  bool is_out = false;  // of Java: from a native it does not return, at a poll it waits
};

bool is_current(JavaThread& self, Handle<> thread) {
  NoSafepoint still(self);
  return thread.raw(still) == self.thread_object;
}

// Until it is done or the thread is gone. A thread that was started may need a moment before it can serve a handshake.
void run_on(JavaThread& self, Handle<> thread, ControlOperation& operation) {
  (void)table();  // made where it may be made
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
  while (suspend.found && !suspend.is_out && !is_current(self, thread)) {
    yield_current(self);
    suspend.found = false;
    run_on(self, thread, suspend);
  }
}

void resume_thread(JavaThread& self, Handle<> thread) {
  JavaThread* target = find_thread(self, thread);
  sync::MutexLock lock(table().mutex);
  auto orders = table().by_thread.find(target);
  if (orders != table().by_thread.end()) {
    orders->second.suspended = false;
    table().resumed.notify_all();
  }
}

void obey_orders(JavaThread& self) {
  Object* throwable = nullptr;
  sync::disarm_poll(self, sync::kPollVm);  // first: an order that comes now arms it again
  {
    sync::MutexLock lock(self, table().mutex);
    for (;;) {
      auto orders = table().by_thread.find(&self);
      if (orders == table().by_thread.end()) {
        return;
      }
      if (!orders->second.suspended) {
        throwable = orders->second.throwable;
        table().by_thread.erase(orders);
        break;
      }
      table().resumed.wait(self, table().mutex);
    }
  }
  if (throwable != nullptr && !is_thread_death(self.pending_exception)) {
    self.pending_exception = throwable;
  }
}

void forget_orders(const JavaThread& self) {
  sync::MutexLock lock(table().mutex);
  table().by_thread.erase(&self);
}

}  // namespace minijvm::vm
