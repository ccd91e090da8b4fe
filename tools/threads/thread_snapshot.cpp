// Takes snapshots inside safepoint operations: the stacks and locks of the threads are read into
// handles of the thread that asks, which is in kInVm.
#include "tools/threads/thread_snapshot.h"

#include <algorithm>
#include <unordered_map>

#include "gc/heap/heap.h"
#include "runtime/class/class.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/continuation.h"
#include "sync/monitor.h"
#include "sync/threads/safepoint.h"
#include "tools/threads/locked_monitors.h"
#include "tools/threads/program_frames.h"
#include "vm/java/threads/java_threads.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using runtime::wk;
using sync::BlockKind;
using sync::NoSafepoint;
using sync::ThreadState;

namespace {

// Null: the object is no synchronizer of java.util.concurrent, or nobody owns it.
java::Thread* owner_of_synchronizer(Object& object) {
  return object.klass()->is_subclass_of(
             *wk().java_util_concurrent_locks_AbstractOwnableSynchronizer)
             ? as<java::AbstractOwnableSynchronizer>(&object)->exclusiveOwnerThread()
             : nullptr;
}

// A waiter that was notified counts as blocked from then on.
std::int32_t status_of(const JavaThread& thread) {
  if (thread.block_kind() == BlockKind::kMonitorEnter || is_relocking(thread)) {
    return kThreadBlockedOnEnter;
  }
  const java::Thread* object = thread.status_object();
  const java::ThreadFacts* facts = object == nullptr ? nullptr : runtime::facts_of(object);
  return facts == nullptr ? kThreadNew : facts->threadStatus();
}

// Reads one thread after the other.
class Reader {
 public:
  Reader(JavaThread& self, const NoSafepoint& still, SnapshotOptions options)
      : self_(self), still_(still), options_(options) {}

  void read(const JavaThread& thread, ThreadSnapshot& result) const {
    result.address = &thread;
    result.vm_id = thread.id();
    result.thread = handle(thread.status_object());
    result.kernel = kernel_thread_of(thread);
    result.allocated =
        static_cast<std::int64_t>(thread.allocated_bytes) + (thread.tlab.top - thread.tlab.start);
    result.defined_classes = thread.defined_classes;
    result.java_top = thread.anchor.fp;
    result.frames = copy_trace(self_, still_, thread, options_.max_depth);
    read_wait(thread, result);
    if (options_.with_monitors) {
      read_monitors(thread, result);
    }
    const JavaThread* mounted = thread.mounted.load(std::memory_order_acquire);
    if (mounted != nullptr && mounted->comes_and_goes_) {
      ThreadSnapshot& carried = result.carried.emplace_back();
      read(*mounted, carried);
      carried.thread = handle(mounted->thread_object);
    }
  }

 private:
  template <class T>
  Handle<T> handle(T* object) const {
    return object == nullptr ? Handle<T>() : runtime::make_handle(self_, still_, object);
  }

  void read_wait(const JavaThread& thread, ThreadSnapshot& result) const {
    const bool only_stops = thread.state() == ThreadState::kBlocked && thread.poll_ != 0;
    result.state = only_stops ? ThreadState::kInVm : thread.state();
    result.status = status_of(thread);
    result.waits = thread.wait_counts;
    result.block = thread.block_kind();
    result.wait = wait_of(thread);
    if (result.block != BlockKind::kNothing && options_.with_monitors) {
      result.called = handle(called_object(thread));
    }
    if (thread.awaited_class != nullptr) {
      result.awaited_class = thread.awaited_class;
      // keeps the class from being unloaded
      (void)handle(thread.awaited_class->mirror);
    }
    if (Object* monitor = blocked_object(thread)) {
      read_monitor(*monitor, result);
    } else if (result.block == BlockKind::kPark || result.status == kThreadParked ||
               result.status == kThreadTimedParked) {
      read_park_blocker(park_blocker(thread), result);
    }
  }

  void read_monitor(Object& monitor, ThreadSnapshot& result) const {
    result.blocker = handle(&monitor);
    result.monitor_address = sync::monitor_address(monitor.multi_use_word());
    sync::ExecEnv* owner = sync::view_monitor_at_safepoint(monitor.multi_use_word()).owner;
    result.owner = handle(owner == nullptr ? nullptr : JavaThread::of(*owner).thread_object);
  }

  void read_park_blocker(Object* blocker, ThreadSnapshot& result) const {
    result.blocker = handle(blocker);
    result.owner = handle(blocker == nullptr ? nullptr : owner_of_synchronizer(*blocker));
  }

  void read_monitors(const JavaThread& thread, ThreadSnapshot& result) const {
    const Object* released = released_monitor(thread);
    visit_locked_monitors(thread, options_.max_depth, [&](Object* object, std::int32_t depth) {
      result.monitors.push_back({handle(object), depth, object == released});
    });
  }

  JavaThread& self_;
  const NoSafepoint& still_;
  SnapshotOptions options_;
};

// Visits the heap and adds each ownable synchronizer to the thread that owns it.
class FindSynchronizers final : public gc::ObjectVisitor {
 public:
  FindSynchronizers(JavaThread& self, const NoSafepoint& still,
                    std::vector<ThreadSnapshot>& threads)
      : self_(self), still_(still) {
    for (ThreadSnapshot& thread : threads) {
      if (!thread.thread.is_null()) {
        by_object_[thread.thread.raw(still)] = &thread;
      }
    }
  }
  void visit(Object* object) override {
    auto owner = by_object_.find(owner_of_synchronizer(*object));
    if (owner != by_object_.end()) {
      owner->second->synchronizers.push_back(runtime::make_handle(self_, still_, object));
    }
  }

 private:
  JavaThread& self_;
  const NoSafepoint& still_;
  std::unordered_map<const java::Thread*, ThreadSnapshot*> by_object_;
};

class TakeSnapshot final : public sync::SafepointOperation {
 public:
  // `wanted` is null for all threads.
  TakeSnapshot(JavaThread& self, SnapshotOptions options,
               const std::vector<Handle<java::Thread>>* wanted)
      : self_(self), options_(options), wanted_(wanted) {}
  const char* name() const override { return "ThreadSnapshot"; }
  bool lets_doze() const override { return true; }
  void run() override {
    NoSafepoint still = NoSafepoint::in_stopped_world();
    Reader reader(self_, still, options_);
    if (wanted_ == nullptr) {
      read_all(reader);
    } else {
      read_wanted(reader, still);
    }
    if (options_.with_synchronizers) {
      FindSynchronizers find(self_, still, threads);
      gc::for_each_object(find);
    }
  }

  std::vector<ThreadSnapshot> threads;

 private:
  void read_all(const Reader& reader) {
    sync::for_each_exec_env([&](sync::ExecEnv& env) {
      const JavaThread& thread = JavaThread::of(env);
      // HOTSPOT: a dump shows the carriers of virtual threads.
      if (!thread.is_vm_internal && !runtime::is_continuation(thread)) {
        reader.read(thread, threads.emplace_back());
      }
    });
  }
  void read_wanted(const Reader& reader, const NoSafepoint& still) {
    for (Handle<java::Thread> each : *wanted_) {
      ThreadSnapshot& result = threads.emplace_back();
      const java::Thread* raw = each.raw(still);
      const JavaThread* thread = raw == nullptr ? nullptr : java_thread_of(raw);
      if (thread == nullptr && raw != nullptr) {
        thread = runtime::thread_of_virtual(raw);
      }
      if (thread != nullptr) {
        reader.read(*thread, result);
      }
    }
  }

  JavaThread& self_;
  SnapshotOptions options_;
  const std::vector<Handle<java::Thread>>* wanted_;
};

}  // namespace

std::vector<ThreadSnapshot> snapshot_threads(JavaThread& self,
                                             const std::vector<Handle<java::Thread>>& threads,
                                             SnapshotOptions options) {
  TakeSnapshot operation(self, options, &threads);
  sync::run_at_safepoint(self, operation);
  return std::move(operation.threads);
}

std::vector<ThreadSnapshot> snapshot_all_threads(JavaThread& self, SnapshotOptions options) {
  TakeSnapshot operation(self, options, nullptr);
  sync::run_at_safepoint(self, operation);
  // Sorted here and not in the safepoint operation, to keep the stop short.
  std::sort(operation.threads.begin(), operation.threads.end(),
            [](const ThreadSnapshot& a, const ThreadSnapshot& b) { return a.vm_id < b.vm_id; });
  return std::move(operation.threads);
}

ThreadSnapshot snapshot_self(JavaThread& self, const NoSafepoint& still, SnapshotOptions options) {
  ThreadSnapshot result;
  Reader(self, still, options).read(self, result);
  return result;
}

const ThreadSnapshot* find_thread(const std::vector<ThreadSnapshot>& threads,
                                  const JavaThread* address) {
  auto found = std::find_if(threads.begin(), threads.end(), [&](const ThreadSnapshot& thread) {
    return thread.address == address;
  });
  return found == threads.end() ? nullptr : &*found;
}

}  // namespace minijvm::vm
