// Runs the diagnostic commands of jdk.management.agent, by which a manager opens this VM to JMX
// connections. jconsole uses them when it attaches.
// Tested by tests/java/management/AgentCommands.java.
#pragma once

#include <span>
#include <string>

#include "tools/manage/command_arguments.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

JavaResult<std::string> start_remote_agent(runtime::JavaThread& self,
                                           const CommandArguments& arguments);
JavaResult<std::string> start_local_agent(runtime::JavaThread& self,
                                          const CommandArguments& arguments);
JavaResult<std::string> stop_remote_agent(runtime::JavaThread& self,
                                          const CommandArguments& arguments);
JavaResult<std::string> agent_status(runtime::JavaThread& self, const CommandArguments& arguments);

// Returns the parameters of start_remote_agent.
std::span<const CommandParameter> remote_agent_parameters();

}  // namespace minijvm::vm
