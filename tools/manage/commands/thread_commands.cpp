// Calls the class library, which writes the file or the text, and copies the bytes that it answers.
// Runs in kInVm on the thread that asks.
#include "tools/manage/commands/thread_commands.h"

#include <unistd.h>

#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "tools/named_calls.h"
#include "vm/java/strings.h"

namespace minijvm::vm {
namespace {

using runtime::JavaThread;
using runtime::JdkRange;

// The releases in which the commands came.
constexpr JdkRange kSince21{.since = 21};
constexpr JdkRange kSince25{.since = 25};

constexpr CommandParameter kDumpParameters[] = {
    boolean_option("-overwrite", "May overwrite existing file"),
    {"-format", "Output format (\"plain\" or \"json\")", "STRING", "plain", true, false},
    {"filepath", "The file path to the output file", "FILE", nullptr, false, true}};

// Returns the text in the byte[] that a static method answers.
JavaResult<std::string> text_of_call(JavaThread& self, const char* klass, const char* method,
                                     const char* descriptor, const CallArgs& args) {
  JavaValue bytes = MJ_TRY(call_named_static(self, klass, method, descriptor, args));
  sync::NoSafepoint still(self);
  const runtime::Object* raw = bytes.reference.raw(still);
  return std::string(raw->elements<char>(), static_cast<std::size_t>(raw->array_length()));
}

// HOTSPOT: %p in a file's name is the number of the process.
std::string expanded(std::string path) {
  constexpr std::string_view kProcess = "%p";
  for (std::size_t at = 0; (at = path.find(kProcess, at)) != std::string::npos;) {
    const std::string number = std::to_string(getpid());
    path.replace(at, kProcess.size(), number);
    at += number.size();
  }
  return path;
}

JavaResult<std::string> dump_to_file(JavaThread& self, const CommandArguments& arguments) {
  const std::string* format = arguments.find("-format");
  const bool as_json = format != nullptr && *format == "json";
  CallArgs args;
  args.push(MJ_TRY(new_string(self, expanded(*arguments.find("filepath")))));
  args.push_int(arguments.is_on("-overwrite") ? 1 : 0);
  return text_of_call(self, "jdk/internal/vm/ThreadDumper",
                      as_json ? "dumpThreadsToJson" : "dumpThreads", "(Ljava/lang/String;Z)[B",
                      args);
}

JavaResult<std::string> print_scheduler(JavaThread& self, const CommandArguments&) {
  return text_of_call(self, "jdk/internal/vm/JcmdVThreadCommands", "printScheduler", "()[B",
                      CallArgs{});
}

JavaResult<std::string> print_pollers(JavaThread& self, const CommandArguments&) {
  return text_of_call(self, "jdk/internal/vm/JcmdVThreadCommands", "printPollers", "()[B",
                      CallArgs{});
}

constexpr DiagnosticCommand kCommands[] = {
    {"Thread.dump_to_file",
     "Dump threads, with stack traces, to a file in plain text or JSON format.",
     "Medium: Depends on the number of threads.", nullptr, kDumpParameters, dump_to_file, kSince21},
    {"Thread.vthread_scheduler",
     "Print the virtual thread scheduler, and the delayed task schedulers that support virtual "
     "threads doing timed operations.",
     "Low",
     nullptr,
     {},
     print_scheduler,
     kSince25},
    {"Thread.vthread_pollers",
     "Print the I/O pollers that support virtual threads doing blocking network I/O operations.",
     "Low",
     nullptr,
     {},
     print_pollers,
     kSince25}};

}  // namespace

std::span<const DiagnosticCommand> thread_commands() { return kCommands; }

}  // namespace minijvm::vm
