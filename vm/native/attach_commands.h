// What a tool may ask of the VM through the attach socket (vm/launch/attach_listener.h): jstack, jinfo, jmap, jcmd, com.sun.tools.attach.
// Proved by tests/java/management/AttachSelf.java.
//
//   threaddump [-l][-e]           jstack
//   properties, agentProperties   jinfo, VirtualMachine.getSystemProperties, getAgentProperties
//   jcmd LINE                     a diagnostic command
//   inspectheap -live|-all        jmap -histo
//   dumpheap FILE -live|-all LEVEL   jmap -dump
//   printflag NAME, setflag NAME VALUE
//   load LIBRARY true|false OPTIONS   an agent; true: the library is a path
//   datadump                      what SIGQUIT prints, to the VM's own stdout
#pragma once

#include <array>
#include <string>

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

struct AttachRequest {
  std::string command;
  std::array<std::string, 3> arguments;
};

struct AttachAnswer {
  int status = 0;    // 0, or a JNI error, then the text says why
  std::string text;
};

// Leaves no exception pending. REQUIRES: kInVm.
AttachAnswer run_attach_command(runtime::JavaThread& self, const AttachRequest& request);

// Door: loads an agent, which inspect knows; what the tool is told.
using AgentAttach = std::string (*)(runtime::JavaThread& self, const std::string& library, bool is_path, const std::string& options);
void set_agent_attach(AgentAttach attach);

// Door: what datadump does, which launch knows.
void set_data_dump(void (*dump)(runtime::JavaThread& self));

}  // namespace minijvm::vm
