// Passes the arguments on to tools/jvmti, as the attach command `load` does.
#include "tools/manage/commands/agent_commands.h"

#include "runtime/thread/java_thread.h"
#include "tools/jvmti/agents.h"

namespace minijvm::vm {
namespace {

constexpr CommandParameter kParameters[] = {
    {"library path", "Absolute path of the JVMTI agent to load.", "STRING", nullptr, false, true},
    {"agent option", "Option string to pass the agent.", "STRING", nullptr, false, false}};

// HOTSPOT: a jar is an agent in Java, which libinstrument loads.
JavaResult<std::string> load(runtime::JavaThread& self, const CommandArguments& arguments) {
  const std::string& path = *arguments.find("library path");
  const std::string* given = arguments.find("agent option");
  const std::string option = given == nullptr ? "" : *given;
  if (path.ends_with(".jar")) {
    return jvmti::attach_agent(self, {"instrument", path + (given == nullptr ? "" : "=" + option),
                                      /*is_path=*/false});
  }
  return jvmti::attach_agent(self, {path, option, /*is_path=*/true});
}

constexpr DiagnosticCommand kCommands[] = {
    {"JVMTI.agent_load", "Load JVMTI native agent.", "Low", "control", kParameters, load}};

}  // namespace

std::span<const DiagnosticCommand> agent_commands() { return kCommands; }

}  // namespace minijvm::vm
