// Defines a JVMTI environment, which is what an agent gets from GetEnv(JVMTI_VERSION_*) and passes
// to every function, and the phase of the VM (JVMTI, "JVM TI Environments" and GetPhase). Each
// GetEnv makes a new environment, with capabilities, callbacks, enabled events and tags of its own.
//
//   first_env() -> Env (made first) -next-> Env -next-> null      a list that only grows
//
// An environment is never freed, because one thread may run its callback while another thread
// disposes of it. DisposeEnvironment ends its events and capabilities and drops its tags. From then
// on its functions return INVALID_ENVIRONMENT, and for_each_env() skips it.
// Tested by tests/vm/jvmti.
#pragma once

#include <jvmti.h>

#include <array>
#include <cstdint>

#include "base/atomic.h"
#include "runtime/thread/java_thread.h"
#include "tools/jvmti/functions/capabilities.h"
#include "tools/jvmti/later.h"

namespace minijvm::vm::jvmti {

using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Object;
using sync::NoSafepoint;

// The numbers of events begin at 50, so arrays and bit sets of events are indexed from kFirstEvent.
// The last one is that of the newest JVMTI.
inline constexpr int kFirstEvent = JVMTI_MIN_EVENT_TYPE_VAL;
inline constexpr int kLastEvent = kVirtualThreadEnd;
inline constexpr int kEventSlots = kLastEvent - kFirstEvent + 1;
using EventSet = std::uint64_t;  // bit i: event kFirstEvent + i
constexpr EventSet bit_of(jvmtiEvent event) { return EventSet{1} << (event - kFirstEvent); }

// The extension events (functions/extensions.h).
enum ExtensionEvent : std::uint8_t { kVirtualThreadMount, kVirtualThreadUnmount };

// The base _jvmtiEnv is the struct of jvmti.h, whose only member is the pointer to the function
// table. So a jvmtiEnv* and an Env* differ by a cast only. Any thread may read and write the atomic
// members at any time.
struct Env : _jvmtiEnv {
  static constexpr std::uint32_t kMagic = 0x4a56544d;

  // Lets env_of() reject a pointer that is no environment.
  std::uint32_t magic = kMagic;
  Atomic<bool> is_disposed{false};
  Atomic<CapabilitySet> capabilities{0};
  // The events that are enabled for all threads. thread_data.h has those that are enabled for one
  // thread.
  Atomic<EventSet> events{0};
  // The index is the event's number minus kFirstEvent; null if the agent has set no callback.
  std::array<Atomic<void*>, kEventSlots> callbacks{};
  // The index is an ExtensionEvent.
  std::array<Atomic<void*>, 2> extension_callbacks{};
  std::array<Atomic<bool>, 2> extension_events{};  // enabled
  Atomic<void*> local_storage{nullptr};
  // The TagMap (heap/tags.h), made when the environment first tags an object.
  Atomic<void*> tags{nullptr};
  // The environment that was made after this one.
  Atomic<Env*> next{nullptr};

  bool has(Capability capability) const {
    return (capabilities.load(std::memory_order_relaxed) & bit_of(capability)) != 0;
  }
};

// Makes an environment. Returns null if the version is not supported or the VM has ended; GetEnv
// then answers JNI_EVERSION. May be called by any thread in any state.
Env* make_env(jint version);
// Returns the environment that a pointer from an agent refers to. Returns null if the pointer is no
// environment, or if the environment has been disposed of.
Env* env_of(jvmtiEnv* pointer);
// Ends the environment; see above. REQUIRES: kInVm on an attached thread, or no Java code has run.
void dispose(Env& env);

// Returns the first environment, or null. Any thread may call this.
Env* first_env();
// Calls visit(Env&) for all environments that are not disposed of, in the order in which they were
// made. Posting events follows this order, as the specification asks. Needs no lock: the list only
// grows.
template <class Visit>
void for_each_env(Visit visit) {
  // acquire: pairs with make_env
  for (Env* env = first_env(); env != nullptr; env = env->next.load(std::memory_order_acquire)) {
    if (!env->is_disposed.load(std::memory_order_acquire))
      visit(*env);
  }
}

// The phase of the VM (JVMTI, GetPhase), which jvmti_tool.cpp and agents.cpp change.
jvmtiPhase phase();
void set_phase(jvmtiPhase now);

}  // namespace minijvm::vm::jvmti
