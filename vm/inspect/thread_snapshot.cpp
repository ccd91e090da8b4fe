#include "vm/inspect/thread_snapshot.h"

#include <sys/resource.h>

#include <algorithm>
#include <unordered_map>

#include "gc/heap.h"
#include "gc/heap_summary.h"
#include "runtime/class.h"
#include "runtime/frame.h"
#include "runtime/java_thread.h"
#include "runtime/method.h"
#include "runtime/module_graph.h"
#include "runtime/object.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "sync/clock.h"
#include "sync/monitor.h"
#include "sync/safepoint.h"
#include "vm/java/awaited_class.h"
#include "vm/java/java_threads.h"
#include "vm/java/kernel_threads.h"
#include "vm/java/mirrors.h"
#include "vm/java/strings.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::Frame;
using runtime::FrameWalk;
using runtime::HeldMonitor;
using runtime::JavaThread;
using runtime::Method;
using runtime::Object;
using runtime::wk;
using sync::BlockKind;
using sync::ExecEnv;
using sync::NoSafepoint;
using sync::ThreadState;

namespace {

constexpr std::size_t kMostFrames = 1024;  // HotSpot's MaxJavaStackTraceDepth

ObjectNote note_of(const Object* object) {
  if (object == nullptr) {
    return {};
  }
  const Class& klass = *object->klass();
  if (&klass == wk().java_lang_Class) {
    return {object, "java.lang.Class for " + class_of_mirror(object).external_name()};
  }
  return {object, klass.external_name()};
}

std::string source_text(const Method& method, std::int32_t bci) {
  if (method.is_native()) {
    return "Native Method";
  }
  if (method.holder->source_file == nullptr) {
    return "Unknown Source";
  }
  std::string file(method.holder->source_file->text());
  std::int32_t line = method.line_number(bci);
  return line < 0 ? file : file + ':' + std::to_string(line);
}

std::string module_text(const Class& holder) {
  const runtime::ModuleEntry& module = runtime::module_of(holder);
  if (!module.is_named()) {
    return "";
  }
  std::string name(module.name->text());
  return name + (module.version.empty() ? "/" : '@' + module.version + '/');
}

std::string frame_text(const Frame& frame) {
  const Method& method = frame.method();
  return method.holder->external_name() + '.' + std::string(method.name->text()) + '(' + module_text(*method.holder) +
         source_text(method, frame.bci()) + ')';
}

// Innermost first; a frame of a synchronized method took that lock before any other.
void note_held(const JavaThread& thread, const Frame& frame, std::vector<LockNote>& locks) {
  for (auto held = thread.held_monitors.rbegin(); held != thread.held_monitors.rend(); ++held) {
    if (held->fp == frame.fp()) {
      locks.push_back({LockRelation::kLocked, note_of(held->object)});
    }
  }
  if (const Object* own = frame.fp()[runtime::kFrameLock].ref) {
    locks.push_back({LockRelation::kLocked, note_of(own)});
  }
}

// What the innermost frame waits for.
void note_wait(const JavaThread& thread, std::vector<LockNote>& locks) {
  if (const Class* awaited = awaited_class(thread)) {
    locks.push_back({LockRelation::kWaitingForClass, {nullptr, awaited->external_name()}});
    return;
  }
  switch (thread.block_kind()) {
    case BlockKind::kMonitorEnter: locks.push_back({LockRelation::kWaitingToLock, note_of(blocked_object(thread))}); break;
    case BlockKind::kMonitorWait:
      locks.push_back({is_relocking(thread) ? LockRelation::kWaitingToRelock : LockRelation::kWaitingOn, note_of(blocked_object(thread))});
      break;
    case BlockKind::kPark:
      if (const Object* blocker = park_blocker(thread)) {
        locks.push_back({LockRelation::kParkingFor, note_of(blocker)});
      }
      break;
    case BlockKind::kSleep:
    case BlockKind::kCondition:
    case BlockKind::kNothing: break;
  }
}

std::vector<FrameNote> note_frames(const JavaThread& thread) {
  std::vector<FrameNote> notes;
  for (FrameWalk walk(thread); !walk.done() && notes.size() < kMostFrames; walk.next()) {
    FrameNote note;
    note.text = frame_text(walk.frame());
    if (notes.empty()) {
      note_wait(thread, note.locks);
    }
    note_held(thread, walk.frame(), note.locks);
    notes.push_back(std::move(note));
  }
  return notes;
}

// HOTSPOT: whoever asked for the dump waits for the thread that makes it.
const char* activity_of(const JavaThread& thread, const JavaThread& asker) {
  if (&thread == &asker) {
    return "waiting on condition";
  }
  if (awaited_class(thread) != nullptr) {
    return "in Object.wait()";
  }
  switch (thread.block_kind()) {
    case BlockKind::kMonitorEnter: return "waiting for monitor entry";
    case BlockKind::kMonitorWait: return is_relocking(thread) ? "waiting for monitor entry" : "in Object.wait()";
    case BlockKind::kPark:
    case BlockKind::kSleep:
    case BlockKind::kCondition: return "waiting on condition";
    case BlockKind::kNothing: break;
  }
  return thread.state() == ThreadState::kBlocked && thread.poll_ == 0 ? "waiting on condition" : "runnable";
}

void note_java_side(const JavaThread& thread, ThreadNote& note) {
  const Object* object = thread.thread_object;
  if (object == nullptr) {
    return;
  }
  NoSafepoint still = NoSafepoint::in_stopped_world();
  const Object* name = object->load_ref(wk().Thread_name);
  note.name = name == nullptr ? "" : to_modified_utf8(still, name);
  note.java_id = object->load<std::int64_t>(wk().Thread_tid);
  note.is_daemon = object->load<std::uint8_t>(wk().Thread_daemon) != 0;
  note.priority = object->load<std::int32_t>(wk().Thread_priority);
  note.status = object->load<std::int32_t>(wk().Thread_threadStatus);
  if (thread.block_kind() == BlockKind::kMonitorEnter || is_relocking(thread)) {
    note.status = kThreadBlockedOnEnter;
  }
}

void note_kernel_side(const JavaThread& thread, ThreadNote& note) {
  KernelThread kernel = kernel_thread_of(thread);
  note.kernel_id = kernel.id;
  note.cpu_ns = std::max<std::int64_t>(cpu_ns_of(kernel), 0);
  note.elapsed_ns = kernel.id == 0 ? 0 : sync::monotonic_ns() - kernel.start_ns;
  note.kernel_priority = kernel.id == 0 ? 0 : getpriority(PRIO_PROCESS, static_cast<id_t>(kernel.id));
}

// Of a synchronizer whose owner has ended.
std::string ended_owner_name(const Object& synchronizer) {
  NoSafepoint still = NoSafepoint::in_stopped_world();
  const Object* owner = synchronizer.load_ref(wk().AbstractOwnableSynchronizer_exclusiveOwnerThread);
  const Object* name = owner->load_ref(wk().Thread_name);
  return name == nullptr ? "" : to_modified_utf8(still, name);
}

void note_wait_edge(const JavaThread& thread, ThreadNote& note) {
  Wait wait = wait_of(thread);
  note.waits_for = wait.kind;
  note.holder = wait.holder;
  switch (wait.kind) {
    case WaitsFor::kNothing: return;
    case WaitsFor::kMonitor:
      note.wanted = note_of(wait.wanted);
      note.wanted_record = sync::monitor_address(wait.wanted->multi_use_word());
      return;
    case WaitsFor::kSynchronizer:
      note.wanted = note_of(wait.wanted);
      note.ended_owner = wait.holder == nullptr ? ended_owner_name(*wait.wanted) : "";
      return;
    case WaitsFor::kClass: note.wanted = {wait.wanted, class_of_mirror(wait.wanted).external_name()}; return;
    case WaitsFor::kThreadEnd: note.wanted = note_of(wait.wanted); return;
  }
}

ThreadNote note_thread(const JavaThread& thread, const JavaThread& asker) {
  ThreadNote note;
  note.address = &thread;
  note.vm_id = thread.id();
  note.activity = activity_of(thread, asker);
  note.block = thread.block_kind();
  note.java_top = thread.anchor.fp;
  note_java_side(thread, note);
  note_kernel_side(thread, note);
  note.frames = note_frames(thread);
  note_wait_edge(thread, note);
  return note;
}

// Notes each ownable synchronizer of the heap at its owner.
class FindSynchronizers final : public gc::ObjectVisitor {
 public:
  explicit FindSynchronizers(std::vector<ThreadNote>& threads) {
    for (ThreadNote& thread : threads) {
      if (thread.address->thread_object != nullptr) {
        by_object_[thread.address->thread_object] = &thread;
      }
    }
  }
  void visit(Object* object) override {
    if (!object->klass()->is_subclass_of(*wk().java_util_concurrent_locks_AbstractOwnableSynchronizer)) {
      return;
    }
    auto owner = by_object_.find(object->load_ref(wk().AbstractOwnableSynchronizer_exclusiveOwnerThread));
    if (owner != by_object_.end()) {
      owner->second->synchronizers.push_back(note_of(object));
    }
  }

 private:
  std::unordered_map<const Object*, ThreadNote*> by_object_;
};

class TakeSnapshot final : public sync::SafepointOperation {
 public:
  TakeSnapshot(const JavaThread& asker, bool with_synchronizers) : asker_(asker) { snapshot.has_synchronizers = with_synchronizers; }
  const char* name() const override { return "ThreadDump"; }
  void run() override {
    sync::for_each_exec_env([this](ExecEnv& ee) {
      const JavaThread& thread = JavaThread::of(ee);
      if (!thread.is_vm_internal) snapshot.threads.push_back(note_thread(thread, asker_));
    });
    if (snapshot.has_synchronizers) {
      FindSynchronizers find(snapshot.threads);
      gc::for_each_object(find);
    }
    snapshot.refs = jni_ref_counts();
    snapshot.heap = gc::heap_summary();
  }
  ThreadSnapshot snapshot;

 private:
  const JavaThread& asker_;
};

}  // namespace

const LockNote* ThreadNote::wait_line() const {
  bool has_line = !frames.empty() && !frames.front().locks.empty() && frames.front().locks.front().relation != LockRelation::kLocked;
  return has_line ? &frames.front().locks.front() : nullptr;
}

const ThreadNote* ThreadSnapshot::find(const JavaThread* thread) const {
  for (const ThreadNote& note : threads) {
    if (note.address == thread) {
      return &note;
    }
  }
  return nullptr;
}

std::vector<FrameNote> own_frames(JavaThread& self) {
  const NoSafepoint still(self);
  return note_frames(self);
}

ThreadSnapshot take_thread_snapshot(JavaThread& self, bool with_synchronizers) {
  TakeSnapshot operation(self, with_synchronizers);
  sync::run_at_safepoint(self, operation);
  std::sort(operation.snapshot.threads.begin(), operation.snapshot.threads.end(),
            [](const ThreadNote& a, const ThreadNote& b) { return a.vm_id < b.vm_id; });
  return std::move(operation.snapshot);
}

}  // namespace minijvm::vm
