#include "vm/inspect/jvmti/env.h"

#include "sync/thread_state.h"
#include "sync/vm_mutex.h"
#include "vm/inspect/jvmti/class_files.h"
#include "vm/inspect/jvmti/events.h"
#include "vm/inspect/jvmti/functions.h"
#include "vm/inspect/jvmti/table.h"
#include "vm/inspect/jvmti/tags.h"
#include "vm/inspect/jvmti/vm_news.h"

namespace minijvm::vm::jvmti {

namespace {

sync::Mutex making_mutex{sync::LockRank::kLeaf};
std::atomic<Env*> first{nullptr};
std::atomic<jvmtiPhase> current_phase{JVMTI_PHASE_ONLOAD};

// The own version and those before it: 1.0 to 1.2, then the JDK's feature versions from 9 on.
bool is_supported(jint version) {
  constexpr jint kFeature = 17;
  constexpr jint kFirstFeature = 9;
  jint major = (version & JVMTI_VERSION_MASK_MAJOR) >> JVMTI_VERSION_SHIFT_MAJOR;
  jint minor = (version & JVMTI_VERSION_MASK_MINOR) >> JVMTI_VERSION_SHIFT_MINOR;
  if ((version & JVMTI_VERSION_MASK_INTERFACE_TYPE) != JVMTI_VERSION_INTERFACE_JVMTI) return false;
  return major == 1 ? minor <= 2 : major >= kFirstFeature && major <= kFeature && minor == 0;
}

}  // namespace

jvmtiPhase phase() { return current_phase.load(std::memory_order_acquire); }
void set_phase(jvmtiPhase now) { current_phase.store(now, std::memory_order_release); }

Env* first_env() { return first.load(std::memory_order_acquire); }  // acquire: pairs with make_env

Env* make_env(jint version) {
  if (!is_supported(version) || phase() == JVMTI_PHASE_DEAD) return nullptr;
  auto* env = new Env;
  env->functions = function_table();
  sync::MutexLock lock(making_mutex);
  std::atomic<Env*>* end = &first;
  while (Env* last = end->load(std::memory_order_relaxed)) end = &last->next;
  end->store(env, std::memory_order_release);  // acquire: whoever walks the list sees it whole
  listen_to_vm();
  watch_class_files();
  return env;
}

Env* env_of(jvmtiEnv* pointer) {
  auto* env = static_cast<Env*>(pointer);
  return env == nullptr || env->magic != Env::kMagic || env->is_disposed.load(std::memory_order_acquire) ? nullptr : env;
}

void dispose(Env& env) {
  env.is_disposed.store(true, std::memory_order_release);
  env.capabilities.store(0, std::memory_order_relaxed);
  env.events.store(0, std::memory_order_relaxed);
  forget_tags(env);
  enabled_events_changed();
}

jvmtiError DisposeEnvironment(Env& env) {
  JavaThread* self = runtime::current_java_thread();
  if (self == nullptr || self->state() != sync::ThreadState::kInNative) {
    dispose(env);  // in the OnLoad phase
    return JVMTI_ERROR_NONE;
  }
  sync::NativeToVm to_vm(*self);
  dispose(env);
  return JVMTI_ERROR_NONE;
}

jvmtiError SetEnvironmentLocalStorage(Env& env, const void* data) {
  env.local_storage.store(const_cast<void*>(data), std::memory_order_release);
  return JVMTI_ERROR_NONE;
}

jvmtiError GetEnvironmentLocalStorage(Env& env, void** data) {
  if (data == nullptr) return JVMTI_ERROR_NULL_POINTER;
  *data = env.local_storage.load(std::memory_order_acquire);
  return JVMTI_ERROR_NONE;
}

}  // namespace minijvm::vm::jvmti
