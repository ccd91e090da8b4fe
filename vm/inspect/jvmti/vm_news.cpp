#include "vm/inspect/jvmti/vm_news.h"

#include "gc/allocate.h"
#include "gc/allocation_sampler.h"
#include "gc/memory_pools.h"
#include "runtime/class.h"
#include "vm/inspect/jvmti/arguments.h"
#include "vm/inspect/jvmti/debug_hooks.h"
#include "vm/inspect/jvmti/events.h"
#include "vm/inspect/jvmti/functions.h"
#include "vm/java/vm_events.h"

namespace minijvm::vm::jvmti {

namespace {

using runtime::Class;

using runtime::Method;

bool is_start_or_live() { return phase() == JVMTI_PHASE_START || phase() == JVMTI_PHASE_LIVE; }

template <class Callback>
void tell_object(JavaThread& self, Handle<> object, jvmtiEvent event, Callback jvmtiEventCallbacks::* which) {
  if (phase() != JVMTI_PHASE_LIVE || !is_enabled(event, self)) return;
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
  post(self, event, which, [&](Callback callback, Env& env, JNIEnv* jni) { callback(&env, jni, thread, local_ref(object), mirror, bytes); });
}

class VmNews final : public VmListener {
 public:
  void thread_started(JavaThread& self) override {
    if (!is_start_or_live()) return;
    tell_thread(self, JVMTI_EVENT_THREAD_START, &jvmtiEventCallbacks::ThreadStart);
  }
  void thread_ending(JavaThread& self) override {
    if (!is_start_or_live()) return;
    tell_thread(self, JVMTI_EVENT_THREAD_END, &jvmtiEventCallbacks::ThreadEnd);
  }
  void thread_gone(JavaThread& self) override { forget_thread_data(self); }

  void class_loaded(JavaThread& self, Class& klass) override {
    // JVMTI: array classes and primitives are not told of, hidden classes are.
    if (klass.is_instance_class()) tell_class(self, klass, JVMTI_EVENT_CLASS_LOAD, &jvmtiEventCallbacks::ClassLoad);
  }
  void class_prepared(JavaThread& self, Class& klass) override {
    if (klass.is_instance_class()) tell_class(self, klass, JVMTI_EVENT_CLASS_PREPARE, &jvmtiEventCallbacks::ClassPrepare);
  }

  void monitor_contended(JavaThread& self, Handle<> object) override {
    tell_monitor(self, object, JVMTI_EVENT_MONITOR_CONTENDED_ENTER, &jvmtiEventCallbacks::MonitorContendedEnter);
  }
  void monitor_entered(JavaThread& self, Handle<> object) override {
    tell_monitor(self, object, JVMTI_EVENT_MONITOR_CONTENDED_ENTERED, &jvmtiEventCallbacks::MonitorContendedEntered);
  }
  void monitor_wait(JavaThread& self, Handle<> object, std::int64_t millis) override {
    tell_monitor(self, object, JVMTI_EVENT_MONITOR_WAIT, &jvmtiEventCallbacks::MonitorWait, jlong{millis});
  }
  void monitor_waited(JavaThread& self, Handle<> object, bool timed_out) override {
    tell_monitor(self, object, JVMTI_EVENT_MONITOR_WAITED, &jvmtiEventCallbacks::MonitorWaited, jboolean{timed_out});
  }

  void* native_found(JavaThread& self, Method& method, void* function) override {
    if (!is_enabled(JVMTI_EVENT_NATIVE_METHOD_BIND, self)) return function;
    HandleScope scope(self);
    jthread thread = current_jthread(self);
    jmethodID id = jmethod_of(method);
    post(self, JVMTI_EVENT_NATIVE_METHOD_BIND, &jvmtiEventCallbacks::NativeMethodBind, [&](auto* callback, Env& env, JNIEnv* jni) {
      void* instead = function;  // each agent sees what the one before it chose
      callback(&env, phase() == JVMTI_PHASE_PRIMORDIAL ? nullptr : jni, thread, id, function, &instead);  // JVMTI: no JNI yet
      function = instead;
    });
    return function;
  }

  void object_made(JavaThread& self, Handle<> object) override {
    tell_object(self, object, JVMTI_EVENT_VM_OBJECT_ALLOC, &jvmtiEventCallbacks::VMObjectAlloc);
  }

  void resource_exhausted(JavaThread& self, Resource what, const char* message) override {
    if (phase() != JVMTI_PHASE_LIVE || !is_enabled(JVMTI_EVENT_RESOURCE_EXHAUSTED, self)) return;
    post(self, JVMTI_EVENT_RESOURCE_EXHAUSTED, &jvmtiEventCallbacks::ResourceExhausted,
         [&](auto* callback, Env& env, JNIEnv* jni) { callback(&env, jni, flags_of(what), nullptr, message); });
  }

  void jni_reads(JavaThread& self, runtime::Field& field, Handle<> object) override { tell_jni_read(self, field, object); }
  void jni_writes(JavaThread& self, runtime::Field& field, Handle<> object, const JavaValue& value) override {
    tell_jni_write(self, field, object, value);
  }

 private:
  static jint flags_of(Resource what) {
    switch (what) {
      case Resource::kHeap: return JVMTI_RESOURCE_EXHAUSTED_OOM_ERROR | JVMTI_RESOURCE_EXHAUSTED_JAVA_HEAP;
      case Resource::kArrayLength: return JVMTI_RESOURCE_EXHAUSTED_OOM_ERROR;
      case Resource::kThreads: return JVMTI_RESOURCE_EXHAUSTED_OOM_ERROR | JVMTI_RESOURCE_EXHAUSTED_THREADS;
    }
    return 0;
  }

  template <class Callback, class... More>
  static void tell_monitor(JavaThread& self, Handle<> object, jvmtiEvent event, Callback jvmtiEventCallbacks::* which, More... more) {
    if (phase() != JVMTI_PHASE_LIVE || !is_enabled(event, self)) return;
    HandleScope scope(self);
    jthread thread = current_jthread(self);
    post(self, event, which, [&](Callback callback, Env& env, JNIEnv* jni) { callback(&env, jni, thread, local_ref(object), more...); });
  }
  template <class Callback>
  static void tell_thread(JavaThread& self, jvmtiEvent event, Callback jvmtiEventCallbacks::* which) {
    if (!is_enabled(event, self) || self.is_vm_internal) return;
    HandleScope scope(self);
    jthread thread = current_jthread(self);
    post(self, event, which, [&](Callback callback, Env& env, JNIEnv* jni) { callback(&env, jni, thread); });
  }
  template <class Callback>
  static void tell_class(JavaThread& self, Class& klass, jvmtiEvent event, Callback jvmtiEventCallbacks::* which) {
    if (!is_start_or_live() || !is_enabled(event, self)) return;
    HandleScope scope(self);
    jthread thread = current_jthread(self);
    jclass mirror = jclass_of(klass);
    post(self, event, which, [&](Callback callback, Env& env, JNIEnv* jni) { callback(&env, jni, thread, mirror); });
  }
};

VmNews vm_news;

Object* show_sample(JavaThread& self, Object* fresh) {
  HandleScope scope(self);
  Handle<> object;
  {
    NoSafepoint still(self);
    object = runtime::make_handle(self, still, fresh);
  }
  tell_object(self, object, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, &jvmtiEventCallbacks::SampledObjectAlloc);
  NoSafepoint still(self);
  return object.raw(still);
}

// In the stopped world, on the thread that collects: the callback gets no JNIEnv, and may use raw monitors and memory only.
void tell_collection(bool begins) {
  jvmtiEvent event = begins ? JVMTI_EVENT_GARBAGE_COLLECTION_START : JVMTI_EVENT_GARBAGE_COLLECTION_FINISH;
  if (phase() != JVMTI_PHASE_LIVE || !is_wanted(event)) return;
  for_each_env([&](Env& env) {
    void* callback = env.callbacks[static_cast<std::size_t>(event - kFirstEvent)].load(std::memory_order_acquire);
    bool is_on = (env.events.load(std::memory_order_relaxed) & bit_of(event)) != 0;
    if (callback != nullptr && is_on) reinterpret_cast<jvmtiEventGarbageCollectionStart>(callback)(&env);
  });
}

}  // namespace

void listen_to_vm() {
  set_vm_listener(vm_news);
  gc::set_collection_watcher(tell_collection);
}

void refresh_object_news() {
  objects_are_announced.store(is_wanted(JVMTI_EVENT_VM_OBJECT_ALLOC), std::memory_order_relaxed);
  gc::sample_allocations(is_wanted(JVMTI_EVENT_SAMPLED_OBJECT_ALLOC) ? show_sample : nullptr);
}

jvmtiError SetHeapSamplingInterval(Env&, jint bytes) {
  if (bytes < 0) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  gc::set_sampling_interval(static_cast<std::size_t>(bytes));
  return JVMTI_ERROR_NONE;
}

}  // namespace minijvm::vm::jvmti
