#include "vm/native/diagnostic_commands.h"

#include <fmt/format.h>

#include <atomic>

#include "gc/heap.h"
#include "runtime/java_thread.h"
#include "sync/clock.h"
#include "vm/java/exceptions.h"
#include "vm/java/named_calls.h"
#include "vm/java/properties.h"
#include "vm/java/strings.h"
#include "vm/java/vm_times.h"

namespace minijvm::vm {
namespace {

std::atomic<ThreadDumpText> thread_dump_text_door{nullptr};

std::string property_or_empty(const char* key) {
  const std::string* value = find_vm_property(key);
  return value == nullptr ? "" : *value;
}

JavaResult<std::string> command_line(JavaThread&, std::string_view) {
  std::string text = "VM Arguments:\njvm_args:";
  for (const std::string& argument : vm_arguments()) {
    text += ' ' + argument;
  }
  return text + "\njava_command: " + property_or_empty("sun.java.command") + "\njava_class_path (initial): " + property_or_empty("java.class.path") + '\n';
}

// What jcmd prints: the library formats the properties as a properties file does.
JavaResult<std::string> system_properties(JavaThread& self, std::string_view) {
  JavaValue bytes = MJ_TRY(call_named_static(self, "jdk/internal/vm/VMSupport", "serializePropertiesToByteArray", "()[B", CallArgs{}));
  sync::NoSafepoint still(self);
  const Object* raw = bytes.reference.raw(still);
  return std::string(raw->elements<char>(), static_cast<std::size_t>(raw->array_length()));
}

JavaResult<std::string> uptime(JavaThread&, std::string_view) {
  return fmt::format("{:.3f} s\n", static_cast<double>(sync::monotonic_ns() - vm_times().began_ns) / 1e9);
}

JavaResult<std::string> version(JavaThread&, std::string_view) {
  return property_or_empty("java.vm.name") + " version " + property_or_empty("java.vm.version") + "\nJDK " + property_or_empty("java.vm.specification.version") + '\n';
}

JavaResult<std::string> collect(JavaThread& self, std::string_view) {
  gc::collect_full(self, gc::GcCause::kSystemGc);
  return std::string();
}

JavaResult<std::string> print_threads(JavaThread& self, std::string_view) {
  ThreadDumpText text = thread_dump_text_door.load(std::memory_order_acquire);
  return text == nullptr ? std::string() : text(self);
}

std::string command_list(bool with_descriptions) {
  std::string text = "The following commands are available:\n";
  for (const DiagnosticCommand& command : diagnostic_commands()) {
    text += with_descriptions ? fmt::format("{}\n\t{}\n\n", command.name, command.description) : fmt::format("{}\n", command.name);
  }
  return with_descriptions ? text : text + "\nFor more information about a specific command use 'help <command>'.\n";
}

JavaResult<std::string> help(JavaThread&, std::string_view arguments) {
  if (arguments.empty() || arguments == "-all") {
    return command_list(!arguments.empty());
  }
  const DiagnosticCommand* command = find_diagnostic_command(arguments);
  if (command == nullptr) {
    return fmt::format("Help unavailable : '{}' : No such command\n", arguments);
  }
  return fmt::format("{}\n{}\n\nImpact: {}\n\nSyntax: {}\n", command->name, command->description, command->impact, command->name);
}

constexpr CommandParameter kHelpParameters[] = {{"-all", "Show help for all commands", "BOOLEAN", true},
                                                {"command name", "The name of the command for which we want help", "STRING", false}};

constexpr DiagnosticCommand kCommands[] = {
    {"GC.run", "Call java.lang.System.gc().", "Medium: Depends on Java heap size and content.", false, {}, collect},
    {"Thread.print", "Print all threads with stacktraces.", "Medium: Depends on the number of threads.", true, {}, print_threads},
    {"VM.command_line", "Print the command line used to start this VM instance.", "Low", true, {}, command_line},
    {"VM.system_properties", "Print system properties.", "Low", false, {}, system_properties},
    {"VM.uptime", "Print VM uptime.", "Low", false, {}, uptime},
    {"VM.version", "Print JVM version information.", "Low", false, {}, version},
    {"help", "For more information about a specific command use 'help <command>'. With no argument this will show a list of available commands. "
             "'help all' will show help for all commands.", "Low", false, kHelpParameters, help},
};

std::string_view trimmed(std::string_view text) {
  std::size_t first = text.find_first_not_of(" \t\n");
  return first == std::string_view::npos ? std::string_view() : text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

}  // namespace

void set_thread_dump_text(ThreadDumpText text) { thread_dump_text_door.store(text, std::memory_order_release); }

std::span<const DiagnosticCommand> diagnostic_commands() { return kCommands; }

const DiagnosticCommand* find_diagnostic_command(std::string_view name) {
  for (const DiagnosticCommand& command : kCommands) {
    if (name == command.name) {
      return &command;
    }
  }
  return nullptr;
}

JavaResult<std::string> run_diagnostic_command(JavaThread& self, std::string_view line) {
  line = trimmed(line);
  std::size_t end = line.find_first_of(" \t\n");
  const DiagnosticCommand* command = find_diagnostic_command(line.substr(0, end));
  if (command == nullptr) {
    return throw_new(self, "java/lang/IllegalArgumentException", "Unknown diagnostic command");
  }
  std::string_view arguments = end == std::string_view::npos ? std::string_view() : trimmed(line.substr(end));
  if (!arguments.empty() && command->parameters.empty()) {
    return throw_newf(self, "java/lang/IllegalArgumentException", "Unknown argument '%s' in diagnostic command.", std::string(arguments).c_str());
  }
  return command->run(self, arguments);
}

}  // namespace minijvm::vm
