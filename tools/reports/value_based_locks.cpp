// Checks each object that a thread locks and, if the object's class is value-based, stops the VM or
// logs the stack of the locking thread.
#include "tools/reports/value_based_locks.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/asked_stop.h"
#include "base/log.h"
#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/vm_annotations.h"
#include "runtime/frame/frame.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "tools/dumps/thread_text.h"
#include "tools/threads/thread_snapshot.h"
#include "vm/observer.h"

namespace minijvm::vm {
namespace {

using runtime::Class;
using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;

// The annotation counts only on classes that the JDK's own loaders define. Subclasses of such a
// class are value-based too.
bool is_value_based(const Class& klass) {
  for (const Class* at = &klass; at != nullptr; at = at->super) {
    const bool is_jdks = at->loader->is_boot_or_platform() && at->file != nullptr;
    if (is_jdks &&
        runtime::has_annotation(at->file->annotations().visible, at->file->constant_pool(),
                                "Ljdk/internal/ValueBased;")) {
      return true;
    }
  }
  return false;
}

// Says which object is locked and where.
struct LockPlace {
  std::string object;     // "object 0x... of klass java.lang.Integer"
  std::string top_frame;  // empty: no Java frame locks
  std::string frames;     // as in a thread dump
};

// Adds the lock to the innermost frame. The frame does not list it yet, because the lock is about
// to be taken; only a synchronized method's frame lists its own lock already.
void add_lock(const JavaThread& self, const sync::NoSafepoint& still, Handle<> object,
              ThreadSnapshot& thread) {
  runtime::FrameWalk walk(self);
  const bool is_there =
      walk.done() || (walk.frame().method().is_synchronized() &&
                      walk.frame().fp()[runtime::kFrameLock].ref == object.raw(still));
  if (!is_there) {
    thread.monitors.insert(thread.monitors.begin(), {.object = object});
  }
}

// own_frames may stop, so the object is read afterwards.
LockPlace describe(JavaThread& self, Handle<> object) {
  constexpr std::int32_t kMostFrames = 1024;
  runtime::HandleScope scope(self);
  const sync::NoSafepoint still(self);
  ThreadSnapshot thread =
      snapshot_self(self, still, {.max_depth = kMostFrames, .with_monitors = true});
  add_lock(self, still, object, thread);
  const Object* raw = object.raw(still);
  return {fmt::format("object {} of klass {}", address_text(raw), raw->klass()->external_name()),
          thread.frames.empty() ? "" : frame_text(thread.frames.front()),
          frames_text(still, thread)};
}

// The NoSafepoint ends with this function, since its caller may stop afterwards.
bool is_value_based_object(JavaThread& self, Handle<> object) {
  const sync::NoSafepoint still(self);
  return is_value_based(*object.raw(still)->klass());
}

// Ends the VM with a report, as HotSpot does for the value 1.
void stop_at_value_based(JavaThread& self, Handle<> object) {
  if (is_value_based_object(self, object)) {
    const LockPlace place = describe(self, object);
    stop_as_asked("Synchronizing on %s%s", place.object.c_str(),
                  place.top_frame.empty() ? "" : (" at " + place.top_frame).c_str());
  }
}

// Writes the lock to the log, with one record for each frame of the stack.
void log_value_based(JavaThread& self, Handle<> object) {
  if (!log_enabled(LogTag::valuebased, LogLevel::kInfo) || !is_value_based_object(self, object)) {
    return;
  }
  const LockPlace place = describe(self, object);
  MJ_LOG(valuebased, kInfo, "Synchronizing on %s", place.object.c_str());
  std::string_view rest = place.frames;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    MJ_LOG(valuebased, kInfo, "%s", std::string(rest.substr(0, end)).c_str());
    rest.remove_prefix(end + 1);
  }
}

// One class serves both values of the flag; `act_` is what happens at each lock.
class ValueBasedLocks final : public Observer {
 public:
  explicit ValueBasedLocks(void (*act)(JavaThread&, Handle<>)) : act_(act) {}
  void monitor_enter_begins(JavaThread& self, Handle<> object) override { act_(self, object); }

 private:
  void (*act_)(JavaThread&, Handle<>);
};

}  // namespace

void diagnose_value_based_locks(unsigned what) {
  if (what == kValueBasedLocksStop) {
    observe(*new ValueBasedLocks(stop_at_value_based), kMonitorEnterEvents);
  } else if (what == kValueBasedLocksLogged) {
    // The value 2 also switches the tag on, so that no -Xlog option is needed.
    configure_log("valuebasedclasses");
    observe(*new ValueBasedLocks(log_value_based), kMonitorEnterEvents);
  }
}

}  // namespace minijvm::vm
