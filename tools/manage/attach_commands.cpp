// Runs the commands that the attach listener has read from its socket. Each command is a function
// from the request to a status and a text, and most of them call a diagnostic command or a dump.
// The listener's Java thread calls in kInVm.
#include "tools/manage/attach_commands.h"

#include <jni.h>

#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "tools/compat/vm_flags.h"
#include "tools/dumps/class_histogram.h"
#include "tools/dumps/thread_dump.h"
#include "tools/jvmti/agents.h"
#include "tools/manage/diagnostic_commands.h"
#include "tools/named_calls.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/strings.h"

namespace minijvm::vm {
namespace {

using runtime::HandleScope;
using runtime::JavaThread;

// Returns the text of toString of the pending exception, or a fixed text if toString throws too.
// Clears the exception.
std::string text_of_pending(JavaThread& self) {
  CallArgs args;
  args.push(take_exception(self));
  JavaResult<JavaValue> text =
      call_named(self, "java/lang/Throwable", "toString", "()Ljava/lang/String;", args);
  if (!text.ok()) {
    (void)take_exception(self);
    return "an exception without a text";
  }
  return to_modified_utf8(self, runtime::as<java::String>(text.take().reference));
}

// Turns a failure of Java code into the answer's status and text, because no Java frame of the
// listener could catch it.
AttachAnswer answer_of(JavaThread& self, JavaResult<std::string> result) {
  if (!result.ok()) {
    return {JNI_ERR, text_of_pending(self) + '\n'};
  }
  return {0, result.take()};
}

// jstack sends "-l", "-e" or both in one word.
AttachAnswer dump_threads(JavaThread& self, const AttachRequest& request) {
  std::string line = "Thread.print";
  for (const char* option : {"l", "e"}) {
    line +=
        request.arguments[0].find(option) == std::string::npos ? "" : std::string(" -") + option;
  }
  return answer_of(self, run_diagnostic_command(self, line));
}

AttachAnswer properties(JavaThread& self, const AttachRequest&) {
  return answer_of(self, serialized_properties(self, "serializePropertiesToByteArray"));
}

AttachAnswer agent_properties(JavaThread& self, const AttachRequest&) {
  return answer_of(self, serialized_properties(self, "serializeAgentPropertiesToByteArray"));
}

AttachAnswer diagnostic_command(JavaThread& self, const AttachRequest& request) {
  return answer_of(self, run_diagnostic_command(self, request.arguments[0]));
}

AttachAnswer inspect_heap(JavaThread& self, const AttachRequest& request) {
  const std::string& what = request.arguments[0];
  // HotSpot takes a missing choice for -live, and so does this.
  if (!what.empty() && what != "-live" && what != "-all") {
    return {JNI_ERR, "Invalid argument to inspectheap operation: " + what + '\n'};
  }
  return {0, class_histogram(self, what != "-all")};
}

AttachAnswer dump_heap(JavaThread& self, const AttachRequest& request) {
  const std::string& what = request.arguments[1];
  if (request.arguments[0].empty()) {
    return {JNI_ERR, "No dump file specified\n"};
  }
  if (!what.empty() && what != "-live" && what != "-all") {
    return {JNI_ERR, "Invalid argument to dumpheap operation: " + what + '\n'};
  }
  // The third argument is the compression level of jmap -dump:gz=N.
  std::string complaint;
  const int gzip_level = gzip_level_of(&request.arguments[2], &complaint);
  return complaint.empty() ? AttachAnswer{0, report_heap_dump(self, request.arguments[0],
                                                              what != "-all", gzip_level)}
                           : AttachAnswer{JNI_ERR, complaint};
}

AttachAnswer print_flag(JavaThread&, const AttachRequest& request) {
  std::optional<VmFlag> flag = find_vm_flag(request.arguments[0]);
  // An unknown flag is no error of the protocol, so the status is 0 and the text says it.
  return {0,
          (flag.has_value() ? flag_text(*flag) : "no such flag '" + request.arguments[0] + '\'') +
              '\n'};
}

AttachAnswer set_flag(JavaThread&, const AttachRequest& request) {
  std::string complaint = write_vm_flag_text(request.arguments[0], &request.arguments[1]);
  return complaint.empty() ? AttachAnswer{} : AttachAnswer{JNI_ERR, complaint + '\n'};
}

AttachAnswer dump_data(JavaThread& self, const AttachRequest&) {
  print_thread_dump(self);
  return {};
}

// HotSpot's answer to `load` has status 0, too, and the text says how the agent's start went.
AttachAnswer load_agent(JavaThread& self, const AttachRequest& request) {
  const jvmti::AgentSpec agent{request.arguments[0], request.arguments[2],
                               request.arguments[1] == "true"};
  return {0, jvmti::attach_agent(self, agent)};
}

// A tool names the command in its request, and the arguments are positions, not names.
struct AttachCommand {
  const char* name;
  AttachAnswer (*run)(JavaThread& self, const AttachRequest& request);
};

constexpr AttachCommand kCommands[] = {
    {"agentProperties", agent_properties}, {"datadump", dump_data}, {"properties", properties},
    {"threaddump", dump_threads},          {"dumpheap", dump_heap}, {"load", load_agent},
    {"inspectheap", inspect_heap},         {"setflag", set_flag},   {"printflag", print_flag},
    {"jcmd", diagnostic_command},
};

}  // namespace

AttachAnswer run_attach_command(JavaThread& self, const AttachRequest& request) {
  for (const AttachCommand& command : kCommands) {
    if (request.command == command.name) {
      // The handles of one request must not stay until the listener's thread ends.
      HandleScope scope(self);
      return command.run(self, request);
    }
  }
  return {JNI_ERR, "Operation " + request.command + " not recognized!"};
}

}  // namespace minijvm::vm
