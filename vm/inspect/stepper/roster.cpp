#include "vm/inspect/stepper/roster.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "runtime/java_thread.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "sync/safepoint.h"
#include "vm/java/strings.h"
#include "vm/java/thread_blocking.h"

namespace minijvm::vm::stepper {

using runtime::JavaThread;
using runtime::Object;
using runtime::wk;

namespace {

struct Remembered {
  std::string name;
  bool is_library;
};

// By ExecEnv::id. Only who holds the floor (stage.h) touches it.
std::unordered_map<std::uint32_t, Remembered>& remembered() {
  static auto* all = new std::unordered_map<std::uint32_t, Remembered>;
  return *all;
}

// Of the group "system", which has no parent, or of the library's own beside the program's.
bool is_in_library_group(const View& view, const Object& thread) {
  const Object* group = thread.load_ref(wk().Thread_group);
  if (group == nullptr) return false;
  const Object* name = group->load_ref(wk().ThreadGroup_name);
  return group->load_ref(wk().ThreadGroup_parent) == nullptr || (name != nullptr && to_modified_utf8(view.still, name) == "InnocuousThreadGroup");
}

void remember_name(const View& view, const JavaThread& thread) {
  if (thread.thread_object == nullptr) return;
  const Object* name = thread.thread_object->load_ref(wk().Thread_name);
  if (name != nullptr) remembered()[thread.id()] = {to_modified_utf8(view.still, name), is_in_library_group(view, *thread.thread_object)};
}

const char* waiting_text(sync::BlockKind kind) {
  switch (kind) {
    case sync::BlockKind::kMonitorEnter: return "blocked";
    case sync::BlockKind::kMonitorWait: return "waiting";
    case sync::BlockKind::kPark: return "parked";
    case sync::BlockKind::kSleep: return "sleeping";
    case sync::BlockKind::kCondition:
    case sync::BlockKind::kNothing: break;
  }
  return nullptr;
}

}  // namespace

std::vector<JavaThread*> java_threads() {
  std::vector<JavaThread*> threads;
  {
    sync::ThreadListLock lock;
    sync::for_each_exec_env([&threads](sync::ExecEnv& ee) {
      JavaThread& thread = JavaThread::of(ee);
      if (!thread.is_vm_internal) threads.push_back(&thread);
    });
  }
  std::sort(threads.begin(), threads.end(), [](const JavaThread* a, const JavaThread* b) { return a->id() < b->id(); });
  return threads;
}

void remember_names(const View& view) {
  for (const JavaThread* thread : java_threads()) remember_name(view, *thread);
}

std::string thread_name(const sync::ExecEnv& thread) {
  auto found = remembered().find(thread.id());
  return found == remembered().end() ? "" : found->second.name;
}

bool is_library_thread(const sync::ExecEnv& thread) {
  auto found = remembered().find(thread.id());
  return found == remembered().end() || found->second.is_library;
}

std::string thread_title(const sync::ExecEnv& thread) { return fmt::format("{} \"{}\"", thread.id(), thread_name(thread)); }

JavaThread* find_thread(std::string_view name) {
  for (JavaThread* thread : java_threads()) {
    if (std::to_string(thread->id()) == name || thread_name(*thread) == name) return thread;
  }
  return nullptr;
}

std::string thread_state_text(const JavaThread& thread) {
  if (const char* waits = waiting_text(thread.block_kind())) return waits;
  if (thread.anchor.fp == nullptr) return "not begun";
  return thread.state() == sync::ThreadState::kInNative ? "in native code" : "runnable";
}

}  // namespace minijvm::vm::stepper
