// Lists the commands, and describes one in HotSpot's layout.
#include "tools/manage/commands/command_help.h"

#include <fmt/format.h>

#include "runtime/thread/java_thread.h"

namespace minijvm::vm {
namespace {

using runtime::JavaThread;

std::string command_list(bool with_descriptions) {
  std::string text = "The following commands are available:\n";
  for (const DiagnosticCommand& command : diagnostic_commands()) {
    text += with_descriptions ? fmt::format("{}\n\t{}\n\n", command.name, command.description)
                              : fmt::format("{}\n", command.name);
  }
  return with_descriptions
             ? text
             : text + "\nFor more information about a specific command use 'help <command>'.\n";
}

}  // namespace

std::string syntax_text(const DiagnosticCommand& command) {
  if (command.parameters.empty()) {
    return fmt::format("Syntax: {}\n", command.name);
  }
  std::string options;
  std::string arguments;
  std::string places;
  for (const CommandParameter& parameter : command.parameters) {
    (parameter.is_option ? options : arguments) += fmt::format(
        "\t{} : {} {} ({}, {})\n", parameter.name, parameter.is_mandatory ? "" : "[optional]",
        parameter.description, parameter.type,
        parameter.default_value == nullptr ? "no default value" : parameter.default_value);
    if (!parameter.is_option) {
      places +=
          fmt::format(fmt::runtime(parameter.is_mandatory ? " <{}>" : " [<{}>]"), parameter.name);
    }
  }
  std::string text =
      fmt::format("Syntax : {} {}{}\n", command.name, options.empty() ? "" : "[options]", places);
  if (!arguments.empty()) {
    text += "\nArguments:\n" + arguments;
  }
  if (!options.empty()) {
    text += "\nOptions: (options must be specified using the <key> or <key>=<value> syntax)\n" +
            options;
  }
  return text;
}

JavaResult<std::string> help_text(JavaThread&, const CommandArguments& arguments) {
  const std::string* name = arguments.find("command name");
  if (arguments.is_on("-all") || name == nullptr) {
    return command_list(arguments.is_on("-all"));
  }
  const DiagnosticCommand* command = find_diagnostic_command(*name);
  if (command == nullptr) {
    return fmt::format("Help unavailable : '{}' : No such command\n", *name);
  }
  // From JDK 24 on there is no security manager, and no permission to name.
  constexpr int kLastWithPermissions = 23;
  std::string permission =
      command->permission == nullptr || runtime::jdk().feature > kLastWithPermissions
          ? ""
          : fmt::format("Permission: java.lang.management.ManagementPermission({})\n\n",
                        command->permission);
  return fmt::format("{}\n{}\n\nImpact: {}\n\n{}{}", command->name, command->description,
                     command->impact, permission, syntax_text(*command));
}

}  // namespace minijvm::vm
