// The life of a Java thread: made, started, run, ended. Also JNI attach and detach, and the lists
// and counts of threads. Each function's comment or the phases below say which thread runs it; all
// are in kInVm unless they say otherwise.
//
//   start_thread      make_child: JavaThread made, listed, bound to its Thread object
//   (parent)          spawn: counted, kernel or user thread created
//   run_java_thread   begin_on_this_kernel_thread: current thread set, state kInVm
//   (child)           Thread.run, then end_current_thread
//   end_current_thread  uncaught handler, Thread.exit, announce_death, dismiss
#include "vm/java/threads/java_threads.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>

#include "base/bits.h"
#include "base/log.h"
#include "gc/heap/heap.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/resolution.h"
#include "runtime/object/java_objects.h"
#include "sync/monitor.h"
#include "sync/schedule/models/one_to_one.h"
#include "sync/schedule/scheduler.h"
#include "sync/threads/clock.h"
#include "sync/threads/safepoint.h"
#include "sync/threads/vm_mutex.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/errors/preallocated_errors.h"
#include "vm/java/strings.h"
#include "vm/java/threads/accesses.h"
#include "vm/java/threads/points.h"
#include "vm/java/threads/thread_blocking.h"
#include "vm/java/threads/thread_handshake.h"
#include "vm/java/threads/thread_objects.h"
#include "vm/java/threads/thread_priority.h"
#include "vm/java/threads/thread_roots.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::HandleScope;
using runtime::wk;
using sync::LockTarget;
using sync::MonitorResult;
using sync::NoSafepoint;

namespace {

// The least C stack in bytes, for C++ frames of the VM and of natives. Java frames live on the Java
// stack.
constexpr std::size_t kNativeStackBytes = 2 * kMiB;
// A C stack grows with the Java stack up to here.
constexpr std::size_t kMostNativeStackBytes = 16 * kMiB;
// The priority of the VM's own threads.
constexpr std::int32_t kNearMaxPriority = 9;

constexpr JavaThreads& state = the_vm.java.threads;

}  // namespace

JavaThread* make_java_thread(std::size_t stack_bytes, JavaThread::StackPlace place) {
  JavaThread* thread = JavaThread::create(stack_bytes, place);
  if (thread != nullptr) {
    thread->vm = &the_vm;
    thread->jni_env = {state.jni_functions, thread};
  }
  return thread;
}

// Counts the threads. DestroyJavaVM waits here until only daemons are left.
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
  // Called in kInVm; the wait lets safepoints pass. `mine` is 1 if the caller itself is counted as
  // no daemon.
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

namespace {

Census& census() { return *state.census; }

const Class* take_exception_class(JavaThread& self) {
  NoSafepoint still(self);
  const Class* klass = self.pending_exception->klass();
  self.pending_exception = nullptr;
  return klass;
}

// HotSpot's words for an exception of the uncaught exception handler. It goes no further.
void tell_handler_threw(JavaThread& self, const Class& thrown) {
  Handle<java::String> name = field_of(self, self.thread_handle(), &java::Thread::name);
  std::fprintf(stderr,
               "\nException: %s thrown from the UncaughtExceptionHandler in thread \"%s\"\n",
               thrown.external_name().c_str(), to_modified_utf8(self, name).c_str());
}

// JLS 11.3: an exception that no method catches goes to the thread's uncaught exception handler.
void report_uncaught(JavaThread& self) {
  if (!self.has_pending_exception()) {
    return;
  }
  HandleScope scope(self);
  CallArgs args;
  Handle<java::Throwable> thrown = take_exception(self);
  notify(kRunEvents, [&](Observer& observer) { observer.exception_uncaught(self, thrown); });
  args.push(self.thread_handle());
  args.push(thrown);
  if (!call_java(self, *wk().Thread_dispatchUncaughtException, args).ok()) {
    tell_handler_threw(self, *take_exception_class(self));
  }
}

// A Thread whose constructor has failed has no group, so there is nothing to leave.
void call_thread_exit(JavaThread& self) {
  HandleScope scope(self);
  {
    NoSafepoint still(self);
    const java::ThreadFacts* facts = runtime::facts_of(self.thread_object);
    if (facts == nullptr || facts->group() == nullptr) {
      return;
    }
  }
  CallArgs args;
  args.push(self.thread_handle());
  if (!call_java(self, *wk().Thread_exit, args).ok()) {
    self.pending_exception = nullptr;
  }
}

// Ends the wait of Thread.join: the thread stops being alive, then notifyAll wakes the waiters.
// Both happen under the Thread's monitor, so a joiner either sees the thread dead or gets the
// notify.
void announce_death(JavaThread& self) {
  Object* const* slot = runtime::root_slot(&self.thread_object);
  LockTarget target(reinterpret_cast<void* const*>(slot));
  // Without memory for the monitor the entry may fail; eetop is cleared all the same.
  bool locked = sync::monitor_enter(self, target) == MonitorResult::kOk;
  tell_of_order([&](Observer& observer) { observer.lock_taken(self, *slot); });
  {
    NoSafepoint still(self);
    set_thread_status(still, self.thread_object, kThreadTerminated);
    const auto eetop = static_cast<std::int32_t>(java::Thread::eetop_offset());
    note_write(self, {self.thread_object, eetop, nullptr});
    tell_of_volatile(self, OpKind::kWrite, self.thread_object, eetop);
    self.thread_object->set_eetop(0);
  }
  if (locked) {
    (void)sync::monitor_notify_all(self, target);
    (void)exit_monitor(self, slot);
  }
}

void report_thread(JavaThread& thread, void (Observer::*event)(JavaThread&)) {
  notify(kThreadEvents, [&](Observer& observer) { (observer.*event)(thread); });
}

// The end of the JavaThread. The order matters: its allocation buffer goes back to gc while it may
// touch the heap, detach removes it from the list, and the census counts last, because
// DestroyJavaVM may continue then.
void dismiss(JavaThread& self) {
  gc::retire_tlab(self);
  self.thread_object = nullptr;
  self.pending_exception = nullptr;
  report_thread(self, &Observer::thread_gone);
  // Copied, because destroy() ends the life of `self`.
  bool daemon = self.is_daemon;
  sync::detach(self);
  sync::thread_model().take_leave();
  sync::set_current_exec_env(nullptr);
  self.destroy();
  census().died(daemon);
}

// Runs on the new thread. `room` is a part of its first frame: its Java stack, if that has no other
// place. The state changes last: until begin_running the thread may not touch the heap.
void begin_on_this_kernel_thread(JavaThread& self, void* room = nullptr) {
  sync::set_current_exec_env(&self);
  self.place_stack(room);
  self.adopt_native_stack();
  self.started_ns = sync::program_ns();
  // release: a thread that reads the id may then read the time
  self.kernel_id.store(gettid(), std::memory_order_release);
  sync::begin_running(self, sync::ThreadState::kInVm);
}

// Gives the kernel thread the name that the Thread has now, for ps and top.
void name_kernel_thread(JavaThread& self) {
  HandleScope scope(self);
  Handle<java::String> name = field_of(self, self.thread_handle(), &java::Thread::name);
  if (!name.is_null()) {
    set_native_name(self, name);
  }
}

// The entry of a thread that Thread.start has started.
void run_java_thread(void* argument) {
  JavaThread& self = *static_cast<JavaThread*>(argument);
  begin_on_this_kernel_thread(self, __builtin_alloca(self.frame_room()));
  name_kernel_thread(self);
  take_own_priority(self);
  note_housekeeper(self);
  MJ_EVENT(self.events(), Event::thread_started, 0, 0);
  report_thread(self, &Observer::thread_started);
  MJ_LOG(thread, kInfo, "thread %u starts", self.id());
  bool stillborn;
  {
    HandleScope scope(self);
    NoSafepoint still(self);
    // Thread.stop before start sets stillborn: such a thread ends without running.
    stillborn = java::Thread::stillborn_offset() != 0 && self.thread_object->stillborn();
  }
  if (!stillborn) {
    HandleScope scope(self);
    CallArgs args;
    args.push(self.thread_handle());
    // An exception stays pending; end_current_thread reports it.
    (void)call_virtual(self, *wk().Thread_run, args);
  }
  end_current_thread(self);
}

// The parameters of run_native_thread; made by the parent, freed by the child.
struct NativeThreadStart {
  JavaThread* thread;
  void (*entry)(JavaThread& self, void* argument);
  void* argument;
};

void run_native_thread(void* argument) {
  NativeThreadStart start = *static_cast<NativeThreadStart*>(argument);
  delete static_cast<NativeThreadStart*>(argument);
  begin_on_this_kernel_thread(*start.thread, __builtin_alloca(start.thread->frame_room()));
  name_kernel_thread(*start.thread);
  MJ_EVENT(start.thread->events(), Event::thread_started, 0, 0);
  report_thread(*start.thread, &Observer::thread_started);
  start.entry(*start.thread, start.argument);
  end_current_thread(*start.thread);
}

// Undoes a start whose kernel thread could not be created. The child never ran, so the parent takes
// its JavaThread off the list.
Pending give_up_start(JavaThread& self, JavaThread& child, Handle<java::Thread> thread) {
  {
    NoSafepoint still(self);
    thread.raw(still)->set_eetop(0);
    set_thread_status(still, thread.raw(still), kThreadNew);
  }
  child.thread_object = nullptr;
  // It counted as alive, so an agent may know it.
  report_thread(child, &Observer::thread_gone);
  sync::cancel_attach(child);
  child.destroy();
  return throw_out_of_memory(self, kNoNativeThread);
}

// A thread that is bound to a kernel thread has no user stack.
JavaThread::StackPlace stack_place(bool bound) {
  if (sync::is_one_to_one()) {
    return JavaThread::StackPlace::kFirstFrame;
  }
  return bound ? JavaThread::StackPlace::kMapping : JavaThread::StackPlace::kUserStack;
}

// The child is listed before it has a kernel thread. From then on the collector visits its roots
// and other threads may find it.
JavaResult<JavaThread*> make_child(JavaThread& self, Handle<java::Thread> thread, bool bound) {
  std::int64_t wanted;
  bool daemon;
  {
    NoSafepoint still(self);
    const java::ThreadFacts* facts = runtime::facts_of(thread.raw(still));
    wanted = facts->stackSize();
    daemon = facts->daemon();
  }
  JavaThread* child =
      // Thread's constructor takes a stack size; 0 means the default.
      make_java_thread(wanted > 0 ? static_cast<std::size_t>(wanted) : default_stack_bytes(),
                       stack_place(bound));
  if (child == nullptr) {
    return throw_out_of_memory(self, kNoNativeThread);
  }
  child->is_daemon = daemon;
  sync::attach(*child);
  NoSafepoint still(self);
  bind(still, *child, thread.raw(still));
  tell_of_order([&](Observer& observer) { observer.thread_made(self, *child); });
  return child;
}

// Creates the kernel or user thread of the child. The VM's own threads are bound to a kernel thread
// each, because they wait in system calls. The child is counted before it runs, so that it cannot
// end before it is counted.
JavaResult<void> spawn(JavaThread& self, JavaThread& child, Handle<java::Thread> thread,
                       sync::ThreadEntry entry, void* argument, bool bound) {
  census().born(child.is_daemon);
  // Copied: once spawned, the child may end and its JavaThread be gone.
  bool daemon = child.is_daemon;
  sync::ThreadModel& model = sync::thread_model();
  // HOTSPOT: a larger -Xss also makes room for deeper recursion through natives and class loaders.
  const std::size_t room = child.frame_room();
  const std::size_t bytes = std::clamp(room, kNativeStackBytes, kMostNativeStackBytes) + room;
  bool started = bound ? model.spawn_bound(bytes, entry, argument)
                       : model.spawn(bytes, child.user_stack_room(), entry, argument);
  if (started) {
    return {};
  }
  census().died(daemon);
  return give_up_start(self, child, thread);
}

}  // namespace

void set_jni_functions(const void* table) { state.jni_functions = table; }

void set_default_stack_bytes(std::size_t bytes) {
  state.java_stack_bytes.store(bytes, std::memory_order_relaxed);
}
std::size_t default_stack_bytes() { return state.java_stack_bytes.load(std::memory_order_relaxed); }

// For the main thread at boot, and for JNI's AttachCurrentThread.
JavaThread* attach_kernel_thread() {
  JavaThread* self = make_java_thread(default_stack_bytes(), JavaThread::StackPlace::kMapping);
  if (self == nullptr) {
    return nullptr;
  }
  sync::attach(*self);
  if (!sync::thread_model().take_part(*self)) {
    sync::cancel_attach(*self);
    self->destroy();
    return nullptr;
  }
  begin_on_this_kernel_thread(*self);
  census().born(false);
  return self;
}

// The constructors of ThreadGroup and Thread run in an order in which each finds what it needs:
// groups first.
JavaResult<void> create_main_thread_object(JavaThread& self) {
  HandleScope scope(self);
  MJ_TRY(initialize_class(self, *wk().java_lang_ThreadGroup));
  Handle<java::ThreadGroup> system =
      MJ_TRY(make_group(self, *wk().ThreadGroup_init_system, {}, nullptr));
  Handle<java::ThreadGroup> main = MJ_TRY(make_group(self, *wk().ThreadGroup_init, system, "main"));
  remember_thread_groups(self, system, main);
  Handle<java::Thread> thread = MJ_TRY(make_bound_thread(self));
  return construct_bound_thread(self, thread, main, "main");
}

JavaResult<void> create_attached_thread_object(JavaThread& self, const char* name,
                                               Handle<java::ThreadGroup> group, bool daemon) {
  HandleScope scope(self);
  self.is_attached_native = true;
  Handle<java::ThreadGroup> home = group.is_null() ? main_thread_group() : group;
  Handle<java::Thread> thread = MJ_TRY(make_bound_thread(self));
  MJ_TRY(construct_bound_thread(self, thread, home, name));
  // The thread has counted as no daemon since attach_kernel_thread: count it again as a daemon.
  if (daemon) {
    {
      NoSafepoint still(self);
      runtime::facts_of(thread.raw(still))->set_daemon(true);
    }
    census().died(false);
    census().born(true);
    self.is_daemon = true;
  }
  MJ_TRY(add_to_group(self, thread, home));
  MJ_EVENT(self.events(), Event::thread_started, 0, 0);
  report_thread(self, &Observer::thread_started);
  return {};
}

void end_current_thread(JavaThread& self) {
  // Without a Thread object the boot or the attach has failed, and Java knows nothing of this
  // thread.
  if (self.thread_object != nullptr) {
    report_uncaught(self);
    call_thread_exit(self);
    report_thread(self, &Observer::thread_ending);
    MJ_EVENT(self.events(), Event::thread_ended, 0, 0);
    release_held_monitors(self);
    announce_death(self);
  }
  MJ_LOG(thread, kInfo, "thread %u ends", self.id());
  dismiss(self);
}

// Thread.start is synchronized, so no two threads start the same Thread at once.
JavaResult<void> start_thread(JavaThread& self, Handle<java::Thread> thread) {
  bool alive;
  {
    NoSafepoint still(self);
    alive = java_thread_of(thread.raw(still)) != nullptr;
  }
  if (alive) {
    return throw_new(self, "java/lang/IllegalThreadStateException");
  }
  JavaThread* child = MJ_TRY(make_child(self, thread, false));
  return spawn(self, *child, thread, run_java_thread, child, false);
}

JavaResult<void> start_native_thread(JavaThread& self, Handle<java::Thread> thread, bool is_agent,
                                     void (*entry)(JavaThread& self, void* argument),
                                     void* argument) {
  // A model that runs one thread at a time makes no exception for this one.
  const bool bound = !sync::thread_model().runs_one_thread();
  JavaThread* child = MJ_TRY(make_child(self, thread, bound));
  child->is_agent = is_agent;
  auto* start = new NativeThreadStart{child, entry, argument};
  JavaResult<void> started = spawn(self, *child, thread, run_native_thread, start, bound);
  // The child never ran, so it did not free its parameters.
  if (!started.ok()) {
    delete start;
  }
  return started;
}

JavaResult<void> start_vm_thread(JavaThread& self, const char* name,
                                 void (*entry)(JavaThread& self)) {
  HandleScope scope(self);
  Handle<java::Thread> thread = MJ_TRY(new_instance<java::Thread>(self));
  MJ_TRY(construct_thread(self, thread, system_thread_group(), name));
  {
    NoSafepoint still(self);
    java::ThreadFacts* facts = runtime::facts_of(thread.raw(still));
    facts->set_daemon(true);
    facts->set_priority(kNearMaxPriority);
  }
  // The Java method start, which would do this, is not called.
  MJ_TRY(add_to_group(self, thread, system_thread_group()));
  return start_native_thread(
      self, thread, false,
      [](JavaThread& child, void* real) { reinterpret_cast<void (*)(JavaThread&)>(real)(child); },
      reinterpret_cast<void*>(entry));
}

bool is_virtual(const Object& thread) {
  const Class* base = wk().java_lang_BaseVirtualThread;
  return base != nullptr && thread.klass()->is_subclass_of(*base);
}

// A monitor may have been entered more than once.
void release_held_monitors(JavaThread& self) {
  while (!self.held_monitors.empty()) {
    while (exit_monitor(self, &self.held_monitors.back().object) == MonitorResult::kOk) {
    }
    self.held_monitors.pop_back();
  }
}

JavaThread* java_thread_of(const java::Thread* thread) {
  return reinterpret_cast<JavaThread*>(thread->eetop());
}

void set_native_name(JavaThread& self, Handle<java::String> name) {
  // Under M:N the LWP carries other threads, too, so it keeps its name.
  if (sync::thread_model().switches_user_threads() &&
      self.user_thread_.load(std::memory_order_relaxed) != nullptr) {
    return;  // its LWP carries others, too
  }
  constexpr std::size_t kMostBytes = 15;  // pthread_setname_np's limit
  std::string text = to_modified_utf8(self, name);
  pthread_setname_np(pthread_self(), text.substr(0, kMostBytes).c_str());
}

namespace {

// Under one NoSafepoint and the list lock: no thread leaves, and no object moves, while the list is
// copied. is_wanted(const JavaThread&, const java::Thread&) chooses among the live threads. A
// carrier counts as itself, and not as the virtual thread that it is about to run.
template <class IsWanted>
std::vector<Handle<java::Thread>> live_threads(JavaThread& self, IsWanted is_wanted) {
  std::vector<Handle<java::Thread>> threads;
  NoSafepoint still(self);
  sync::ThreadListLock lock;
  sync::for_each_exec_env([&](sync::ExecEnv& env) {
    JavaThread& thread = JavaThread::of(env);
    java::Thread* object = thread.comes_and_goes_ ? thread.thread_object : thread.status_object();
    if (object != nullptr && !thread.is_vm_internal && is_wanted(thread, *object) &&
        (java_thread_of(object) == &thread || runtime::thread_of_virtual(object) == &thread)) {
      threads.push_back(runtime::make_handle(self, still, object));
    }
  });
  return threads;
}

}  // namespace

std::vector<Handle<java::Thread>> all_threads(JavaThread& self, bool with_agents) {
  return live_threads(self, [&](const JavaThread& thread, const java::Thread& object) {
    return (with_agents || !thread.is_agent) && !is_virtual(object);
  });
}

std::vector<Handle<java::Thread>> virtual_threads(JavaThread& self) {
  return live_threads(
      self, [](const JavaThread&, const java::Thread& object) { return is_virtual(object); });
}

void wait_until_only_daemons(JavaThread& self) { census().wait_until_only_daemons(self); }

ThreadCounts thread_counts() { return census().counts(); }
void reset_peak_thread_count() { census().reset_peak(); }

}  // namespace minijvm::vm
