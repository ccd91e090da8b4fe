// The wait graph of a stopped world: one edge from a waiting thread to the thread that must act
// first.
#include "tools/threads/wait_graph.h"

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/monitor.h"
#include "vm/java/threads/java_threads.h"

namespace minijvm::vm {

using runtime::JavaThread;
using runtime::Object;
using runtime::wk;
using sync::BlockKind;

namespace {

// A monitor without an owner is free: the thread that queues for it will run.
Wait wait_for_monitor(Object& wanted) {
  sync::ExecEnv* owner = sync::view_monitor_at_safepoint(wanted.multi_use_word()).owner;
  return owner == nullptr ? Wait{} : Wait{WaitsFor::kMonitor, &JavaThread::of(*owner)};
}

// The park of a java.util.concurrent lock: the blocker says which thread owns it. A blocker of
// another class has no known owner.
Wait wait_for_synchronizer(Object& wanted) {
  if (!wanted.klass()->is_subclass_of(
          *wk().java_util_concurrent_locks_AbstractOwnableSynchronizer)) {
    return {};
  }
  const java::Thread* owner =
      static_cast<java::AbstractOwnableSynchronizer&>(wanted).exclusiveOwnerThread();
  return owner == nullptr ? Wait{} : Wait{WaitsFor::kSynchronizer, java_thread_of(owner)};
}

// The initializing thread is recorded in step 6 of JVMS 5.5 and cleared at the end.
Wait wait_for_class(const runtime::Class& wanted) {
  const JavaThread* initializer = wanted.initializing_thread.load(std::memory_order_relaxed);
  return initializer == nullptr ? Wait{} : Wait{WaitsFor::kClass, initializer};
}

// Thread.join is a wait on the Thread object, and any code may wait there for other reasons. So the
// frame below Object.wait is checked: it must belong to Thread.join.
bool is_in_join(const JavaThread& thread) {
  runtime::FrameWalk walk(thread);
  if (walk.done()) {
    return false;
  }
  walk.next();
  if (walk.done()) {
    return false;
  }
  const runtime::Method& caller = walk.frame().method();
  return caller.holder == wk().java_lang_Thread && caller.name->text() == "join";
}

Wait wait_for_end(const JavaThread& thread) {
  Object* wanted = blocked_object(thread);
  if (wanted == nullptr || !wanted->klass()->is_subclass_of(*wk().java_lang_Thread) ||
      !is_in_join(thread)) {
    return {};
  }
  const JavaThread* joined = java_thread_of(runtime::as<java::Thread>(wanted));
  return joined == nullptr ? Wait{} : Wait{WaitsFor::kThreadEnd, joined};
}

// The first case that fits decides. A waiter that was notified counts as a thread that enters the
// monitor.
Wait wait_or_none(const JavaThread& thread) {
  if (thread.block_kind() == BlockKind::kMonitorEnter || is_relocking(thread)) {
    Object* monitor = blocked_object(thread);
    return monitor == nullptr ? Wait{} : wait_for_monitor(*monitor);
  }
  if (thread.awaited_class != nullptr) {
    return wait_for_class(*thread.awaited_class);
  }
  if (thread.block_kind() == BlockKind::kMonitorWait) {
    return wait_for_end(thread);
  }
  Object* blocker = thread.block_kind() == BlockKind::kPark ? park_blocker(thread) : nullptr;
  return blocker == nullptr ? Wait{} : wait_for_synchronizer(*blocker);
}

}  // namespace

Object* blocked_object(const JavaThread& thread) {
  void* const* slot = thread.blocked_on();
  return slot == nullptr ? nullptr : static_cast<Object*>(*slot);
}

Object* released_monitor(const JavaThread& thread) {
  return thread.block_kind() == BlockKind::kMonitorWait ? blocked_object(thread) : nullptr;
}

Object* park_blocker(const JavaThread& thread) {
  return thread.thread_object == nullptr ? nullptr : thread.thread_object->parkBlocker();
}

bool is_relocking(const JavaThread& thread) {
  return thread.block_kind() == BlockKind::kMonitorWait &&
         thread.wait_state_.load(std::memory_order_acquire) != sync::WaitState::kWaiting;
}

Wait wait_of(const JavaThread& thread) {
  Wait wait = wait_or_none(thread);
  // An edge from a thread to itself means that it was given the lock and only has to run. This is
  // not so for Thread.join: a thread that joins itself waits forever.
  bool only_has_to_run = wait.holder == &thread && wait.kind != WaitsFor::kThreadEnd;
  return only_has_to_run ? Wait{} : wait;
}

}  // namespace minijvm::vm
