#include "vm/inspect/value_based_locks.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/asked_stop.h"
#include "base/log.h"
#include "classfile/class_file.h"
#include "runtime/class.h"
#include "runtime/frame.h"
#include "runtime/java_thread.h"
#include "runtime/loader_data.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/vm_annotations.h"
#include "vm/inspect/thread_dump.h"
#include "vm/inspect/thread_snapshot.h"
#include "vm/java/enter_observer.h"

namespace minijvm::vm {
namespace {

using runtime::Class;
using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;

// The annotation counts where the JDK's own loaders define a class; subclasses inherit what it says.
bool is_value_based(const Class& klass) {
  for (const Class* at = &klass; at != nullptr; at = at->super) {
    const bool is_jdks = at->loader->is_boot_or_platform() && at->file != nullptr;
    if (is_jdks && runtime::has_annotation(at->file->annotations().visible, at->file->constant_pool(), "Ljdk/internal/ValueBased;")) {
      return true;
    }
  }
  return false;
}

struct LockPlace {
  std::string object;             // "object 0x... of klass java.lang.Integer"
  std::vector<FrameNote> frames;
};

// The lock is not yet among those that the innermost frame holds, but for a synchronized method's.
void add_lock(const JavaThread& self, const Object* object, std::vector<FrameNote>& frames) {
  runtime::FrameWalk walk(self);
  const bool is_there = walk.done() || (walk.frame().method().is_synchronized() && walk.frame().fp()[runtime::kFrameLock].ref == object);
  if (!is_there) {
    LockNote note{LockRelation::kLocked, {object, object->klass()->external_name()}};
    frames.front().locks.insert(frames.front().locks.begin(), std::move(note));
  }
}

LockPlace describe(JavaThread& self, Handle<> object) {
  std::vector<FrameNote> frames = own_frames(self);
  const sync::NoSafepoint still(self);
  const Object* raw = object.raw(still);
  add_lock(self, raw, frames);
  return {fmt::format("object 0x{:016x} of klass {}", reinterpret_cast<std::uintptr_t>(raw), raw->klass()->external_name()), std::move(frames)};
}

bool is_value_based_object(JavaThread& self, Handle<> object) {
  const sync::NoSafepoint still(self);
  return is_value_based(*object.raw(still)->klass());
}

void stop_at_value_based(JavaThread& self, Handle<> object) {
  if (is_value_based_object(self, object)) {
    const LockPlace place = describe(self, object);
    stop_as_asked("Synchronizing on %s%s", place.object.c_str(), place.frames.empty() ? "" : (" at " + place.frames.front().text).c_str());
  }
}

void log_value_based(JavaThread& self, Handle<> object) {
  if (!log_enabled(LogTag::valuebased, LogLevel::kInfo) || !is_value_based_object(self, object)) {
    return;
  }
  const LockPlace place = describe(self, object);
  MJ_LOG(valuebased, kInfo, "Synchronizing on %s", place.object.c_str());
  const std::string text = frames_text(place.frames);
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    MJ_LOG(valuebased, kInfo, "%s", std::string(rest.substr(0, end)).c_str());
    rest.remove_prefix(end + 1);
  }
}

}  // namespace

void diagnose_value_based_locks(unsigned what) {
  if (what == kValueBasedLocksStop) {
    set_enter_observer(stop_at_value_based);
  } else if (what == kValueBasedLocksLogged) {
    configure_log("valuebasedclasses");
    set_enter_observer(log_value_based);
  }
}

}  // namespace minijvm::vm
