#include "vm/inspect/jvmti/vm_news.h"

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

 private:
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

}  // namespace

void listen_to_vm() { set_vm_listener(vm_news); }

}  // namespace minijvm::vm::jvmti
