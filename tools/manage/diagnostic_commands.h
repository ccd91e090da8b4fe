// Runs diagnostic commands: a manager sends a text ("Thread.print", "help -all") and gets a text
// back. jcmd and com.sun.management's DiagnosticCommandMBean use them.
// Tested by tests/java/management.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "runtime/jdk_release.h"
#include "tools/manage/command_arguments.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

struct DiagnosticCommand {
  const char* name;
  const char* description;
  const char* impact;      // "Low: ..."
  const char* permission;  // name of the ManagementPermission it needs, "monitor"; null: none
  std::span<const CommandParameter> parameters;
  JavaResult<std::string> (*run)(runtime::JavaThread& self, const CommandArguments& arguments);
  runtime::JdkRange range = {};  // the releases that have it
};

std::span<const DiagnosticCommand> diagnostic_commands();
const DiagnosticCommand* find_diagnostic_command(std::string_view name);
// Runs the command and returns its text; an empty line gives an empty text. Throws
// IllegalArgumentException for an unknown command, and for arguments that the command does not
// take.
JavaResult<std::string> run_diagnostic_command(runtime::JavaThread& self, std::string_view line);

// Returns the result of a method of jdk.internal.vm.VMSupport: properties in the form of a
// properties file.
JavaResult<std::string> serialized_properties(runtime::JavaThread& self, const char* method);

// Dumps the heap to a file that must not exist yet. Returns the result as jmap prints it.
std::string report_heap_dump(runtime::JavaThread& self, const std::string& path, bool live_only,
                             int gzip_level);
// Returns the compression level in a text; no text means no compression. For a wrong text, it sets
// the complaint.
int gzip_level_of(const std::string* text, std::string* complaint);

}  // namespace minijvm::vm
