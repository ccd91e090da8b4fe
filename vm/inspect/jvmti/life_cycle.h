// JVMTI's part in the life of the VM: its phases and the events that open and close them. Called by vm/launch. Proved by tests/vm/jvmti.
//
//   phase       from                       event
//   ONLOAD      the start                  Agent_OnLoad
//   START       System.initPhase2 is done  VM_START
//   LIVE        Java code can run          VM_INIT
//   DEAD        the end                    VM_DEATH before it, Agent_OnUnload behind it
#pragma once

#include "runtime/java_thread.h"

namespace minijvm::vm::jvmti {

// GetEnv answers from now on.
void open();
void begin_start_phase(runtime::JavaThread& self);
void begin_live_phase(runtime::JavaThread& self);
// Once, whoever comes first. REQUIRES: kInVm.
void begin_dead_phase(runtime::JavaThread& self);

}  // namespace minijvm::vm::jvmti
