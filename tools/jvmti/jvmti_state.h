// Holds the state of the JVMTI tool for the whole process.
// Tested by tests/vm/jvmti.
#pragma once

#include <jvmti.h>

#include <string>
#include <utility>
#include <vector>

#include "base/atomic.h"
#include "base/lazy.h"
#include "sync/threads/vm_mutex.h"
#include "tools/jvmti/env.h"
#include "vm/observer.h"
#include "vm/tools.h"

namespace minijvm::vm::jvmti {

class DebugHooks;  // debug_hooks.cpp

struct JvmtiState {
  Lazy<Tool> tool;
  Lazy<Observer> vm_news;        // events of the VM, which become JVMTI's
  Lazy<DebugHooks> debug_hooks;  // breakpoints, steps, watched fields
  // The table that all environments point at. HOTSPOT: an agent may write into it, to hear of other
  // agents' calls; async-profiler does.
  Lazy<jvmtiInterface_1_> functions;
  Atomic<jvmtiPhase> phase{JVMTI_PHASE_ONLOAD};
  Atomic<EventSet> wanted_events{0};  // by any environment

  sync::Mutex envs_mutex{sync::LockRank::kLeaf};
  Atomic<Env*> first_env{nullptr};  // a list; envs_mutex orders the threads that add one
  sync::Mutex agents_mutex{sync::LockRank::kLeaf};
  Lazy<std::vector<void*>>
      agents;  // libraries, in the order of their loading; guarded by agents_mutex
  sync::Mutex capabilities_mutex{sync::LockRank::kLeaf};
  // Guarded by the mutex above. HOTSPOT: a capability that one agent got in the OnLoad phase is
  // available to others later.
  CapabilitySet had_at_load = 0;
  sync::Mutex prefixes_mutex{sync::LockRank::kLeaf};
  // The prefixes of each environment, in the order in which the environments were made. Guarded by
  // prefixes_mutex.
  Lazy<std::vector<std::pair<const Env*, std::vector<std::string>>>> prefixes;
  sync::Mutex news_mutex{sync::LockRank::kWantedEvents};  // held to act on what agents want
  sync::Mutex tags_mutex{sync::LockRank::kLeaf};          // held to make an environment's tags
  sync::Mutex thread_data_mutex{sync::LockRank::kLeaf};   // held to make a thread's data
  Atomic<int> frame_pops{0};                              // requested ones, of all threads
};
extern constinit JvmtiState jvmti_state [[gnu::visibility("hidden")]];

}  // namespace minijvm::vm::jvmti
