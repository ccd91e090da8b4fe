// A JVMTI environment: what GetEnv(JVMTI_VERSION_*) hands out, one for each question. And the phase of the VM.
// Proved by tests/vm/jvmti.
//
// An environment is never freed: a thread may be amid a callback of one that another disposes of. Disposing ends its events and
// capabilities and forgets its tags, and its functions answer INVALID_ENVIRONMENT.
#pragma once

#include <jvmti.h>

#include <array>
#include <atomic>
#include <cstdint>

#include "runtime/java_thread.h"
#include "vm/inspect/jvmti/capabilities.h"

namespace minijvm::vm::jvmti {

using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Object;
using sync::NoSafepoint;

inline constexpr int kFirstEvent = JVMTI_MIN_EVENT_TYPE_VAL;
inline constexpr int kEventSlots = JVMTI_MAX_EVENT_TYPE_VAL - JVMTI_MIN_EVENT_TYPE_VAL + 1;
using EventSet = std::uint64_t;  // bit i: event kFirstEvent + i
constexpr EventSet bit_of(jvmtiEvent event) { return EventSet{1} << (event - kFirstEvent); }

struct Env : _jvmtiEnv {
  static constexpr std::uint32_t kMagic = 0x4a56544d;

  std::uint32_t magic = kMagic;             // at the head, so that a stray pointer is found out
  std::atomic<bool> is_disposed{false};
  std::atomic<CapabilitySet> capabilities{0};
  std::atomic<EventSet> events{0};          // enabled for all threads; for one: thread_data.h
  std::array<std::atomic<void*>, kEventSlots> callbacks{};
  std::atomic<void*> local_storage{nullptr};
  std::atomic<void*> tags{nullptr};         // of objects (chapter Heap)
  std::atomic<Env*> next{nullptr};          // the one made after this

  bool has(Capability capability) const { return (capabilities.load(std::memory_order_relaxed) & bit_of(capability)) != 0; }
};

// Null: no environment of this version. From any thread, in any state. JNI_EVERSION otherwise.
Env* make_env(jint version);
// The valid environment behind a pointer from an agent; null: it is none, or disposed of.
Env* env_of(jvmtiEnv* pointer);
// REQUIRES: kInVm on an attached thread, or no Java has run.
void dispose(Env& env);

// In the order of their making; from any thread.
Env* first_env();
template <class Visit>
void for_each_env(Visit visit) {
  for (Env* env = first_env(); env != nullptr; env = env->next.load(std::memory_order_acquire)) {  // acquire: pairs with make_env
    if (!env->is_disposed.load(std::memory_order_acquire)) visit(*env);
  }
}

jvmtiPhase phase();
void set_phase(jvmtiPhase now);

}  // namespace minijvm::vm::jvmti
