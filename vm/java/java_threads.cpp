#include "vm/java/java_threads.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cstdio>

#include "base/bits.h"
#include "base/log.h"
#include "gc/barrier.h"
#include "gc/heap.h"
#include "runtime/class.h"
#include "runtime/resolution.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "sync/monitor.h"
#include "sync/safepoint.h"
#include "sync/schedule/scheduler.h"
#include "sync/vm_mutex.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/exceptions.h"
#include "vm/java/kernel_threads.h"
#include "vm/java/preallocated_errors.h"
#include "vm/java/strings.h"
#include "vm/java/thread_roots.h"
#include "vm/java/vm_events.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::HandleScope;
using runtime::wk;
using sync::Deadline;
using sync::LockTarget;
using sync::MonitorResult;
using sync::NoSafepoint;

namespace {

constexpr const char* kNoNativeThread = "unable to create native thread: possibly out of memory or process/resource limits reached";
// C++ frames of the VM and of natives; Java frames live on the Java stack.
constexpr std::size_t kNativeStackBytes = 2 * kMiB;
constexpr std::int32_t kNormalPriority = 5;
constexpr std::int32_t kNearMaxPriority = 9;  // of the VM's own threads

std::atomic<std::size_t> java_stack_bytes{JavaThread::kDefaultStackBytes};
std::atomic<std::uint64_t> ended_bytes{0};
const void* jni_functions = nullptr;

JavaThread* make_java_thread(std::size_t stack_bytes) {
  JavaThread* thread = JavaThread::create(stack_bytes);
  if (thread != nullptr) {
    thread->jni_env = {jni_functions, thread};
  }
  return thread;
}

// Who keeps the VM alive (DestroyJavaVM waits for them).
class Census {
 public:
  void born(bool daemon) {
    sync::MutexLock lock(mutex_);
    ++counts_.live;
    ++counts_.started;
    counts_.daemon += daemon ? 1 : 0;
    counts_.peak = std::max(counts_.peak, counts_.live);
  }
  void died(bool daemon) {
    sync::MutexLock lock(mutex_);
    --counts_.live;
    counts_.daemon -= daemon ? 1 : 0;
    changed_.notify_all();
  }
  void wait_until_only_daemons(JavaThread& self) {
    sync::MutexLock lock(self, mutex_);
    std::int64_t mine = self.is_daemon ? 0 : 1;
    while (counts_.live - counts_.daemon > mine) {
      changed_.wait(self, mutex_);
    }
  }
  ThreadCounts counts() {
    sync::MutexLock lock(mutex_);
    return counts_;
  }
  void reset_peak() {
    sync::MutexLock lock(mutex_);
    counts_.peak = counts_.live;
  }

 private:
  sync::Mutex mutex_{sync::LockRank::kThreads};
  sync::CondVar changed_;
  ThreadCounts counts_{};
};
Census census;

// Ties a JavaThread and its Thread object together.
void bind(const NoSafepoint& still, JavaThread& java_thread, Object* thread) {
  java_thread.thread_object = thread;
  thread->store<std::int64_t>(wk().Thread_eetop, static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(&java_thread)));
  set_thread_status(still, thread, kThreadRunnable);
}

// A Thread without its constructor run, already current: the constructor asks for the current thread's group.
JavaResult<Handle<>> make_bound_thread(JavaThread& self) {
  MJ_TRY(initialize_class(self, *wk().java_lang_Thread));
  Handle<> thread = MJ_TRY(new_instance(self, *wk().java_lang_Thread));
  NoSafepoint still(self);
  thread.raw(still)->store<std::int32_t>(wk().Thread_priority, kNormalPriority);
  bind(still, self, thread.raw(still));
  return thread;
}

JavaResult<Handle<>> make_group(JavaThread& self, Method& constructor, Handle<> parent, const char* name) {
  Handle<> group = MJ_TRY(new_instance(self, *wk().java_lang_ThreadGroup));
  CallArgs args;
  args.push(group);
  if (name != nullptr) {
    args.push(parent);
    args.push(MJ_TRY(new_string(self, name)));
  }
  MJ_TRY(call_java(self, constructor, args));
  return group;
}

JavaResult<void> construct_thread(JavaThread& self, Handle<> thread, Handle<> group, const char* name) {
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

JavaResult<void> add_to_group(JavaThread& self, Handle<> thread, Handle<> group) {
  CallArgs args;
  args.push(group);
  args.push(thread);
  MJ_TRY(call_virtual(self, *wk().ThreadGroup_add, args));
  return {};
}

const Class* take_exception_class(JavaThread& self) {
  NoSafepoint still(self);
  const Class* klass = self.pending_exception->klass();
  self.pending_exception = nullptr;
  return klass;
}

// HotSpot's words; the exception goes no further.
void tell_handler_threw(JavaThread& self, const Class& thrown) {
  Handle<> name;
  {
    NoSafepoint still(self);
    name = runtime::make_handle(self, still, self.thread_object->load_ref(wk().Thread_name));
  }
  std::fprintf(stderr, "\nException: %s thrown from the UncaughtExceptionHandler in thread \"%s\"\n", thrown.external_name().c_str(),
               to_modified_utf8(self, name).c_str());
}

void report_uncaught(JavaThread& self) {
  if (!self.has_pending_exception()) {
    return;
  }
  HandleScope scope(self);
  CallArgs args;
  Handle<> thrown = take_exception(self);
  args.push(Handle<>(&self.thread_object));
  args.push(thrown);
  if (!call_java(self, *wk().Thread_dispatchUncaughtException, args).ok()) {
    tell_handler_threw(self, *take_exception_class(self));
  }
}

void call_thread_exit(JavaThread& self) {
  HandleScope scope(self);
  {
    NoSafepoint still(self);
    if (self.thread_object->load_ref(wk().Thread_group) == nullptr) {
      return;
    }
  }
  CallArgs args;
  args.push(Handle<>(&self.thread_object));
  if (!call_java(self, *wk().Thread_exit, args).ok()) {
    self.pending_exception = nullptr;
  }
}

// Thread.join waits for this: no longer alive, then notifyAll.
void announce_death(JavaThread& self) {
  LockTarget target(reinterpret_cast<void* const*>(&self.thread_object));
  bool locked = sync::monitor_enter(self, target) == MonitorResult::kOk;
  {
    NoSafepoint still(self);
    set_thread_status(still, self.thread_object, kThreadTerminated);
    self.thread_object->store<std::int64_t>(wk().Thread_eetop, 0);
  }
  if (locked) {
    (void)sync::monitor_notify_all(self, target);
    (void)sync::monitor_exit(self, target);
  }
}

// Monitors that JNI MonitorEnter left locked (JNI specification, DetachCurrentThread).
void release_held_monitors(JavaThread& self) {
  while (!self.held_monitors.empty()) {
    LockTarget target(reinterpret_cast<void* const*>(&self.held_monitors.back().object));
    while (sync::monitor_exit(self, target) == MonitorResult::kOk) {
    }
    self.held_monitors.pop_back();
  }
}

void dismiss(JavaThread& self) {
  gc::retire_tlab(self);
  ended_bytes.fetch_add(self.allocated_bytes, std::memory_order_relaxed);
  self.thread_object = nullptr;
  self.pending_exception = nullptr;
  tell_listener(self, &VmListener::thread_gone);
  bool daemon = self.is_daemon;
  sync::detach(self);
  sync::set_current_exec_env(nullptr);
  forget_kernel_thread(self);
  self.destroy();
  census.died(daemon);
}

void begin_on_this_kernel_thread(JavaThread& self) {
  sync::set_current_exec_env(&self);
  self.adopt_native_stack();
  remember_kernel_thread(self);
  sync::begin_running(self, sync::ThreadState::kInVm);
}

// The kernel shows a thread by the name that it starts with.
void name_kernel_thread(JavaThread& self) {
  HandleScope scope(self);
  Handle<> name;
  {
    NoSafepoint still(self);
    name = runtime::make_handle(self, still, self.thread_object->load_ref(wk().Thread_name));
  }
  if (!name.is_null()) {
    set_native_name(self, name);
  }
}

void run_java_thread(void* argument) {
  JavaThread& self = *static_cast<JavaThread*>(argument);
  begin_on_this_kernel_thread(self);
  name_kernel_thread(self);
  tell_listener(self, &VmListener::thread_started);
  MJ_LOG(thread, kInfo, "thread %u starts", self.id());
  bool stillborn;
  {
    HandleScope scope(self);
    NoSafepoint still(self);
    stillborn = self.thread_object->load<std::int8_t>(wk().Thread_stillborn) != 0;
  }
  if (!stillborn) {
    HandleScope scope(self);
    CallArgs args;
    args.push(Handle<>(&self.thread_object));
    (void)call_virtual(self, *wk().Thread_run, args);
  }
  end_current_thread(self);
}

struct VmThreadStart {
  JavaThread* thread;
  void (*entry)(JavaThread& self, void* argument);
  void* argument;
};

void run_vm_thread(void* argument) {
  VmThreadStart start = *static_cast<VmThreadStart*>(argument);
  delete static_cast<VmThreadStart*>(argument);
  begin_on_this_kernel_thread(*start.thread);
  name_kernel_thread(*start.thread);
  tell_listener(*start.thread, &VmListener::thread_started);
  start.entry(*start.thread, start.argument);
  end_current_thread(*start.thread);
}

// Ends a start that failed: the thread never ran.
Pending give_up_start(JavaThread& self, JavaThread& child, Handle<> thread) {
  {
    NoSafepoint still(self);
    thread.raw(still)->store<std::int64_t>(wk().Thread_eetop, 0);
    set_thread_status(still, thread.raw(still), kThreadNew);
  }
  child.thread_object = nullptr;
  tell_listener(child, &VmListener::thread_gone);  // it counted as alive: an agent may have met it
  sync::cancel_attach(child);
  child.destroy();
  return throw_out_of_memory(self, kNoNativeThread);
}

JavaResult<JavaThread*> make_child(JavaThread& self, Handle<> thread) {
  std::int64_t wanted;
  bool daemon;
  {
    NoSafepoint still(self);
    wanted = thread.raw(still)->load<std::int64_t>(wk().Thread_stackSize);
    daemon = thread.raw(still)->load<std::int8_t>(wk().Thread_daemon) != 0;
  }
  JavaThread* child = make_java_thread(wanted > 0 ? static_cast<std::size_t>(wanted) : default_stack_bytes());
  if (child == nullptr) {
    return throw_out_of_memory(self, kNoNativeThread);
  }
  child->is_daemon = daemon;
  sync::attach(*child);
  NoSafepoint still(self);
  bind(still, *child, thread.raw(still));
  return child;
}

// The VM's own threads are bound: they sit in system calls.
JavaResult<void> spawn(JavaThread& self, JavaThread& child, Handle<> thread, sync::ThreadEntry entry, void* argument, bool bound = false) {
  census.born(child.is_daemon);
  bool daemon = child.is_daemon;
  sync::ThreadModel& model = sync::thread_model();
  bool started = bound ? model.spawn_bound(kNativeStackBytes, entry, argument) : model.spawn(kNativeStackBytes, entry, argument);
  if (started) {
    return {};
  }
  census.died(daemon);
  return give_up_start(self, child, thread);
}

JavaResult<void> spawn_vm_thread(JavaThread& self, Handle<> thread, bool is_agent, void (*entry)(JavaThread& self, void* argument), void* argument) {
  JavaThread* child = MJ_TRY(make_child(self, thread));
  child->is_agent = is_agent;
  auto* start = new VmThreadStart{child, entry, argument};
  JavaResult<void> started = spawn(self, *child, thread, run_vm_thread, start, true);
  if (!started.ok()) {
    delete start;
  }
  return started;
}

}  // namespace

void set_jni_functions(const void* table) { jni_functions = table; }

void set_default_stack_bytes(std::size_t bytes) { java_stack_bytes.store(bytes, std::memory_order_relaxed); }
std::size_t default_stack_bytes() { return java_stack_bytes.load(std::memory_order_relaxed); }

JavaThread* attach_kernel_thread() {
  JavaThread* self = make_java_thread(default_stack_bytes());
  if (self == nullptr) {
    return nullptr;
  }
  sync::attach(*self);
  begin_on_this_kernel_thread(*self);
  census.born(false);
  return self;
}

JavaResult<void> create_main_thread_object(JavaThread& self) {
  HandleScope scope(self);
  MJ_TRY(initialize_class(self, *wk().java_lang_ThreadGroup));
  Handle<> system = MJ_TRY(make_group(self, *wk().ThreadGroup_init_system, {}, nullptr));
  Handle<> main = MJ_TRY(make_group(self, *wk().ThreadGroup_init, system, "main"));
  remember_thread_groups(self, system, main);
  Handle<> thread = MJ_TRY(make_bound_thread(self));
  return construct_thread(self, thread, main, "main");
}

JavaResult<void> create_attached_thread_object(JavaThread& self, const char* name, Handle<> group, bool daemon) {
  HandleScope scope(self);
  self.is_attached_native = true;
  Handle<> home = group.is_null() ? main_thread_group() : group;
  Handle<> thread = MJ_TRY(make_bound_thread(self));
  MJ_TRY(construct_thread(self, thread, home, name));
  if (daemon) {
    {
      NoSafepoint still(self);
      thread.raw(still)->store<std::int8_t>(wk().Thread_daemon, 1);
    }
    census.died(false);
    census.born(true);
    self.is_daemon = true;
  }
  MJ_TRY(add_to_group(self, thread, home));
  tell_listener(self, &VmListener::thread_started);
  return {};
}

void end_current_thread(JavaThread& self) {
  if (self.thread_object != nullptr) {
    report_uncaught(self);
    call_thread_exit(self);
    tell_listener(self, &VmListener::thread_ending);
    release_held_monitors(self);
    announce_death(self);
  }
  MJ_LOG(thread, kInfo, "thread %u ends", self.id());
  dismiss(self);
}

JavaResult<void> start_thread(JavaThread& self, Handle<> thread) {
  bool alive;
  {
    NoSafepoint still(self);
    alive = java_thread_of(thread.raw(still)) != nullptr;
  }
  if (alive) {
    return throw_new(self, "java/lang/IllegalThreadStateException");
  }
  JavaThread* child = MJ_TRY(make_child(self, thread));
  return spawn(self, *child, thread, run_java_thread, child);
}

JavaResult<void> start_vm_thread(JavaThread& self, const char* name, void (*entry)(JavaThread& self)) {
  HandleScope scope(self);
  Handle<> thread = MJ_TRY(new_instance(self, *wk().java_lang_Thread));
  MJ_TRY(construct_thread(self, thread, system_thread_group(), name));
  {
    NoSafepoint still(self);
    thread.raw(still)->store<std::int8_t>(wk().Thread_daemon, 1);
    thread.raw(still)->store<std::int32_t>(wk().Thread_priority, kNearMaxPriority);
  }
  MJ_TRY(add_to_group(self, thread, system_thread_group()));
  return spawn_vm_thread(self, thread, false, [](JavaThread& child, void* real) { reinterpret_cast<void (*)(JavaThread&)>(real)(child); },
                         reinterpret_cast<void*>(entry));
}

JavaResult<void> start_agent_thread(JavaThread& self, Handle<> thread, std::int32_t priority, void (*entry)(JavaThread& self, void* argument), void* argument) {
  {
    NoSafepoint still(self);
    thread.raw(still)->store<std::int8_t>(wk().Thread_daemon, 1);
    thread.raw(still)->store<std::int32_t>(wk().Thread_priority, priority);
  }
  return spawn_vm_thread(self, thread, true, entry, argument);
}

std::int64_t java_thread_id(const JavaThread& thread) { return thread.thread_object->load<std::int64_t>(wk().Thread_tid); }

JavaThread* java_thread_of(const Object* thread) {
  return reinterpret_cast<JavaThread*>(static_cast<std::uintptr_t>(thread->load<std::int64_t>(wk().Thread_eetop)));
}

void interrupt_thread(JavaThread& self, Handle<> thread) {
  NoSafepoint still(self);
  sync::ThreadListLock lock;
  if (JavaThread* target = java_thread_of(thread.raw(still))) {
    sync::interrupt(*target);
  }
}

void unpark_thread(JavaThread& self, Handle<> thread) {
  if (thread.is_null()) {
    return;
  }
  NoSafepoint still(self);
  sync::ThreadListLock lock;
  if (JavaThread* target = java_thread_of(thread.raw(still))) {
    sync::unpark(*target);
  }
}

void set_native_name(JavaThread& self, Handle<> name) {
  if (sync::thread_model().switches_user_threads() && self.user_thread_.load(std::memory_order_relaxed) != nullptr) {
    return;  // its LWP carries others, too
  }
  constexpr std::size_t kMostBytes = 15;  // pthread_setname_np's limit
  std::string text = to_modified_utf8(self, name);
  pthread_setname_np(pthread_self(), text.substr(0, kMostBytes).c_str());
}

std::vector<Handle<>> all_threads(JavaThread& self) {
  std::vector<Handle<>> threads;
  NoSafepoint still(self);
  sync::ThreadListLock lock;
  sync::for_each_exec_env([&](sync::ExecEnv& env) {
    JavaThread& thread = JavaThread::of(env);
    if (thread.thread_object != nullptr && !thread.is_vm_internal && !thread.is_agent && java_thread_of(thread.thread_object) != nullptr) {
      threads.push_back(runtime::make_handle(self, still, thread.thread_object));
    }
  });
  return threads;
}

void wait_until_only_daemons(JavaThread& self) { census.wait_until_only_daemons(self); }

ThreadCounts thread_counts() { return census.counts(); }
std::uint64_t bytes_of_ended_threads() { return ended_bytes.load(std::memory_order_relaxed); }
void reset_peak_thread_count() { census.reset_peak(); }

}  // namespace minijvm::vm
