// VM.log changes what -Xlog has chosen, for one output. VM.events reads the event log.
#include "tools/manage/commands/log_commands.h"

#include <fmt/format.h>

#include <charconv>

#include "base/log/log_control.h"
#include "base/log/log_words.h"
#include "runtime/thread/java_thread.h"
#include "tools/manage/commands/command_help.h"
#include "tools/manage/commands/event_report.h"

namespace minijvm::vm {
namespace {

using runtime::JavaThread;

std::string list_of_log() {
  std::string tags;
  for (const std::string_view word : all_log_tag_words()) {
    tags += word == "all" ? "" : (tags.empty() ? "" : ", ") + std::string(word);
  }
  std::string text = fmt::format(
      "Available log levels: off, trace, debug, info, warning, error\nAvailable log decorators: "
      "{}\nAvailable log tags: {}\nLog output configuration:\n",
      log_decorators_text(), tags);
  std::size_t number = 0;
  for (const std::string& output : log_output_texts()) {
    text += fmt::format(" #{}: {}\n", number++, output);
  }
  return text;
}

std::string value_or(const CommandArguments& arguments, const char* name, const char* otherwise) {
  const std::string* value = arguments.find(name);
  return value == nullptr || value->empty() ? otherwise : *value;
}

// Returns the name of "#1"; "" if no output has this number.
std::string name_of_number(const std::string& text) {
  std::size_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + 1, end, number);
  return error == std::errc() && stop == end ? log_output_name(number) : "";
}

// HOTSPOT: without `what` all tags are at level info, and without decorators there are the usual
// three.
JavaResult<std::string> change_log(const CommandArguments& arguments) {
  const std::string named = value_or(arguments, "output", "stdout");
  const std::string output = named.starts_with('#') ? name_of_number(named) : named;
  if (output.empty()) {
    return fmt::format("Invalid output index '{}'\n", named);
  }
  const std::string what = value_or(arguments, "what", "all=info");
  const std::string decorators = value_or(arguments, "decorators", "uptime,level,tags");
  std::string complaint;
  (void)configure_log_output(
      {.selections = what, .output = output, .decorators = decorators, .while_running = true},
      complaint);
  return complaint;
}

JavaResult<std::string> log(JavaThread&, const CommandArguments& arguments) {
  if (arguments.is_empty()) {
    return syntax_text(*find_diagnostic_command("VM.log"));
  }
  if (arguments.is_on("list")) {
    return list_of_log();
  }
  if (arguments.is_on("disable")) {
    disable_log();
    return std::string();
  }
  if (arguments.is_on("rotate")) {
    return std::string("No log is rotated: files of the log grow in this VM.\n");
  }
  return change_log(arguments);
}

JavaResult<std::string> events(JavaThread& self, const CommandArguments& arguments) {
  return event_report(self, arguments.find("log"), arguments.find("max"));
}

constexpr CommandParameter text_option(const char* name, const char* description) {
  return {name, description, "STRING", nullptr, true, false};
}

constexpr CommandParameter switch_option(const char* name, const char* description) {
  return {name, description, "BOOLEAN", nullptr, true, false};
}

constexpr CommandParameter kLogParameters[] = {
    text_option("output", "The name or index (#<index>) of output to configure."),
    text_option("output_options", "Means nothing here"),
    text_option("what", "Configures what tags to log."),
    text_option("decorators",
                "Configures which decorators to use. Use 'none' to remove all; without a value "
                "there are uptime, level and tags."),
    switch_option("disable", "Turns off all logging and clears the log configuration."),
    switch_option("list", "Lists current log configuration."),
    switch_option("rotate", "Means nothing here")};
constexpr CommandParameter kEventParameters[] = {
    text_option("log", "Name of log to be printed. If omitted, all logs are printed."),
    text_option("max",
                "Maximum number of events to be printed of each log, the newest ones. If omitted, "
                "20 are printed.")};

constexpr DiagnosticCommand kCommands[] = {
    {"VM.events", "Print VM event logs", "Low: Stops the threads for a moment.", "monitor",
     kEventParameters, events},
    {"VM.log",
     "Lists current log configuration, enables/disables/configures a log output, or rotates all "
     "logs.",
     "Low: No impact", "control", kLogParameters, log}};

}  // namespace

std::span<const DiagnosticCommand> log_commands() { return kCommands; }

}  // namespace minijvm::vm
