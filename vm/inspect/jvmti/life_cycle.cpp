#include "vm/inspect/jvmti/life_cycle.h"

#include "vm/inspect/jvmti/agents.h"
#include "vm/inspect/jvmti/events.h"
#include "vm/java/vm_events.h"
#include "vm/native/java_vm.h"

namespace minijvm::vm::jvmti {

void open() {
  set_extra_environment([](jint version) { return static_cast<void*>(make_env(version)); });
}

void begin_start_phase(JavaThread& self) {
  set_phase(JVMTI_PHASE_START);
  post(self, JVMTI_EVENT_VM_START, &jvmtiEventCallbacks::VMStart, [](auto* callback, Env& env, JNIEnv* jni) { callback(&env, jni); });
}

void begin_live_phase(JavaThread& self) {
  set_phase(JVMTI_PHASE_LIVE);
  HandleScope scope(self);
  jthread thread = current_jthread(self);
  post(self, JVMTI_EVENT_VM_INIT, &jvmtiEventCallbacks::VMInit, [&](auto* callback, Env& env, JNIEnv* jni) { callback(&env, jni, thread); });
}

void begin_dead_phase(JavaThread& self) {
  static std::atomic<bool> has_begun{false};
  if (has_begun.exchange(true, std::memory_order_acq_rel)) return;
  if (VmListener* listener = vm_listener()) listener->thread_ending(self);  // HOTSPOT: so ends the thread that ends the VM
  post(self, JVMTI_EVENT_VM_DEATH, &jvmtiEventCallbacks::VMDeath, [](auto* callback, Env& env, JNIEnv* jni) { callback(&env, jni); });
  set_phase(JVMTI_PHASE_DEAD);
  sync::VmToNative native(self);
  unload_agents();
}

}  // namespace minijvm::vm::jvmti
