// Runs the diagnostic commands: one function for each, and the table that gives its name,
// description and parameters. jcmd reaches them through the attach socket, and java.lang.management
// through the DiagnosticCommand bean. All run in kInVm.
#include "tools/manage/diagnostic_commands.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include "gc/heap/heap.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/resolution.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/clock.h"
#include "tools/compat/vm_flags.h"
#include "tools/dumps/class_histogram.h"
#include "tools/dumps/heap_dump.h"
#include "tools/dumps/thread_dump.h"
#include "tools/jvmti/agents.h"
#include "tools/manage/commands/agent_commands.h"
#include "tools/manage/commands/command_help.h"
#include "tools/manage/commands/compiler_commands.h"
#include "tools/manage/commands/loader_commands.h"
#include "tools/manage/commands/log_commands.h"
#include "tools/manage/commands/table_commands.h"
#include "tools/manage/commands/thread_commands.h"
#include "tools/manage/manage_state.h"
#include "tools/manage/management_agent.h"
#include "tools/manage/memory_report.h"
#include "tools/manage/recording_commands.h"
#include "tools/manage/vm_info.h"
#include "tools/named_calls.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/properties.h"
#include "vm/java/strings.h"

namespace minijvm::vm {
namespace {

JavaResult<std::string> command_line(JavaThread&, const CommandArguments&) {
  return command_line_text();
}

JavaResult<std::string> vm_info(JavaThread& self, const CommandArguments&) {
  return vm_info_text(self);
}

JavaResult<std::string> dynamic_libraries(JavaThread&, const CommandArguments&) {
  return dynamic_libraries_text();
}

// Returns a time such as "2026-11-21T18:45:18.646+0000".
std::string iso_time_now() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  tm parts{};
  localtime_r(&now.tv_sec, &parts);
  char date[32];
  char zone[8];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
  std::strftime(zone, sizeof zone, "%z", &parts);
  return fmt::format("{}.{:03}{}", date, now.tv_nsec / 1'000'000, zone);
}

JavaResult<std::string> system_properties(JavaThread& self, const CommandArguments&) {
  return serialized_properties(self, "serializePropertiesToByteArray");
}

JavaResult<std::string> uptime(JavaThread&, const CommandArguments& arguments) {
  std::string date = arguments.is_on("-date") ? iso_time_now() + ": " : "";
  return date + fmt::format("{:.3f} s\n",
                            static_cast<double>(sync::program_ns() - manage_state.began_ns) / 1e9);
}

JavaResult<std::string> version(JavaThread&, const CommandArguments&) {
  return vm_property_or_empty("java.vm.name") + " version " +
         vm_property_or_empty("java.vm.version") + "\nJDK " +
         vm_property_or_empty("java.vm.specification.version") + '\n';
}

// Returns the offset of a field that the class of JDK 17 must have.
std::size_t field_offset(const runtime::Class& klass, const char* name, const char* descriptor) {
  const runtime::Field* field = runtime::lookup_field(klass, runtime::intern_symbol(name),
                                                      runtime::intern_symbol(descriptor));
  MJ_CHECK(field != nullptr, "%s has no field %s", klass.external_name().c_str(), name);
  return field->offset;
}

JavaResult<std::string> collect(JavaThread& self, const CommandArguments&) {
  return std::string(
      gc::collect_on_demand(self) ? "" : "Explicit GC is disabled, no GC has been performed.\n");
}

JavaResult<std::string> run_finalizers(JavaThread& self, const CommandArguments&) {
  MJ_TRY(call_named_static(self, "java/lang/System", "runFinalization", "()V", CallArgs{}));
  return std::string();
}

// The class library counts the objects in the finalizer's queue by class.
JavaResult<std::string> finalizer_info(JavaThread& self, const CommandArguments&) {
  const char* array = "()[Ljava/lang/ref/FinalizerHistogram$Entry;";
  JavaValue entries = MJ_TRY(call_named_static(self, "java/lang/ref/FinalizerHistogram",
                                               "getFinalizerHistogram", array, CallArgs{}));
  const runtime::Class& entry_class =
      *MJ_TRY(named_class(self, "java/lang/ref/FinalizerHistogram$Entry"));
  const std::size_t count_offset = field_offset(entry_class, "instanceCount", "I");
  const std::size_t name_offset = field_offset(entry_class, "className", "Ljava/lang/String;");
  sync::NoSafepoint still(self);
  const auto* raw = runtime::as<java::ObjectArray>(entries.reference.raw(still));
  std::string text;
  for (std::int32_t i = 0; i < raw->length(); ++i) {
    const Object* entry = raw->at(i);
    text += fmt::format(
        "{:10}  {}\n", entry->load<std::int32_t>(count_offset),
        to_modified_utf8(still, runtime::as<java::String>(entry->load_ref(name_offset))));
  }
  return text.empty() ? std::string("No instances waiting for finalization found\n")
                      : "Unreachable instances waiting for finalization\n#instances  class "
                        "name\n-----------------------\n" +
                            text;
}

JavaResult<std::string> histogram(JavaThread& self, const CommandArguments& arguments) {
  return class_histogram(self, !arguments.is_on("-all"));
}

JavaResult<std::string> heap_dump(JavaThread& self, const CommandArguments& arguments) {
  const std::string& path = *arguments.find("filename");
  std::string complaint;
  const int gzip_level = gzip_level_of(arguments.find("-gz"), &complaint);
  if (!complaint.empty()) {
    return complaint;
  }
  if (arguments.is_on("-overwrite")) {
    unlink(path.c_str());
  }
  return report_heap_dump(self, path, !arguments.is_on("-all"), gzip_level);
}

JavaResult<std::string> heap_info(JavaThread& self, const CommandArguments&) {
  return heap_text(self);
}

JavaResult<std::string> print_threads(JavaThread& self, const CommandArguments& arguments) {
  // jstack and Thread.print show no heap.
  return thread_dump_text(
      self,
      {.synchronizers = arguments.is_on("-l"), .heap = false, .extended = arguments.is_on("-e")});
}

JavaResult<std::string> start_debugging(JavaThread& self, const CommandArguments&) {
  return jvmti::start_debugging(self);
}

JavaResult<std::string> memory_report(JavaThread& self, const CommandArguments& arguments) {
  return native_memory(self, arguments);
}

JavaResult<std::string> print_flags(JavaThread&, const CommandArguments& arguments) {
  std::string text;
  for (const VmFlag& flag : vm_flags()) {
    if (arguments.is_on("-all") || flag.origin != FlagOrigin::kDefault) {
      text += flag_text(flag) + ' ';
    }
  }
  return text + '\n';
}

JavaResult<std::string> set_flag(JavaThread&, const CommandArguments& arguments) {
  std::string complaint =
      write_vm_flag_text(*arguments.find("flag name"), arguments.find("string value"));
  return complaint.empty() ? complaint : complaint + '\n';
}

constexpr CommandParameter kHistogramParameters[] = {
    boolean_option("-all", "Inspect all objects, including unreachable objects"),
    {"-parallel",
     "Number of parallel threads to use for heap inspection. 0 (the default) means let the VM "
     "determine the number of threads to use. 1 means use one "
     "thread (disable parallelism). For any other value the VM will try to use the specified "
     "number of threads, but might use fewer.",
     "INT", "0", true, false}};
constexpr CommandParameter kDumpParameters[] = {
    {"filename", "Name of the dump file", "STRING", nullptr, false, true},
    boolean_option("-all", "Dump all objects, including unreachable objects"),
    {"-gz",
     "If specified, the dump is written in gzipped format using the given compression level. 1 "
     "(recommended) "
     "is the fastest, 9 the strongest compression.",
     "INT", "1", true, false},
    boolean_option("-overwrite", "If specified, the dump file will be overwritten if it exists")};
constexpr CommandParameter kThreadParameters[] = {
    boolean_option("-l", "print java.util.concurrent locks"),
    boolean_option("-e", "print extended thread information")};
constexpr CommandParameter kFlagsParameters[] = {
    boolean_option("-all", "Print all flags supported by the VM")};
constexpr CommandParameter kMemoryParameters[] = {
    boolean_option(
        "summary",
        "request runtime to report current memory summary, which includes total reserved and "
        "committed memory, along with memory usage summary by "
        "each subsystem."),
    boolean_option("detail", "request runtime to report memory allocation >= 1K by each callsite."),
    boolean_option(
        "baseline",
        "request runtime to baseline current memory usage, so it can be compared against in "
        "later time."),
    boolean_option(
        "summary.diff",
        "request runtime to report memory summary comparison against previous baseline."),
    boolean_option(
        "detail.diff",
        "request runtime to report memory detail comparison against previous baseline, which "
        "shows the memory allocation activities at "
        "different callsites."),
    boolean_option(kMemoryShutdown, "deprecated."),
    boolean_option("statistics", "print tracker statistics for tuning purpose."),
    {"scale", "Memory usage in which scale, KB, MB or GB", "STRING", "KB", true, false}};

constexpr auto kLaterMemoryParameters = [] {
  std::array<CommandParameter, std::size(kMemoryParameters) - 1> rest{};
  std::ranges::copy_if(kMemoryParameters, rest.begin(), [](const CommandParameter& each) {
    return std::string_view(each.name) != kMemoryShutdown;
  });
  return rest;
}();

std::span<const CommandParameter> memory_parameters() {
  if (kHasMemoryShutdown.holds(runtime::jdk().feature)) {
    return kMemoryParameters;
  }
  return kLaterMemoryParameters;
}

constexpr CommandParameter kSetFlagParameters[] = {
    {"flag name", "The name of the flag we want to set", "STRING", nullptr, false, true},
    {"string value", "The value we want to set", "STRING", nullptr, false, false}};
constexpr CommandParameter kUptimeParameters[] = {
    boolean_option("-date", "Add a prefix with current date")};
constexpr CommandParameter kHelpParameters[] = {
    boolean_option("-all", "Show help for all commands"),
    {"command name", "The name of the command for which we want help", "STRING", nullptr, false,
     false}};

constexpr const char* kMonitor = "monitor";
std::vector<DiagnosticCommand>* make_commands() {
  auto* all = new std::vector<DiagnosticCommand>{
      {"GC.class_histogram", "Provide statistics about the Java heap usage.",
       "High: Depends on Java heap size and content.", kMonitor, kHistogramParameters, histogram},
      {"GC.finalizer_info",
       "Provide information about Java finalization queue.",
       "Medium",
       kMonitor,
       {},
       finalizer_info},
      {"GC.heap_dump", "Generate a HPROF format dump of the Java heap.",
       "High: Depends on Java heap size and content. Request a full GC unless the '-all' option is "
       "specified.",
       kMonitor, kDumpParameters, heap_dump},
      {"GC.heap_info", "Provide generic Java heap information.", "Medium", kMonitor, {}, heap_info},
      {"GC.run",
       "Call java.lang.System.gc().",
       "Medium: Depends on Java heap size and content.",
       nullptr,
       {},
       collect},
      {"GC.run_finalization",
       "Call java.lang.System.runFinalization().",
       "Medium: Depends on Java content.",
       nullptr,
       {},
       run_finalizers},
      {"ManagementAgent.start", "Start remote management agent.", "Low: No impact", "control",
       remote_agent_parameters(), start_remote_agent},
      {"ManagementAgent.start_local",
       "Start local management agent.",
       "Low: No impact",
       "control",
       {},
       start_local_agent},
      {"ManagementAgent.status",
       "Print the management agent status.",
       "Low: No impact",
       "control",
       {},
       agent_status},
      {"ManagementAgent.stop",
       "Stop remote management agent.",
       "Low: No impact",
       "control",
       {},
       stop_remote_agent},
      {"Thread.print", "Print all threads with stacktraces.",
       "Medium: Depends on the number of threads.", kMonitor, kThreadParameters, print_threads},
      {"VM.command_line",
       "Print the command line used to start this VM instance.",
       "Low",
       kMonitor,
       {},
       command_line},
      {"VM.dynlibs", "Print loaded dynamic libraries.", "Low", kMonitor, {}, dynamic_libraries},
      {"VM.flags", "Print VM flag options and their current values.", "Low", kMonitor,
       kFlagsParameters, print_flags},
      {"VM.info",
       "Print information about JVM environment and status.",
       "Low",
       kMonitor,
       {},
       vm_info},
      {"VM.native_memory", "Print native memory usage", "Medium", kMonitor, memory_parameters(),
       memory_report},
      {"VM.set_flag", "Sets VM flag option using the provided value.", "Low", "control",
       kSetFlagParameters, set_flag},
      {"VM.start_java_debugging",
       "Starts up the Java debugging if the jdwp agentlib was enabled with the option onjcmd=y.",
       "High: Switches the VM into Java debug mode.",
       "control",
       {},
       start_debugging},
      {"VM.system_properties", "Print system properties.", "Low", nullptr, {}, system_properties},
      {"VM.uptime", "Print VM uptime.", "Low", nullptr, kUptimeParameters, uptime},
      {"VM.version", "Print JVM version information.", "Low", nullptr, {}, version},
      {"help",
       "For more information about a specific command use 'help <command>'. With no argument this "
       "will show a list of available commands. "
       "'help all' will show help for all commands.",
       "Low", nullptr, kHelpParameters, help_text},
  };
  for (const std::span<const DiagnosticCommand> others :
       {recording_commands(), loader_commands(), table_commands(), log_commands(),
        compiler_commands(), agent_commands(), thread_commands()}) {
    all->insert(all->end(), others.begin(), others.end());
  }
  std::erase_if(*all, [](const DiagnosticCommand& each) {
    return !each.range.holds(runtime::jdk().feature);
  });
  // HOTSPOT: the commands are in the order of their names.
  std::ranges::sort(*all, {},
                    [](const DiagnosticCommand& each) -> std::string_view { return each.name; });
  return all;
}

std::string_view trimmed(std::string_view text) {
  std::size_t first = text.find_first_not_of(" \t\n");
  return first == std::string_view::npos
             ? std::string_view()
             : text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

}  // namespace

int gzip_level_of(const std::string* text, std::string* complaint) {
  if (text == nullptr || text->empty()) {
    return gc::kNoGzip;
  }
  constexpr long kStrongest = 9;
  char* end = nullptr;
  const long level = std::strtol(text->c_str(), &end, 10);
  if (*end != '\0') {
    *complaint = fmt::format("Invalid compress level: [{}]\n", *text);
  } else if (level < 1 || level > kStrongest) {
    *complaint = fmt::format("Compression level out of range (1-9): {}\n", level);
  }
  return complaint->empty() ? static_cast<int>(level) : gc::kNoGzip;
}

std::string report_heap_dump(JavaThread& self, const std::string& path, bool live_only,
                             int gzip_level) {
  const std::int64_t begin = sync::machine_ns();
  gc::HeapDumpResult result = gc::write_heap_dump(self, path.c_str(), live_only, gzip_level);
  if (result.error != 0) {
    return fmt::format("Dumping heap to {0} ...\nUnable to create {0}: {1}\n", path,
                       std::strerror(result.error));
  }
  return fmt::format("Dumping heap to {} ...\nHeap dump file created [{} bytes in {:.3f} secs]\n",
                     path, result.bytes, static_cast<double>(sync::machine_ns() - begin) / 1e9);
}

JavaResult<std::string> serialized_properties(JavaThread& self, const char* method) {
  JavaValue bytes =
      MJ_TRY(call_named_static(self, "jdk/internal/vm/VMSupport", method, "()[B", CallArgs{}));
  sync::NoSafepoint still(self);
  const Object* raw = bytes.reference.raw(still);
  return std::string(raw->elements<char>(), static_cast<std::size_t>(raw->array_length()));
}

std::span<const DiagnosticCommand> diagnostic_commands() {
  return manage_state.commands.get(make_commands);
}

const DiagnosticCommand* find_diagnostic_command(std::string_view name) {
  for (const DiagnosticCommand& command : diagnostic_commands()) {
    if (name == command.name) {
      return &command;
    }
  }
  return nullptr;
}

JavaResult<std::string> run_diagnostic_command(JavaThread& self, std::string_view line) {
  line = trimmed(line);
  if (line.empty()) {
    return std::string();
  }
  std::size_t end = line.find_first_of(" \t\n");
  const DiagnosticCommand* command = find_diagnostic_command(line.substr(0, end));
  if (command == nullptr) {
    return throw_new(self, "java/lang/IllegalArgumentException", "Unknown diagnostic command");
  }
  std::string_view rest = end == std::string_view::npos ? std::string_view() : line.substr(end);
  CommandArguments arguments = MJ_TRY(CommandArguments::parse(self, rest, command->parameters));
  return command->run(self, arguments);
}

}  // namespace minijvm::vm
