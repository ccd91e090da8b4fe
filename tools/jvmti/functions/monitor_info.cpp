// Threads that own, enter and wait for monitors (JVMTI, chapters "Thread" and "Object"). The
// callers are agents; the bodies run in kInVm. Another thread's monitors are read in a handshake;
// the state of one monitor is read in a stopped world. Tested by tests/vm/jvmti and tests/jdb.
#include <algorithm>
#include <vector>

#include "runtime/object/object.h"
#include "sync/monitor.h"
#include "tools/jvmti/frames.h"
#include "tools/jvmti/functions.h"
#include "tools/jvmti/memory.h"
#include "tools/jvmti/threads.h"
#include "tools/threads/locked_monitors.h"
#include "tools/threads/wait_graph.h"

namespace minijvm::vm::jvmti {

namespace {

// One monitor and the depth of the innermost frame that has entered it.
struct Owned {
  const Object* object;
  jint depth;
};

// The monitors of a thread that stands still, innermost first; an object that was entered several
// times appears once. A thread in Object.wait has released the monitor that it waits on, yet its
// frames still list it; that entry is skipped.
std::vector<Owned> owned_monitors(const JavaThread& target) {
  std::vector<Owned> all;
  const Object* released = released_monitor(target);
  const jint unseen = unseen_frames(target);
  visit_locked_monitors(target, -1, [&](const Object* object, jint depth) {
    bool is_known = std::any_of(all.begin(), all.end(),
                                [&](const Owned& owned) { return owned.object == object; });
    if (object != released && !is_known)
      all.push_back({object, depth == kLockedByJni ? depth : depth - unseen});
  });
  return all;
}

// Both functions about owned monitors collect the same rows. The references are made inside the
// handshake, while the raw pointers are valid.
jvmtiError owned_by(Call& call, jthread thread, std::vector<jvmtiMonitorStackDepthInfo>* result) {
  return on_thread(call.self, thread, [&](JavaThread& target, const NoSafepoint& still) {
    for (const Owned& owned : owned_monitors(target)) {
      result->push_back(
          {local_ref(runtime::make_handle(call.self, still, const_cast<Object*>(owned.object))),
           owned.depth});
    }
  });
}

// A snapshot of one monitor: owner, entry count, and the threads that are queued for it.
class UsageOperation final : public sync::SafepointOperation, public sync::QueueVisitor {
 public:
  UsageOperation(JavaThread& self, Handle<> object) : self_(self), object_(object) {}
  const char* name() const override { return "GetObjectMonitorUsage"; }

  void run() override {
    NoSafepoint still(self_);
    const sync::MultiUseWord& word = object_.raw(still)->multi_use_word();
    sync::MonitorView view = sync::view_monitor_at_safepoint(word);
    if (view.owner != nullptr && is_counted(*view.owner)) {
      owner = thread_ref(*view.owner, still);
      entry_count = static_cast<jint>(view.entry_count);
    }
    // visit() needs it to make references.
    still_ = &still;
    sync::visit_queue(word, *this);
  }
  void visit(sync::ExecEnv& queued, bool is_waiter) override {
    if (is_counted(queued))
      (is_waiter ? waiters : contenders).push_back(thread_ref(queued, *still_));
  }

  jthread owner = nullptr;
  jint entry_count = 0;
  std::vector<jthread> contenders;
  std::vector<jthread> waiters;

 private:
  // JVMTI 25: virtual threads are left out, whether they own the monitor or want it. An abandoned
  // one has no Thread object.
  static bool is_counted(sync::ExecEnv& thread) {
    const java::Thread* object = JavaThread::of(thread).thread_object;
    return runtime::jdk().feature < kSinceUsageIsOfPlatformThreads ||
           (object != nullptr && !is_virtual(*object));
  }
  jthread thread_ref(sync::ExecEnv& thread, const NoSafepoint& still) {
    return local_ref(runtime::make_handle(self_, still, JavaThread::of(thread).thread_object));
  }

  JavaThread& self_;
  Handle<> object_;
  const NoSafepoint* still_ = nullptr;
};

// The agent frees each array by Deallocate.
jvmtiError copy_threads(const std::vector<jthread>& from, jthread** result) {
  *result = allocate_array<jthread>(from.size());
  if (*result == nullptr && !from.empty())
    return JVMTI_ERROR_OUT_OF_MEMORY;
  std::copy(from.begin(), from.end(), *result);
  return JVMTI_ERROR_NONE;
}

}  // namespace

jvmtiError GetOwnedMonitorInfo(Call& call, jthread thread, jint* count, jobject** monitors) {
  if (count == nullptr || monitors == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  std::vector<jvmtiMonitorStackDepthInfo> owned;
  jvmtiError error = owned_by(call, thread, &owned);
  if (error != JVMTI_ERROR_NONE)
    return error;
  *monitors = allocate_array<jobject>(owned.size());
  if (*monitors == nullptr && !owned.empty())
    return JVMTI_ERROR_OUT_OF_MEMORY;
  for (std::size_t i = 0; i < owned.size(); ++i) (*monitors)[i] = owned[i].monitor;
  *count = static_cast<jint>(owned.size());
  return JVMTI_ERROR_NONE;
}

jvmtiError GetOwnedMonitorStackDepthInfo(Call& call, jthread thread, jint* count,
                                         jvmtiMonitorStackDepthInfo** monitors) {
  if (count == nullptr || monitors == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  std::vector<jvmtiMonitorStackDepthInfo> owned;
  jvmtiError error = owned_by(call, thread, &owned);
  if (error != JVMTI_ERROR_NONE)
    return error;
  *monitors = allocate_array<jvmtiMonitorStackDepthInfo>(owned.size());
  if (*monitors == nullptr && !owned.empty())
    return JVMTI_ERROR_OUT_OF_MEMORY;
  std::copy(owned.begin(), owned.end(), *monitors);
  *count = static_cast<jint>(owned.size());
  return JVMTI_ERROR_NONE;
}

// JVMTI, GetCurrentContendedMonitor: the monitor that the thread enters, or waits on in
// Object.wait; null if it does neither.
jvmtiError GetCurrentContendedMonitor(Call& call, jthread thread, jobject* monitor) {
  if (monitor == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  return on_thread(call.self, thread, [&](JavaThread& target, const NoSafepoint& still) {
    Object* object = blocked_object(target);
    *monitor =
        object == nullptr ? nullptr : local_ref(runtime::make_handle(call.self, still, object));
  });
}

jvmtiError GetObjectMonitorUsage(Call& call, jobject object, jvmtiMonitorUsage* usage) {
  if (usage == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  if (handle_of(object).is_null())
    return JVMTI_ERROR_INVALID_OBJECT;
  UsageOperation operation(call.self, handle_of(object));
  sync::run_at_safepoint(call.self, operation);
  *usage = {};
  usage->owner = operation.owner;
  usage->entry_count = operation.owner == nullptr ? 0 : operation.entry_count;
  // HOTSPOT: before JDK 25 a thread that waits to be notified counts among those that want the
  // monitor, too.
  if (runtime::jdk().feature < kSinceUsageIsOfPlatformThreads)
    operation.contenders.insert(operation.contenders.end(), operation.waiters.begin(),
                                operation.waiters.end());
  usage->waiter_count = static_cast<jint>(operation.contenders.size());
  usage->notify_waiter_count = static_cast<jint>(operation.waiters.size());
  jvmtiError error = copy_threads(operation.contenders, &usage->waiters);
  return error != JVMTI_ERROR_NONE ? error
                                   : copy_threads(operation.waiters, &usage->notify_waiters);
}

}  // namespace minijvm::vm::jvmti
