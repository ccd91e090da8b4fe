// Runs the commands that a tool may send through the attach socket
// (tools/manage/attach_listener.h): jstack, jinfo, jmap, jcmd and com.sun.tools.attach use them.
// Tested by tests/java/management/AttachSelf.java.
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

#include "runtime/fwd.h"

namespace minijvm::vm {

struct AttachRequest {
  std::string command;
  std::array<std::string, 3> arguments;
};

struct AttachAnswer {
  int status = 0;  // 0, or a JNI error, then the text says why
  std::string text;
};

// Leaves no exception pending. REQUIRES: kInVm.
AttachAnswer run_attach_command(runtime::JavaThread& self, const AttachRequest& request);

}  // namespace minijvm::vm
