// The diagnostic commands of jdk.management.agent, by which a manager opens this VM to JMX connections: jconsole does so on attaching.
// Proved by tests/java/management/AgentCommands.java.
#pragma once

#include <span>
#include <string>

#include "vm/java/java_result.h"
#include "vm/native/command_arguments.h"

namespace minijvm::vm {

JavaResult<std::string> start_remote_agent(runtime::JavaThread& self, const CommandArguments& arguments);
JavaResult<std::string> start_local_agent(runtime::JavaThread& self, const CommandArguments& arguments);
JavaResult<std::string> stop_remote_agent(runtime::JavaThread& self, const CommandArguments& arguments);
JavaResult<std::string> agent_status(runtime::JavaThread& self, const CommandArguments& arguments);

// What start_remote_agent takes.
std::span<const CommandParameter> remote_agent_parameters();

}  // namespace minijvm::vm
