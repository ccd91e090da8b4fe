// Posts JVMTI events for what the VM reports to its observers. Called in kInVm on the thread that
// the event is about; the two events of a collection come in a stopped world.
#include "tools/jvmti/vm_news.h"

#include "gc/heap/allocate.h"
#include "gc/heap/allocation_sampler.h"
#include "runtime/class/class.h"
#include "tools/jvmti/arguments.h"
#include "tools/jvmti/class_files.h"
#include "tools/jvmti/debug_hooks.h"
#include "tools/jvmti/events.h"
#include "tools/jvmti/functions.h"
#include "tools/jvmti/functions/extensions.h"
#include "tools/jvmti/heap/tags.h"
#include "tools/jvmti/jvmti_state.h"
#include "vm/java/threads/java_threads.h"
#include "vm/observer.h"

namespace minijvm::vm::jvmti {

namespace {

using runtime::Class;

using runtime::Method;

// Returns whether this is a phase in which JVMTI allows most events (JVMTI, "Event Index").
bool is_start_or_live() { return phase() == JVMTI_PHASE_START || phase() == JVMTI_PHASE_LIVE; }

// VMObjectAlloc and SampledObjectAlloc have the same arguments. Class and size are read before the
// first callback: a callback may move the object, and the handle follows it.
template <class Callback>
void tell_object(JavaThread& self, Handle<> object, jvmtiEvent event,
                 Callback jvmtiEventCallbacks::*which) {
  if (phase() != JVMTI_PHASE_LIVE || !is_enabled(event, self))
    return;
  HandleScope scope(self);
  jthread thread = current_jthread(self);
  const Class* klass = nullptr;
  jlong bytes = 0;
  {
    NoSafepoint still(self);
    klass = object.raw(still)->klass();
    bytes = static_cast<jlong>(gc::object_bytes(object.raw(still)));
  }
  jclass mirror = jclass_of(*klass);
  post(self, event, which, [&](Callback callback, Env& env, JNIEnv* jni) {
    callback(&env, jni, thread, local_ref(object), mirror, bytes);
  });
}

// JVMTI, GarbageCollectionStart: called in the stopped world on the thread that collects. The
// callback gets no JNIEnv and may use only functions that are marked for it: raw monitors, memory
// and the environment's storage. So it is called directly, without leaving kInVm.
void tell_collection(jvmtiEvent event) {
  if (phase() != JVMTI_PHASE_LIVE || !is_wanted(event))
    return;
  for_each_env([&](Env& env) {
    void* callback = env.callbacks[static_cast<std::size_t>(event - kFirstEvent)].load(
        std::memory_order_acquire);
    // These events can be enabled for one thread as well, but belong to no thread; only the
    // environment's own set counts.
    bool is_on = (env.events.load(std::memory_order_relaxed) & bit_of(event)) != 0;
    if (callback != nullptr && is_on)
      reinterpret_cast<jvmtiEventGarbageCollectionStart>(callback)(&env);
  });
}

// JVMTI, VirtualThreadStart: a virtual thread has events of its own.
bool is_virtual_thread(JavaThread& self) {
  NoSafepoint still(self);
  return self.thread_object != nullptr && is_virtual(*self.thread_object);
}

class VmNews final : public Observer {
 public:
  // Threads of the VM itself and those that start before the START phase are not reported.
  void thread_started(JavaThread& self) override {
    if (!is_start_or_live())
      return;
    tell_thread(self, is_virtual_thread(self) ? kVirtualThreadStart : JVMTI_EVENT_THREAD_START,
                &jvmtiEventCallbacks::ThreadStart);
  }
  void thread_ending(JavaThread& self) override {
    if (!is_start_or_live())
      return;
    tell_thread(self, is_virtual_thread(self) ? kVirtualThreadEnd : JVMTI_EVENT_THREAD_END,
                &jvmtiEventCallbacks::ThreadEnd);
  }
  void thread_gone(JavaThread& self) override { forget_thread_data(self); }

  // Those that come and go; a bound one is a thread like others.
  void virtual_thread_started(JavaThread& self) override { thread_started(self); }
  void virtual_thread_ending(JavaThread& self) override { thread_ending(self); }
  void virtual_thread_mounted(JavaThread& self) override { tell_switch(self, kVirtualThreadMount); }
  void virtual_thread_leaving(JavaThread& self) override {
    tell_switch(self, kVirtualThreadUnmount);
  }

  void class_loaded(JavaThread& self, Class& klass) override {
    // JVMTI, ClassLoad: array and primitive classes are not reported, hidden classes are.
    if (klass.is_instance_class())
      tell_class(self, klass, JVMTI_EVENT_CLASS_LOAD, &jvmtiEventCallbacks::ClassLoad);
  }
  void class_prepared(JavaThread& self, Class& klass) override {
    if (klass.is_instance_class())
      tell_class(self, klass, JVMTI_EVENT_CLASS_PREPARE, &jvmtiEventCallbacks::ClassPrepare);
  }

  void monitor_contended(JavaThread& self, Handle<> object) override {
    tell_monitor(self, object, JVMTI_EVENT_MONITOR_CONTENDED_ENTER,
                 &jvmtiEventCallbacks::MonitorContendedEnter);
  }
  void monitor_entered(JavaThread& self, Handle<> object) override {
    tell_monitor(self, object, JVMTI_EVENT_MONITOR_CONTENDED_ENTERED,
                 &jvmtiEventCallbacks::MonitorContendedEntered);
  }
  void monitor_wait(JavaThread& self, Handle<> object, std::int64_t millis) override {
    tell_monitor(self, object, JVMTI_EVENT_MONITOR_WAIT, &jvmtiEventCallbacks::MonitorWait,
                 jlong{millis});
  }
  void monitor_waited(JavaThread& self, Handle<> object, bool timed_out) override {
    tell_monitor(self, object, JVMTI_EVENT_MONITOR_WAITED, &jvmtiEventCallbacks::MonitorWaited,
                 jboolean{timed_out});
  }

  // JVMTI, NativeMethodBind: each agent may replace the function and sees what the one before it
  // chose.
  void* native_found(JavaThread& self, Method& method, void* function) override {
    if (!is_enabled(JVMTI_EVENT_NATIVE_METHOD_BIND, self))
      return function;
    HandleScope scope(self);
    jthread thread = current_jthread(self);
    jmethodID id = jmethod_of(method);
    post(self, JVMTI_EVENT_NATIVE_METHOD_BIND, &jvmtiEventCallbacks::NativeMethodBind,
         [&](auto* callback, Env& env, JNIEnv* jni) {
           void* instead = function;
           // JVMTI: in the PRIMORDIAL phase the JNIEnv is null.
           callback(&env, phase() == JVMTI_PHASE_PRIMORDIAL ? nullptr : jni, thread, id, function,
                    &instead);
           function = instead;
         });
    return function;
  }

  // Called only for objects that the VM makes where no bytecode asks for one; README.md has the
  // list.
  void object_made(JavaThread& self, Handle<> object) override {
    tell_object(self, object, JVMTI_EVENT_VM_OBJECT_ALLOC, &jvmtiEventCallbacks::VMObjectAlloc);
  }

  void object_sampled(JavaThread& self, Handle<> object) override {
    tell_object(self, object, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC,
                &jvmtiEventCallbacks::SampledObjectAlloc);
  }

  // The bytes go from agent to agent before they are parsed (class_files.h).
  void class_file_arrived(JavaThread& self, runtime::LoaderData& loader,
                          const runtime::Symbol* name, const runtime::MirrorFacts& facts,
                          runtime::ClassFileBytes& file) override {
    show_arriving_file(self, loader, name, facts, file);
  }

  void collection_begins() override { tell_collection(JVMTI_EVENT_GARBAGE_COLLECTION_START); }
  void collection_ended(const gc::CollectionRecord&) override {
    tell_collection(JVMTI_EVENT_GARBAGE_COLLECTION_FINISH);
  }
  // ObjectFree is posted when the world runs again, so that its callback may wait for other
  // threads.
  void after_collection(JavaThread& self) override { tell_freed_objects(self); }

  void resource_exhausted(JavaThread& self, Resource what, const char* message) override {
    if (phase() != JVMTI_PHASE_LIVE || !is_enabled(JVMTI_EVENT_RESOURCE_EXHAUSTED, self))
      return;
    post(self, JVMTI_EVENT_RESOURCE_EXHAUSTED, &jvmtiEventCallbacks::ResourceExhausted,
         [&](auto* callback, Env& env, JNIEnv* jni) {
           callback(&env, jni, flags_of(what), nullptr, message);
         });
  }

  void jni_reads(JavaThread& self, runtime::Field& field, Handle<> object) override {
    tell_jni_read(self, field, object);
  }
  void jni_writes(JavaThread& self, runtime::Field& field, Handle<> object,
                  const JavaValue& value) override {
    tell_jni_write(self, field, object, value);
  }

 private:
  // Returns JVMTI's flags for each resource (ResourceExhausted).
  static jint flags_of(Resource what) {
    switch (what) {
      case Resource::kHeap:
        return JVMTI_RESOURCE_EXHAUSTED_OOM_ERROR | JVMTI_RESOURCE_EXHAUSTED_JAVA_HEAP;
      case Resource::kArrayLength:
        return JVMTI_RESOURCE_EXHAUSTED_OOM_ERROR;
      case Resource::kThreads:
        return JVMTI_RESOURCE_EXHAUSTED_OOM_ERROR | JVMTI_RESOURCE_EXHAUSTED_THREADS;
    }
    return 0;
  }

  // Posts the four monitor events; `more` is the timeout of MonitorWait or the outcome of
  // MonitorWaited.
  template <class Callback, class... More>
  static void tell_monitor(JavaThread& self, Handle<> object, jvmtiEvent event,
                           Callback jvmtiEventCallbacks::*which, More... more) {
    if (phase() != JVMTI_PHASE_LIVE || !is_enabled(event, self))
      return;
    HandleScope scope(self);
    jthread thread = current_jthread(self);
    post(self, event, which, [&](Callback callback, Env& env, JNIEnv* jni) {
      callback(&env, jni, thread, local_ref(object), more...);
    });
  }
  // The callbacks for virtual threads have the arguments of those for others.
  template <class Callback>
  static void tell_thread(JavaThread& self, jvmtiEvent event,
                          Callback jvmtiEventCallbacks::*which) {
    if (!is_enabled(event, self) || self.is_vm_internal)
      return;
    HandleScope scope(self);
    jthread thread = current_jthread(self);
    post(self, event, which,
         [&](Callback callback, Env& env, JNIEnv* jni) { callback(&env, jni, thread); });
  }
  template <class Callback>
  static void tell_class(JavaThread& self, Class& klass, jvmtiEvent event,
                         Callback jvmtiEventCallbacks::*which) {
    if (!is_start_or_live() || !is_enabled(event, self))
      return;
    HandleScope scope(self);
    jthread thread = current_jthread(self);
    jclass mirror = jclass_of(klass);
    post(self, event, which,
         [&](Callback callback, Env& env, JNIEnv* jni) { callback(&env, jni, thread, mirror); });
  }
};

Observer& vm_news() {
  return jvmti_state.vm_news.get([] { return new VmNews; });
}

// These are always observed, because they are rare enough. Objects and samples are observed only
// while an agent wants them.
constexpr ObservedEvents kAlways = kThreadEvents | kVirtualThreadEvents | kClassEvents |
                                   kClassFileEvents | kContentionEvents | kNativeBindingEvents |
                                   kResourceEvents | kJniFieldEvents | kCollectionEvents;

ObservedEvents wanted_news() {
  return kAlways | (is_wanted(JVMTI_EVENT_VM_OBJECT_ALLOC) ? kObjectEvents : kNoEvents) |
         (is_wanted(JVMTI_EVENT_SAMPLED_OBJECT_ALLOC) ? kSampleEvents : kNoEvents);
}

}  // namespace

// A thread looks and acts under one lock. Otherwise it could act on an old look after another
// thread has acted on a new one, and an event that is wanted would be lost.
void listen_to_vm() {
  Observer& news = vm_news();
  sync::MutexLock lock(jvmti_state.news_mutex);
  observe(news, wanted_news());
}

// Sampling shortens every TLAB (gc/heap/allocation_sampler.h), so it is off unless wanted. Turning
// it on stops the world, so no lock is held; a thread looks again after it has acted instead, and
// the last one to act finds that nothing has changed.
void refresh_object_news() {
  listen_to_vm();
  bool is_on;
  do {
    is_on = is_wanted(JVMTI_EVENT_SAMPLED_OBJECT_ALLOC);
    gc::sample_allocations(gc::SampleAsker::kAgents, is_on);
  } while (is_on != is_wanted(JVMTI_EVENT_SAMPLED_OBJECT_ALLOC));
}

// JVMTI, "Heap": the average distance between two samples, in bytes; 0 samples every object.
jvmtiError SetHeapSamplingInterval(Env&, jint bytes) {
  if (bytes < 0)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  gc::set_sampling_interval(static_cast<std::size_t>(bytes));
  return JVMTI_ERROR_NONE;
}

}  // namespace minijvm::vm::jvmti
