// Agent libraries: -agentlib, -agentpath, -Xrun, and those that a tool loads later (JVMTI, "Starting an Agent").
// Proved by tests/vm/jvmti.
#pragma once

#include <span>
#include <string>

#include "runtime/java_thread.h"

namespace minijvm::vm::jvmti {

struct AgentSpec {
  std::string library;   // a name, "jdwp", or with is_path the file
  std::string options;
  bool is_path = false;
};

// Calls each agent's Agent_OnLoad, with no thread attached. The text of a failure; empty: all is well. REQUIRES: phase ONLOAD, nobody
// else runs. ENSURES: phase PRIMORDIAL.
std::string load_agents(std::span<const AgentSpec> specs);
// Agent_OnAttach, in the live phase. What the tool is told. REQUIRES: kInVm.
std::string attach_agent(runtime::JavaThread& self, const AgentSpec& spec);
// libjdwp's own door: what -agentlib:jdwp=...,onjcmd=y waits for. What the tool is told. REQUIRES: kInVm.
std::string start_debugging(runtime::JavaThread& self);
// Agent_OnUnload of each, at the end.
void unload_agents();

}  // namespace minijvm::vm::jvmti
