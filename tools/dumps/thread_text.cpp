// Turns the parts of a snapshot into the words of a thread dump. The caller is in kInVm; nothing
// here stops.
#include "tools/dumps/thread_text.h"

#include <fmt/format.h>

#include "runtime/class/class.h"
#include "runtime/object/java_objects.h"
#include "vm/java/mirrors.h"
#include "vm/java/strings.h"
#include "vm/java/threads/thread_blocking.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::Object;
using sync::BlockKind;
using sync::NoSafepoint;

namespace {

// Null: a dump says nothing. "parking to wait for" is followed by two blanks in HotSpot, so also
// here.
const char* wait_words(const ThreadSnapshot& thread) {
  switch (thread.block) {
    case BlockKind::kMonitorEnter:
      return "waiting to lock";
    case BlockKind::kMonitorWait:
      return thread.status == kThreadBlockedOnEnter ? "waiting to re-lock in wait()" : "waiting on";
    case BlockKind::kPark:
      return thread.blocker.is_null() ? nullptr : "parking to wait for ";
    case BlockKind::kSleep:
    case BlockKind::kCondition:
    case BlockKind::kNothing:
      break;
  }
  return nullptr;
}

std::string wait_line(const NoSafepoint& still, const ThreadSnapshot& thread) {
  if (thread.awaited_class != nullptr) {
    return fmt::format("\t- waiting on the Class initialization monitor for {}\n",
                       thread.awaited_class->external_name());
  }
  const char* words = wait_words(thread);
  if (words == nullptr) {
    return "";
  }
  const Object* blocker = thread.blocker.raw(still);
  return fmt::format(
      "\t- {} {}\n", words,
      blocker == nullptr ? "<no object reference available>" : object_text(*blocker));
}

}  // namespace

std::string address_text(const void* address) {
  return fmt::format("0x{:016x}", reinterpret_cast<std::uintptr_t>(address));
}

std::string type_text(const Object& object) {
  const Class& klass = *object.klass();
  return &klass == runtime::wk().java_lang_Class
             ? "java.lang.Class for " +
                   class_of_mirror(as<java::ClassMirror>(&object)).external_name()
             : klass.external_name();
}

std::string object_text(const Object& object) {
  return fmt::format("<{}> (a {})", address_text(&object), type_text(object));
}

std::string name_text(const NoSafepoint& still, runtime::Handle<java::Thread> thread) {
  const java::String* name = thread.is_null() ? nullptr : thread.raw(still)->name();
  return name == nullptr ? "" : to_modified_utf8(still, name);
}

std::string frames_text(const NoSafepoint& still, const ThreadSnapshot& thread) {
  std::string text;
  auto monitor = thread.monitors.begin();
  for (std::size_t i = 0; i < thread.frames.size(); ++i) {
    text += "\tat " + frame_text(thread.frames[i]) + '\n';
    text += i == 0 ? wait_line(still, thread) : "";
    for (; monitor != thread.monitors.end() && monitor->depth == static_cast<std::int32_t>(i);
         ++monitor) {
      text += fmt::format("\t- locked {}\n", object_text(*monitor->object.raw(still)));
    }
  }
  return text;
}

}  // namespace minijvm::vm
