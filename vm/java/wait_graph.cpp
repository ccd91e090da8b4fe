#include "vm/java/wait_graph.h"

#include "runtime/class.h"
#include "runtime/frame.h"
#include "runtime/java_thread.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "sync/monitor.h"
#include "vm/java/awaited_class.h"
#include "vm/java/java_threads.h"

namespace minijvm::vm {

using runtime::JavaThread;
using runtime::Object;
using runtime::wk;
using sync::BlockKind;

namespace {

Wait wait_for_monitor(Object& wanted) {
  sync::ExecEnv* owner = sync::view_monitor_at_safepoint(wanted.multi_use_word()).owner;
  return owner == nullptr ? Wait{} : Wait{WaitsFor::kMonitor, &wanted, &JavaThread::of(*owner)};
}

// A synchronizer that says which thread owns it.
Wait wait_for_synchronizer(Object& wanted) {
  if (!wanted.klass()->is_subclass_of(*wk().java_util_concurrent_locks_AbstractOwnableSynchronizer)) {
    return {};
  }
  const Object* owner = wanted.load_ref(wk().AbstractOwnableSynchronizer_exclusiveOwnerThread);
  return owner == nullptr ? Wait{} : Wait{WaitsFor::kSynchronizer, &wanted, java_thread_of(owner)};
}

Wait wait_for_class(const runtime::Class& wanted) {
  const JavaThread* initializer = wanted.initializing_thread.load(std::memory_order_relaxed);
  return initializer == nullptr ? Wait{} : Wait{WaitsFor::kClass, wanted.mirror, initializer};
}

// Thread.join is a wait on the Thread, which anyone may do for other ends: only the frame below Object.wait tells.
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
  if (wanted == nullptr || !wanted->klass()->is_subclass_of(*wk().java_lang_Thread) || !is_in_join(thread)) {
    return {};
  }
  const JavaThread* joined = java_thread_of(wanted);
  return joined == nullptr ? Wait{} : Wait{WaitsFor::kThreadEnd, wanted, joined};
}

Wait wait_or_none(const JavaThread& thread) {
  if (thread.block_kind() == BlockKind::kMonitorEnter || is_relocking(thread)) {
    Object* monitor = blocked_object(thread);
    return monitor == nullptr ? Wait{} : wait_for_monitor(*monitor);
  }
  if (const runtime::Class* awaited = awaited_class(thread)) {
    return wait_for_class(*awaited);
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

Object* park_blocker(const JavaThread& thread) {
  return thread.thread_object == nullptr ? nullptr : thread.thread_object->load_ref(wk().Thread_parkBlocker);
}

bool is_relocking(const JavaThread& thread) {
  return thread.block_kind() == BlockKind::kMonitorWait && thread.wait_state_.load(std::memory_order_acquire) != sync::WaitState::kWaiting;
}

Wait wait_of(const JavaThread& thread) {
  Wait wait = wait_or_none(thread);
  bool is_on_its_way = is_for_lock(wait) && wait.holder == &thread;  // invited already, or unparked
  return is_on_its_way ? Wait{} : wait;
}

// A node has at most one edge, so the graph is a set of chains, some of which end in a circle: follow each chain once, and stop at a node
// that was met before. Was it met on this very chain, then what lies since is a circle.
std::vector<std::vector<std::size_t>> find_circles(const std::vector<std::size_t>& next) {
  std::vector<std::size_t> met_from(next.size(), kNobody);  // node -> the chain's first
  std::vector<std::vector<std::size_t>> circles;
  for (std::size_t first = 0; first < next.size(); ++first) {
    std::size_t at = first;
    while (at != kNobody && met_from[at] == kNobody) {
      met_from[at] = first;
      at = next[at];
    }
    if (at == kNobody || met_from[at] != first) {
      continue;
    }
    std::vector<std::size_t> circle;
    std::size_t member = at;
    do {
      circle.push_back(member);
      member = next[member];
    } while (member != at);
    circles.push_back(std::move(circle));
  }
  return circles;
}

}  // namespace minijvm::vm
