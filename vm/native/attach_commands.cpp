#include "vm/native/attach_commands.h"

#include <jni.h>

#include <atomic>

#include "runtime/handle.h"
#include "runtime/java_thread.h"
#include "vm/java/exceptions.h"
#include "vm/java/named_calls.h"
#include "vm/java/strings.h"
#include "vm/java/vm_flags.h"
#include "vm/native/class_histogram.h"
#include "vm/native/diagnostic_commands.h"

namespace minijvm::vm {
namespace {

using runtime::HandleScope;
using runtime::JavaThread;

std::atomic<void (*)(JavaThread&)> data_dump_door{nullptr};
std::atomic<AgentAttach> agent_attach_door{nullptr};

// Throwable.toString, or a word if that fails, too.
std::string text_of_pending(JavaThread& self) {
  CallArgs args;
  args.push(take_exception(self));
  JavaResult<JavaValue> text = call_named(self, "java/lang/Throwable", "toString", "()Ljava/lang/String;", args);
  if (!text.ok()) {
    (void)take_exception(self);
    return "an exception without a text";
  }
  return to_modified_utf8(self, text.take().reference);
}

AttachAnswer answer_of(JavaThread& self, JavaResult<std::string> result) {
  if (!result.ok()) {
    return {JNI_ERR, text_of_pending(self) + '\n'};
  }
  return {0, result.take()};
}

AttachAnswer dump_threads(JavaThread& self, const AttachRequest& request) {
  bool with_synchronizers = request.arguments[0].find('l') != std::string::npos;
  return answer_of(self, run_diagnostic_command(self, with_synchronizers ? "Thread.print -l" : "Thread.print"));
}

AttachAnswer properties(JavaThread& self, const AttachRequest&) { return answer_of(self, serialized_properties(self, "serializePropertiesToByteArray")); }

AttachAnswer agent_properties(JavaThread& self, const AttachRequest&) {
  return answer_of(self, serialized_properties(self, "serializeAgentPropertiesToByteArray"));
}

AttachAnswer diagnostic_command(JavaThread& self, const AttachRequest& request) {
  return answer_of(self, run_diagnostic_command(self, request.arguments[0]));
}

AttachAnswer inspect_heap(JavaThread& self, const AttachRequest& request) {
  const std::string& what = request.arguments[0];
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
  std::string complaint;
  const int gzip_level = gzip_level_of(&request.arguments[2], &complaint);
  return complaint.empty() ? AttachAnswer{0, report_heap_dump(self, request.arguments[0], what != "-all", gzip_level)} : AttachAnswer{JNI_ERR, complaint};
}

AttachAnswer print_flag(JavaThread&, const AttachRequest& request) {
  std::optional<VmFlag> flag = find_vm_flag(request.arguments[0]);
  return {0, (flag.has_value() ? flag_text(*flag) : "no such flag '" + request.arguments[0] + '\'') + '\n'};
}

AttachAnswer set_flag(JavaThread&, const AttachRequest& request) {
  std::string complaint = write_vm_flag_text(request.arguments[0], &request.arguments[1]);
  return complaint.empty() ? AttachAnswer{} : AttachAnswer{JNI_ERR, complaint + '\n'};
}

AttachAnswer dump_data(JavaThread& self, const AttachRequest&) {
  if (auto* dump = data_dump_door.load(std::memory_order_acquire)) {
    dump(self);
  }
  return {};
}

AttachAnswer load_agent(JavaThread& self, const AttachRequest& request) {
  AgentAttach attach = agent_attach_door.load(std::memory_order_acquire);
  if (attach == nullptr) {
    return {JNI_ERR, "agents cannot be loaded yet\n"};
  }
  return {0, attach(self, request.arguments[0], request.arguments[1] == "true", request.arguments[2])};
}

struct AttachCommand {
  const char* name;
  AttachAnswer (*run)(JavaThread& self, const AttachRequest& request);
};

constexpr AttachCommand kCommands[] = {
    {"agentProperties", agent_properties}, {"datadump", dump_data},     {"properties", properties}, {"threaddump", dump_threads},
    {"dumpheap", dump_heap},               {"load", load_agent},
    {"inspectheap", inspect_heap},         {"setflag", set_flag},       {"printflag", print_flag},  {"jcmd", diagnostic_command},
};

}  // namespace

void set_data_dump(void (*dump)(JavaThread& self)) { data_dump_door.store(dump, std::memory_order_release); }

void set_agent_attach(AgentAttach attach) { agent_attach_door.store(attach, std::memory_order_release); }

AttachAnswer run_attach_command(JavaThread& self, const AttachRequest& request) {
  for (const AttachCommand& command : kCommands) {
    if (request.command == command.name) {
      HandleScope scope(self);
      return command.run(self, request);
    }
  }
  return {JNI_ERR, "Operation " + request.command + " not recognized!"};
}

}  // namespace minijvm::vm
