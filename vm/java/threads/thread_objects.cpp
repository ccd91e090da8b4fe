// Makes Thread and ThreadGroup objects for threads that Java did not start. All functions run in
// kInVm.
#include "vm/java/threads/thread_objects.h"

#include "gc/heap/reference_fields.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/strings.h"
#include "vm/java/threads/thread_blocking.h"

namespace minijvm::vm {

using runtime::wk;
using sync::NoSafepoint;

namespace {

constexpr std::int32_t kNormalPriority = 5;

}  // namespace

// Ties a JavaThread and its Thread object together. From now on the thread counts as alive
// (java_thread_of).
void bind(const NoSafepoint& still, JavaThread& java_thread, java::Thread* thread) {
  java_thread.thread_object = thread;
  thread->set_eetop(reinterpret_cast<std::int64_t>(&java_thread));
  set_thread_status(still, thread, kThreadRunnable);
}

// Makes a Thread without running its constructor, and binds it at once: the constructor asks for
// the group of the current thread, so there must be one.
JavaResult<Handle<java::Thread>> make_bound_thread(JavaThread& self) {
  MJ_TRY(initialize_class(self, *wk().java_lang_Thread));
  Handle<java::Thread> thread = MJ_TRY(new_instance<java::Thread>(self));
  NoSafepoint still(self);
  // The constructor copies the priority of the current thread, which is this very object. If the
  // facts are in a holder, the constructor makes it and needs no priority.
  if (java::ThreadFacts* facts = runtime::facts_of(thread.raw(still)); facts != nullptr) {
    facts->set_priority(kNormalPriority);
  }
  bind(still, self, thread.raw(still));
  return thread;
}

// The system group's constructor takes no parent and no name.
JavaResult<Handle<java::ThreadGroup>> make_group(JavaThread& self, Method& constructor,
                                                 Handle<java::ThreadGroup> parent,
                                                 const char* name) {
  Handle<java::ThreadGroup> group = MJ_TRY(new_instance<java::ThreadGroup>(self));
  CallArgs args;
  args.push(group);
  if (name != nullptr) {
    args.push(parent);
    args.push(MJ_TRY(new_string(self, name)));
  }
  MJ_TRY(call_java(self, constructor, args));
  return group;
}

// Without a name the constructor with a Runnable is called, which makes up "Thread-N".
JavaResult<void> construct_thread(JavaThread& self, Handle<java::Thread> thread,
                                  Handle<java::ThreadGroup> group, const char* name) {
  CallArgs args;
  args.push(thread);
  args.push(group);
  if (name == nullptr) {
    args.push(Handle<>());
    MJ_TRY(call_java(self, *wk().Thread_init_runnable, args));
    return {};
  }
  args.push(MJ_TRY(new_string(self, name)));
  MJ_TRY(call_java(self, *wk().Thread_init, args));
  return {};
}

// Runs the constructor of a thread that is bound already, and runs.
JavaResult<void> construct_bound_thread(JavaThread& self, Handle<java::Thread> thread,
                                        Handle<java::ThreadGroup> group, const char* name) {
  MJ_TRY(construct_thread(self, thread, group, name));
  NoSafepoint still(self);
  set_thread_status(still, thread.raw(still), kThreadRunnable);
  return {};
}

// Thread.start adds a thread to its group; a thread that the VM starts must be added by the VM.
// Later JDKs keep no list of a group's threads.
JavaResult<void> add_to_group(JavaThread& self, Handle<java::Thread> thread,
                              Handle<java::ThreadGroup> group) {
  Method* add = wk().ThreadGroup_add;
  if (add == nullptr) {
    return {};
  }
  CallArgs args;
  args.push(group);
  args.push(thread);
  MJ_TRY(call_virtual(self, *add, args));
  return {};
}

void forget_scoped_values(JavaThread& self) {
  if (java::Thread::scopedValueBindings_offset() == 0 || self.thread_object == nullptr) {
    return;
  }
  NoSafepoint still(self);
  self.scoped_value_cache = nullptr;
  self.thread_object->set_scopedValueBindings(still, nullptr);
}

}  // namespace minijvm::vm
