// Commands that a manager sends as text ("Thread.print", "help -all") and that answer with text: com.sun.management's DiagnosticCommandMBean.
// Proved by tests/java/management.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "vm/java/java_result.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

struct CommandParameter {
  const char* name;
  const char* description;
  const char* type;      // "BOOLEAN", "STRING"
  bool is_option;        // "-all"; else by position
};

struct DiagnosticCommand {
  const char* name;
  const char* description;
  const char* impact;            // "Low: ..."
  bool needs_permission;         // ManagementPermission "monitor"
  std::span<const CommandParameter> parameters;
  JavaResult<std::string> (*run)(runtime::JavaThread& self, std::string_view arguments);
};

std::span<const DiagnosticCommand> diagnostic_commands();
const DiagnosticCommand* find_diagnostic_command(std::string_view name);
// IllegalArgumentException "Unknown diagnostic command" or for arguments that the command does not take.
JavaResult<std::string> run_diagnostic_command(runtime::JavaThread& self, std::string_view line);

// Door: the text of a thread dump, which the room above makes.
using ThreadDumpText = std::string (*)(runtime::JavaThread& self);
void set_thread_dump_text(ThreadDumpText text);

}  // namespace minijvm::vm
