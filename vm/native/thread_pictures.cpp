#include "vm/native/thread_pictures.h"

#include <unordered_map>

#include "gc/heap.h"
#include "runtime/class.h"
#include "runtime/frame.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "sync/monitor.h"
#include "sync/safepoint.h"
#include "vm/java/java_threads.h"
#include "vm/java/wait_graph.h"

namespace minijvm::vm {

using runtime::Frame;
using runtime::FrameWalk;
using runtime::Handle;
using runtime::HeldMonitor;
using runtime::JavaThread;
using runtime::Object;
using runtime::wk;
using sync::BlockKind;
using sync::NoSafepoint;

namespace {

// Takes pictures: of one thread after the other, then of the synchronizers that they own.
class Camera {
 public:
  Camera(JavaThread& self, const NoSafepoint& still, PictureOptions options) : self_(self), still_(still), options_(options) {}

  void take(const JavaThread& thread, ThreadPicture& picture) const {
    picture.is_alive = true;
    picture.thread = handle(thread.thread_object);
    picture.status = thread.thread_object->load<std::int32_t>(wk().Thread_threadStatus);
    picture.is_in_native = thread.state() == sync::ThreadState::kInNative;
    picture.waits = thread.wait_counts;
    note_blocker(thread, picture);
    note_frames(thread, picture);
    if (options_.with_monitors) {
      note_native_locks(thread, picture);
    }
  }

 private:
  Handle<> handle(Object* object) const { return object == nullptr ? Handle<>() : runtime::make_handle(self_, still_, object); }

  // HOTSPOT: a thread that is blocked for a monitor which nobody owns now, or it itself, is shown as running.
  void note_monitor(const JavaThread& thread, Object* monitor, ThreadPicture& picture) const {
    sync::ExecEnv* owner = monitor == nullptr ? nullptr : sync::view_monitor_at_safepoint(monitor->multi_use_word()).owner;
    if (owner == &thread || (owner == nullptr && picture.status == kThreadBlockedOnEnter)) {
      picture.status = kThreadRunnable;
      return;
    }
    picture.blocker = handle(monitor);
    picture.owner = owner == nullptr ? Handle<>() : handle(JavaThread::of(*owner).thread_object);
  }

  void note_blocker(const JavaThread& thread, ThreadPicture& picture) const {
    switch (picture.status) {
      case kThreadBlockedOnEnter:
      case kThreadWaiting:
      case kThreadTimedWaiting: note_monitor(thread, blocked_object(thread), picture); return;
      case kThreadParked:
      case kThreadTimedParked: break;
      default: return;
    }
    Object* blocker = park_blocker(thread);
    picture.blocker = handle(blocker);
    if (blocker != nullptr && blocker->klass()->is_subclass_of(*wk().java_util_concurrent_locks_AbstractOwnableSynchronizer)) {
      picture.owner = handle(blocker->load_ref(wk().AbstractOwnableSynchronizer_exclusiveOwnerThread));
    }
  }

  void note_frames(const JavaThread& thread, ThreadPicture& picture) const {
    std::int32_t depth = 0;
    for (FrameWalk walk(thread); !walk.done() && depth != options_.max_depth; walk.next(), ++depth) {
      runtime::Method& method = walk.frame().method();
      picture.points.push_back({&method, walk.frame().bci()});
      handle(method.holder->mirror);
      if (options_.with_monitors) {
        note_locks(thread, walk.frame(), depth, picture);
      }
    }
  }

  // What it waits on is its no more, although its frames still name it.
  void add_lock(const JavaThread& thread, Object* object, std::int32_t depth, ThreadPicture& picture) const {
    bool is_given_up = thread.block_kind() == BlockKind::kMonitorWait && object == blocked_object(thread);
    if (!is_given_up) {
      picture.monitors.push_back({handle(object), depth});
    }
  }

  // Innermost first; a synchronized method took its own lock before any other.
  void note_locks(const JavaThread& thread, const Frame& frame, std::int32_t depth, ThreadPicture& picture) const {
    for (auto held = thread.held_monitors.rbegin(); held != thread.held_monitors.rend(); ++held) {
      if (held->fp == frame.fp()) {
        add_lock(thread, held->object, depth, picture);
      }
    }
    if (Object* own = frame.fp()[runtime::kFrameLock].ref) {
      add_lock(thread, own, depth, picture);
    }
  }

  void note_native_locks(const JavaThread& thread, ThreadPicture& picture) const {
    for (const HeldMonitor& held : thread.held_monitors) {
      if (held.fp == nullptr) {
        add_lock(thread, held.object, -1, picture);
      }
    }
  }

  JavaThread& self_;
  const NoSafepoint& still_;
  PictureOptions options_;
};

// Finds who owns the heap's ownable synchronizers.
class FindSynchronizers final : public gc::ObjectVisitor {
 public:
  FindSynchronizers(JavaThread& self, const NoSafepoint& still, std::vector<ThreadPicture>& pictures) : self_(self), still_(still) {
    for (ThreadPicture& picture : pictures) {
      if (picture.is_alive) {
        by_thread_[picture.thread.raw(still)] = &picture;
      }
    }
  }
  void visit(Object* object) override {
    if (!object->klass()->is_subclass_of(*wk().java_util_concurrent_locks_AbstractOwnableSynchronizer)) {
      return;
    }
    auto owner = by_thread_.find(object->load_ref(wk().AbstractOwnableSynchronizer_exclusiveOwnerThread));
    if (owner != by_thread_.end()) {
      owner->second->synchronizers.push_back(runtime::make_handle(self_, still_, object));
    }
  }

 private:
  JavaThread& self_;
  const NoSafepoint& still_;
  std::unordered_map<const Object*, ThreadPicture*> by_thread_;
};

class TakePictures final : public sync::SafepointOperation {
 public:
  TakePictures(JavaThread& self, PictureOptions options, std::vector<Handle<>> threads, std::vector<std::int64_t> ids)
      : pictures(std::max(threads.size(), ids.size())), self_(self), options_(options), threads_(std::move(threads)), ids_(std::move(ids)) {}

  const char* name() const override { return "ThreadPictures"; }
  void run() override {
    NoSafepoint still = NoSafepoint::in_stopped_world();
    Camera camera(self_, still, options_);
    for (std::size_t i = 0; i < pictures.size(); ++i) {
      const JavaThread* thread = ids_.empty() ? by_object(still, threads_[i]) : by_id(ids_[i]);
      if (thread != nullptr) {
        camera.take(*thread, pictures[i]);
      }
    }
    if (options_.with_synchronizers) {
      FindSynchronizers find(self_, still, pictures);
      gc::for_each_object(find);
    }
  }

  std::vector<ThreadPicture> pictures;

 private:
  static const JavaThread* by_object(const NoSafepoint& still, Handle<> thread) {
    const Object* raw = thread.raw(still);
    return raw == nullptr ? nullptr : java_thread_of(raw);
  }
  static const JavaThread* by_id(std::int64_t id) {
    const JavaThread* found = nullptr;
    sync::for_each_exec_env([&](sync::ExecEnv& env) {
      const JavaThread& thread = JavaThread::of(env);
      bool is_visible = thread.thread_object != nullptr && !thread.is_vm_internal && java_thread_of(thread.thread_object) != nullptr;
      if (is_visible && java_thread_id(thread) == id) {
        found = &thread;
      }
    });
    return found;
  }

  JavaThread& self_;
  PictureOptions options_;
  std::vector<Handle<>> threads_;
  std::vector<std::int64_t> ids_;
};

class FindDeadlocks final : public sync::SafepointOperation {
 public:
  FindDeadlocks(JavaThread& self, bool monitors_only) : self_(self), monitors_only_(monitors_only) {}
  const char* name() const override { return "FindDeadlocks"; }
  void run() override {
    NoSafepoint still = NoSafepoint::in_stopped_world();
    std::vector<const JavaThread*> threads;
    std::unordered_map<const JavaThread*, std::size_t> place;
    sync::for_each_exec_env([&](sync::ExecEnv& env) {
      place[&JavaThread::of(env)] = threads.size();
      threads.push_back(&JavaThread::of(env));
    });
    std::vector<std::size_t> next;
    for (const JavaThread* thread : threads) {
      Wait wait = wait_of(*thread);
      auto holder = place.find(wait.holder);
      bool counts = holder != place.end() && is_for_lock(wait) && (wait.kind == WaitsFor::kMonitor || !monitors_only_);
      next.push_back(counts ? holder->second : kNobody);
    }
    for (const std::vector<std::size_t>& circle : find_circles(next)) {
      for (std::size_t member : circle) {
        deadlocked.push_back(runtime::make_handle(self_, still, threads[member]->thread_object));
      }
    }
  }
  std::vector<Handle<>> deadlocked;

 private:
  JavaThread& self_;
  bool monitors_only_;
};

std::vector<ThreadPicture> run(JavaThread& self, TakePictures operation) {
  sync::run_at_safepoint(self, operation);
  return std::move(operation.pictures);
}

}  // namespace

std::vector<ThreadPicture> picture_threads(JavaThread& self, const std::vector<Handle<>>& threads, PictureOptions options) {
  return run(self, TakePictures(self, options, threads, {}));
}

std::vector<ThreadPicture> picture_threads(JavaThread& self, const std::vector<std::int64_t>& ids, PictureOptions options) {
  return run(self, TakePictures(self, options, {}, ids));
}

std::vector<Handle<>> find_deadlocked_threads(JavaThread& self, bool monitors_only) {
  FindDeadlocks operation(self, monitors_only);
  sync::run_at_safepoint(self, operation);
  return std::move(operation.deadlocked);
}

}  // namespace minijvm::vm
