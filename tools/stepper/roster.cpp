// Remembers the names of threads and finds threads by them. Only the thread that has the floor
// calls this, so the table needs no lock.
#include "tools/stepper/roster.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/text/utf8.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"
#include "tools/stepper/stepper_state.h"
#include "vm/java/strings.h"
#include "vm/java/threads/thread_blocking.h"

namespace minijvm::vm::stepper {

using runtime::JavaThread;

// Holds the facts that are used when a Thread object cannot be read.
struct Remembered {
  std::string name;
  bool is_library;
};

namespace {

// The key is ExecEnv::id, which is never used again, unlike a JavaThread's address.
std::unordered_map<std::uint32_t, Remembered>& remembered() { return *stepper_state.threads; }

// The program's threads are in the group "main" or below. The library's are in "system", which has
// no parent, or in "InnocuousThreadGroup".
bool is_in_library_group(const View& view, const java::Thread& thread) {
  const java::ThreadFacts* facts = runtime::facts_of(&thread);
  const java::ThreadGroup* group = facts == nullptr ? nullptr : facts->group();
  if (group == nullptr)
    return false;
  const java::String* name = group->name();
  return group->parent() == nullptr ||
         (name != nullptr && to_modified_utf8(view.still, name) == "InnocuousThreadGroup");
}

// A thread may be renamed, so the entry is replaced each time.
void remember_name(const View& view, const JavaThread& thread) {
  if (thread.thread_object == nullptr)
    return;
  const java::String* name = thread.thread_object->name();
  if (name != nullptr)
    remembered()[thread.id()] = {to_modified_utf8(view.still, name),
                                 is_in_library_group(view, *thread.thread_object)};
}

// Returns null for waits that are the VM's own.
const char* waiting_text(sync::BlockKind kind) {
  switch (kind) {
    case sync::BlockKind::kMonitorEnter:
      return "blocked";
    case sync::BlockKind::kMonitorWait:
      return "waiting";
    case sync::BlockKind::kPark:
      return "parked";
    case sync::BlockKind::kSleep:
      return "sleeping";
    case sync::BlockKind::kCondition:
    case sync::BlockKind::kNothing:
      break;
  }
  return nullptr;
}

}  // namespace

// The list is locked only while it is copied. In a conversation no thread can leave.
std::vector<JavaThread*> java_threads() {
  std::vector<JavaThread*> threads;
  {
    sync::ThreadListLock lock;
    sync::for_each_exec_env([&threads](sync::ExecEnv& ee) {
      JavaThread& thread = JavaThread::of(ee);
      if (!thread.is_vm_internal)
        threads.push_back(&thread);
    });
  }
  std::sort(threads.begin(), threads.end(),
            [](const JavaThread* a, const JavaThread* b) { return a->id() < b->id(); });
  return threads;
}

void remember_names(const View& view) {
  for (const JavaThread* thread : java_threads()) remember_name(view, *thread);
}

std::string name_of_thread(const sync::NoSafepoint& still, const JavaThread& thread) {
  const java::String* name =
      thread.thread_object == nullptr ? nullptr : thread.thread_object->name();
  return name == nullptr ? "" : to_modified_utf8(still, name);
}

std::optional<std::string> program_thread_name(const sync::NoSafepoint& still,
                                               const JavaThread& thread) {
  if (thread.is_vm_internal || thread.thread_object == nullptr ||
      is_in_library_group({still}, *thread.thread_object))
    return std::nullopt;
  // The VM's own wait for the end of the program (JNI's DestroyJavaVM) counts as a Java thread.
  std::string name = name_of_thread(still, thread);
  return name == "DestroyJavaVM" ? std::nullopt : std::optional(std::move(name));
}

std::string thread_name(const sync::ExecEnv& thread) { return name_of_number(thread.id()); }

std::string name_of_number(std::uint32_t thread) {
  auto found = remembered().find(thread);
  return found == remembered().end() ? "" : found->second.name;
}

bool is_library_thread(const sync::ExecEnv& thread) {
  auto found = remembered().find(thread.id());
  return found == remembered().end() || found->second.is_library;
}

std::string thread_title(const sync::ExecEnv& thread) {
  return fmt::format("{} \"{}\"", thread.id(), thread_name(thread));
}

JavaThread* find_thread(std::string_view name) {
  const std::vector<JavaThread*> threads = java_threads();
  auto found = std::find_if(threads.begin(), threads.end(), [name](const JavaThread* thread) {
    return std::to_string(thread->id()) == name;
  });
  if (found == threads.end())
    found = std::find_if(threads.begin(), threads.end(), [name](const JavaThread* thread) {
      return utf8_of_modified(thread_name(*thread)) == utf8_of_modified(name);
    });
  return found == threads.end() ? nullptr : *found;
}

std::string thread_state_text(const JavaThread& thread) {
  // A wait says more than the state, which is kBlocked for all of them.
  if (const char* waits = waiting_text(thread.block_kind()))
    return waits;
  if (thread.anchor.fp == nullptr)
    return "not begun";
  return thread.state() == sync::ThreadState::kInNative ? "in native code" : "runnable";
}

}  // namespace minijvm::vm::stepper
