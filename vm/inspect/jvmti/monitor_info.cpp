// Who holds, enters and waits for monitors (JVMTI, "Thread" and "Object"). Proved by tests/vm/jvmti and tests/jdb.
#include <algorithm>
#include <vector>

#include "runtime/frame.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "sync/monitor.h"
#include "vm/inspect/jvmti/functions.h"
#include "vm/inspect/jvmti/memory.h"
#include "vm/inspect/jvmti/threads.h"
#include "vm/java/wait_graph.h"

namespace minijvm::vm::jvmti {

using runtime::Frame;
using runtime::FrameWalk;

namespace {

constexpr jint kByJni = -1;  // JVMTI: the depth of a monitor that JNI entered

struct Owned {
  const Object* object;
  jint depth;
};

class OwnedMonitors {
 public:
  // An object counts once, for the innermost frame. What a thread waits on it does not own meanwhile.
  explicit OwnedMonitors(const JavaThread& target) : given_up_(target.block_kind() == sync::BlockKind::kMonitorWait ? blocked_object(target) : nullptr) {
    jint depth = 0;
    for (FrameWalk walk(target); !walk.done(); walk.next()) add_of_frame(target, walk.frame(), depth++);
    for (const runtime::HeldMonitor& held : target.held_monitors) {
      if (held.fp == nullptr) add(held.object, kByJni);
    }
  }
  const std::vector<Owned>& all() const { return all_; }

 private:
  void add_of_frame(const JavaThread& target, const Frame& frame, jint depth) {
    for (auto held = target.held_monitors.rbegin(); held != target.held_monitors.rend(); ++held) {
      if (held->fp == frame.fp()) add(held->object, depth);
    }
    add(frame.fp()[runtime::kFrameLock].ref, depth);
  }
  void add(const Object* object, jint depth) {
    bool is_known = std::any_of(all_.begin(), all_.end(), [&](const Owned& owned) { return owned.object == object; });
    if (object != nullptr && object != given_up_ && !is_known) all_.push_back({object, depth});
  }

  const Object* given_up_;
  std::vector<Owned> all_;
};

jvmtiError owned_by(Call& call, jthread thread, std::vector<jvmtiMonitorStackDepthInfo>* result) {
  return on_thread(call.self, thread, [&](JavaThread& target, const NoSafepoint& still) {
    OwnedMonitors monitors(target);
    for (const Owned& owned : monitors.all()) {
      result->push_back({local_ref(runtime::make_handle(call.self, still, const_cast<Object*>(owned.object))), owned.depth});
    }
  });
}

// A monitor's picture, of one moment.
class UsageOperation final : public sync::SafepointOperation, public sync::QueueVisitor {
 public:
  UsageOperation(JavaThread& self, Handle<> object) : self_(self), object_(object) {}
  const char* name() const override { return "GetObjectMonitorUsage"; }

  void run() override {
    NoSafepoint still(self_);
    const sync::MultiUseWord& word = object_.raw(still)->multi_use_word();
    sync::MonitorView view = sync::view_monitor_at_safepoint(word);
    if (view.owner != nullptr) owner = thread_ref(*view.owner, still);
    entry_count = static_cast<jint>(view.entry_count);
    still_ = &still;
    sync::visit_queue(word, *this);
  }
  void visit(sync::ExecEnv& queued, bool is_waiter) override { (is_waiter ? waiters : contenders).push_back(thread_ref(queued, *still_)); }

  jthread owner = nullptr;
  jint entry_count = 0;
  std::vector<jthread> contenders;
  std::vector<jthread> waiters;

 private:
  jthread thread_ref(sync::ExecEnv& thread, const NoSafepoint& still) {
    return local_ref(runtime::make_handle(self_, still, JavaThread::of(thread).thread_object));
  }

  JavaThread& self_;
  Handle<> object_;
  const NoSafepoint* still_ = nullptr;
};

jvmtiError copy_threads(const std::vector<jthread>& from, jthread** result) {
  *result = allocate_array<jthread>(from.size());
  if (*result == nullptr && !from.empty()) return JVMTI_ERROR_OUT_OF_MEMORY;
  std::copy(from.begin(), from.end(), *result);
  return JVMTI_ERROR_NONE;
}

}  // namespace

jvmtiError GetOwnedMonitorInfo(Call& call, jthread thread, jint* count, jobject** monitors) {
  if (count == nullptr || monitors == nullptr) return JVMTI_ERROR_NULL_POINTER;
  std::vector<jvmtiMonitorStackDepthInfo> owned;
  jvmtiError error = owned_by(call, thread, &owned);
  if (error != JVMTI_ERROR_NONE) return error;
  *monitors = allocate_array<jobject>(owned.size());
  if (*monitors == nullptr && !owned.empty()) return JVMTI_ERROR_OUT_OF_MEMORY;
  for (std::size_t i = 0; i < owned.size(); ++i) (*monitors)[i] = owned[i].monitor;
  *count = static_cast<jint>(owned.size());
  return JVMTI_ERROR_NONE;
}

jvmtiError GetOwnedMonitorStackDepthInfo(Call& call, jthread thread, jint* count, jvmtiMonitorStackDepthInfo** monitors) {
  if (count == nullptr || monitors == nullptr) return JVMTI_ERROR_NULL_POINTER;
  std::vector<jvmtiMonitorStackDepthInfo> owned;
  jvmtiError error = owned_by(call, thread, &owned);
  if (error != JVMTI_ERROR_NONE) return error;
  *monitors = allocate_array<jvmtiMonitorStackDepthInfo>(owned.size());
  if (*monitors == nullptr && !owned.empty()) return JVMTI_ERROR_OUT_OF_MEMORY;
  std::copy(owned.begin(), owned.end(), *monitors);
  *count = static_cast<jint>(owned.size());
  return JVMTI_ERROR_NONE;
}

// The monitor that the thread enters, or waits on.
jvmtiError GetCurrentContendedMonitor(Call& call, jthread thread, jobject* monitor) {
  if (monitor == nullptr) return JVMTI_ERROR_NULL_POINTER;
  return on_thread(call.self, thread, [&](JavaThread& target, const NoSafepoint& still) {
    Object* object = blocked_object(target);
    *monitor = object == nullptr ? nullptr : local_ref(runtime::make_handle(call.self, still, object));
  });
}

jvmtiError GetObjectMonitorUsage(Call& call, jobject object, jvmtiMonitorUsage* usage) {
  if (usage == nullptr) return JVMTI_ERROR_NULL_POINTER;
  if (handle_of(object).is_null()) return JVMTI_ERROR_INVALID_OBJECT;
  UsageOperation operation(call.self, handle_of(object));
  sync::run_at_safepoint(call.self, operation);
  *usage = {};
  usage->owner = operation.owner;
  usage->entry_count = operation.owner == nullptr ? 0 : operation.entry_count;
  // HOTSPOT: who waits to be notified counts among those that want the monitor, too.
  operation.contenders.insert(operation.contenders.end(), operation.waiters.begin(), operation.waiters.end());
  usage->waiter_count = static_cast<jint>(operation.contenders.size());
  usage->notify_waiter_count = static_cast<jint>(operation.waiters.size());
  jvmtiError error = copy_threads(operation.contenders, &usage->waiters);
  return error != JVMTI_ERROR_NONE ? error : copy_threads(operation.waiters, &usage->notify_waiters);
}

}  // namespace minijvm::vm::jvmti
