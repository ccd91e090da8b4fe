// Keeps environments: GetEnv makes them, DisposeEnvironment ends them, and an agent may attach
// storage to one (JVMTI, chapter "General"). Callers are agents: in the OnLoad phase on a thread
// that is not attached, later in kInNative.
#include "tools/jvmti/env.h"

#include "base/atomic.h"
#include "sync/threads/thread_state.h"
#include "sync/threads/vm_mutex.h"
#include "tools/jvmti/class_files.h"
#include "tools/jvmti/events.h"
#include "tools/jvmti/functions.h"
#include "tools/jvmti/heap/tags.h"
#include "tools/jvmti/jvmti_state.h"
#include "tools/jvmti/table.h"
#include "tools/jvmti/vm_news.h"

namespace minijvm::vm::jvmti {

constinit JvmtiState jvmti_state;

namespace {

constexpr JvmtiState& state = jvmti_state;

// Accepts JVMTI versions 1.0 to 1.2, and the feature versions of JDKs from 9 to the one that runs.
// The minor number of the latter is 0.
bool is_supported(jint version) {
  constexpr jint kFirstFeature = 9;
  jint major = (version & JVMTI_VERSION_MASK_MAJOR) >> JVMTI_VERSION_SHIFT_MAJOR;
  jint minor = (version & JVMTI_VERSION_MASK_MINOR) >> JVMTI_VERSION_SHIFT_MINOR;
  if ((version & JVMTI_VERSION_MASK_INTERFACE_TYPE) != JVMTI_VERSION_INTERFACE_JVMTI)
    return false;
  return major == 1 ? minor <= 2 : major >= kFirstFeature && major <= runtime::jdk().feature && minor == 0;
}

}  // namespace

jvmtiPhase phase() { return state.phase.load(std::memory_order_acquire); }
void set_phase(jvmtiPhase now) { state.phase.store(now, std::memory_order_release); }

Env* first_env() {
  // acquire: pairs with the release in make_env, so a reader sees a complete Env.
  return state.first_env.load(std::memory_order_acquire);
}

Env* make_env(jint version) {
  if (!is_supported(version) || phase() == JVMTI_PHASE_DEAD)
    return nullptr;
  auto* env = new Env;
  env->functions = &state.functions.get([] { return new jvmtiInterface_1_(function_table()); });
  // A new environment is appended, so that the list keeps the order in which environments were
  // made.
  sync::MutexLock lock(state.envs_mutex);
  Atomic<Env*>* end = &state.first_env;
  while (Env* last = end->load(std::memory_order_relaxed)) end = &last->next;
  // release: pairs with the acquire in first_env and for_each_env.
  end->store(env, std::memory_order_release);
  // The VM's observers start when the first agent appears; the call is idempotent.
  listen_to_vm();
  return env;
}

Env* env_of(jvmtiEnv* pointer) {
  auto* env = static_cast<Env*>(pointer);
  return env == nullptr || env->magic != Env::kMagic ||
                 env->is_disposed.load(std::memory_order_acquire)
             ? nullptr
             : env;
}

// The flag goes first. A thread that enables an event or sets a tag afterwards finds the
// environment disposed of, so nothing is left behind.
void dispose(Env& env) {
  env.is_disposed.store(true, std::memory_order_release);
  env.capabilities.store(0, std::memory_order_relaxed);
  env.events.store(0, std::memory_order_relaxed);
  forget_tags(env);
  enabled_events_changed();
}

// JVMTI, "General". The body chooses the state itself (row kAnywhere), because in the OnLoad phase
// no thread is attached.
jvmtiError DisposeEnvironment(Env& env) {
  JavaThread* self = runtime::current_java_thread();
  // The thread is not attached (the OnLoad phase), or is in a callback of the collector.
  if (self == nullptr || self->state() != sync::ThreadState::kInNative) {
    dispose(env);
    return JVMTI_ERROR_NONE;
  }
  sync::NativeToVm to_vm(*self);
  dispose(env);
  return JVMTI_ERROR_NONE;
}

// Keeps one pointer for the agent's own use. release and acquire pair with each other, so that a
// thread that reads the pointer also sees the data that the agent wrote behind it.
jvmtiError SetEnvironmentLocalStorage(Env& env, const void* data) {
  env.local_storage.store(const_cast<void*>(data), std::memory_order_release);
  return JVMTI_ERROR_NONE;
}

jvmtiError GetEnvironmentLocalStorage(Env& env, void** data) {
  if (data == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  *data = env.local_storage.load(std::memory_order_acquire);
  return JVMTI_ERROR_NONE;
}

}  // namespace minijvm::vm::jvmti
