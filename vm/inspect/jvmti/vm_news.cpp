#include "vm/inspect/jvmti/vm_news.h"

#include "gc/memory_pools.h"
#include "runtime/class.h"
#include "vm/inspect/jvmti/events.h"
#include "vm/java/vm_events.h"

namespace minijvm::vm::jvmti {

namespace {

using runtime::Class;

bool is_start_or_live() { return phase() == JVMTI_PHASE_START || phase() == JVMTI_PHASE_LIVE; }

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

 private:
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

}  // namespace minijvm::vm::jvmti
