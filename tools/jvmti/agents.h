// Loads agent libraries: those of -agentlib, -agentpath and -Xrun, and those that a tool such as
// jcmd loads into the running VM (JVMTI, "Starting an Agent"). An agent is a shared library that
// exports Agent_OnLoad, Agent_OnAttach and Agent_OnUnload.
// Tested by tests/vm/jvmti.
#pragma once

#include <span>
#include <string>

#include "base/expected.h"
#include "runtime/thread/java_thread.h"
#include "vm/boot/tool_options.h"

namespace minijvm::vm::jvmti {

// Loads each library and calls its Agent_OnLoad, with no thread attached. The error is the text of
// the first failure. REQUIRES: phase ONLOAD, self is the only thread. ENSURES: phase PRIMORDIAL.
Expected<void, std::string> load_agents(runtime::JavaThread& self,
                                        std::span<const AgentSpec> specs);
// Loads a library in the live phase and calls its Agent_OnAttach. Returns the text that the
// attaching tool prints, for example "return code: 0". REQUIRES: kInVm.
std::string attach_agent(runtime::JavaThread& self, const AgentSpec& spec);
// Starts a debugger agent that was loaded with -agentlib:jdwp=...,onjcmd=y and has waited for this.
// libjdwp exports a function of its own for it. Returns the text that the tool prints. REQUIRES:
// kInVm.
std::string start_debugging(runtime::JavaThread& self);
// Calls Agent_OnUnload of each library at the end of the VM. The libraries stay mapped, since their
// threads may still run. REQUIRES: kInNative.
void unload_agents();

}  // namespace minijvm::vm::jvmti
