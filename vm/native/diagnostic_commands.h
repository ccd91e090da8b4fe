// Commands that a manager sends as text ("Thread.print", "help -all") and that answer with text: com.sun.management's DiagnosticCommandMBean and
// jcmd. Proved by tests/java/management.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "vm/java/java_result.h"
#include "vm/native/command_arguments.h"

namespace minijvm::vm {

struct DiagnosticCommand {
  const char* name;
  const char* description;
  const char* impact;            // "Low: ..."
  const char* permission;        // name of the ManagementPermission it needs, "monitor"; null: none
  std::span<const CommandParameter> parameters;
  JavaResult<std::string> (*run)(runtime::JavaThread& self, const CommandArguments& arguments);
};

std::span<const DiagnosticCommand> diagnostic_commands();
const DiagnosticCommand* find_diagnostic_command(std::string_view name);
// Nothing for an empty line. IllegalArgumentException "Unknown diagnostic command" or for arguments that the command does not take.
JavaResult<std::string> run_diagnostic_command(runtime::JavaThread& self, std::string_view line);

// What a method of jdk.internal.vm.VMSupport returns: properties as a properties file holds them.
JavaResult<std::string> serialized_properties(runtime::JavaThread& self, const char* method);

// Dumps the heap to a file that must not exist; what came of it, as jmap prints it.
std::string report_heap_dump(runtime::JavaThread& self, const std::string& path, bool live_only, int gzip_level);
// The level that a text names, and what is wrong with it; no text is no compression.
int gzip_level_of(const std::string* text, std::string* complaint);

// Door: what VM.start_java_debugging does and says, which the room of agents above knows.
using DebuggingStart = std::string (*)(runtime::JavaThread& self);
void set_debugging_start(DebuggingStart start);

// Door: the text of a thread dump, which the room above makes; with the ownable synchronizers that each thread holds if it is asked to.
using ThreadDumpText = std::string (*)(runtime::JavaThread& self, bool with_synchronizers);
void set_thread_dump_text(ThreadDumpText text);

}  // namespace minijvm::vm
