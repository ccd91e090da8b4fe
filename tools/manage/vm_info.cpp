// Puts the sections together. Each is a function that reads one source.
#include "tools/manage/vm_info.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/utsname.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string_view>

#include "base/bits.h"
#include "base/machine_memory.h"
#include "base/machine_processors.h"
#include "runtime/class/metadata_size.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/clock.h"
#include "sync/threads/safepoint.h"
#include "tools/dumps/heap_summary.h"
#include "tools/manage/manage_state.h"
#include "vm/java/properties.h"

namespace minijvm::vm {
namespace {

// HotSpot prints these, too; others may hold secrets.
constexpr const char* kVariables[] = {"JAVA_HOME",
                                      "JAVA_TOOL_OPTIONS",
                                      "_JAVA_OPTIONS",
                                      "CLASSPATH",
                                      "PATH",
                                      "USERNAME",
                                      "LD_LIBRARY_PATH",
                                      "LD_PRELOAD",
                                      "SHELL",
                                      "DISPLAY",
                                      "HOSTTYPE",
                                      "LANG",
                                      "LC_ALL",
                                      "TZ"};

constexpr struct {
  int number;
  const char* name;
} kSignalNames[] = {{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
                    {SIGPIPE, "SIGPIPE"}, {SIGXFSZ, "SIGXFSZ"}, {SIGILL, "SIGILL"},
                    {SIGUSR2, "SIGUSR2"}, {SIGHUP, "SIGHUP"},   {SIGINT, "SIGINT"},
                    {SIGTERM, "SIGTERM"}, {SIGQUIT, "SIGQUIT"}};

// Returns the text of a file of /proc or /etc; "" if there is none.
std::string file_text(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Returns what follows `key` in the first line of a text that begins with it, without quotes.
std::string value_in(const std::string& text, std::string_view key) {
  const std::size_t at = text.starts_with(key) ? 0 : text.find('\n' + std::string(key));
  if (at == std::string::npos) {
    return "";
  }
  const std::size_t begin = text.find_first_not_of(" \t:=\"\n", at + key.size() + (at != 0));
  const std::size_t end = text.find_first_of("\"\n", begin);
  return begin == std::string::npos ? "" : text.substr(begin, end - begin);
}

std::string heading(const char* name) {
  return fmt::format("\n---------------  {}  ---------------\n\n", name);
}

std::string versions_text() {
  return fmt::format("#\n# JRE version: JDK {}\n# Java VM: {} ({}, {})\n",
                     vm_property_or_empty("java.vm.specification.version"),
                     vm_property_or_empty("java.vm.name"), vm_property_or_empty("java.vm.version"),
                     vm_property_or_empty("java.vm.info"));
}

std::string summary_text() {
  std::time_t now = std::time(nullptr);
  tm parts{};
  localtime_r(&now, &parts);
  char time[64];
  std::strftime(time, sizeof time, "%a %b %e %H:%M:%S %Y %Z", &parts);
  const double seconds = static_cast<double>(sync::program_ns() - manage_state.began_ns) / 1e9;
  return fmt::format(
      "Command Line: {} {}\n\nHost: {}, {} cores, {}M, {}\nTime: {} elapsed time: {:.6f} seconds\n",
      vm_arguments_text(), vm_property_or_empty("sun.java.command"),
      value_in(file_text("/proc/cpuinfo"), "model name"), allowed_processors(),
      physical_memory_bytes() / kMiB, value_in(file_text("/etc/os-release"), "PRETTY_NAME"), time,
      seconds);
}

class SummarizeHeap final : public sync::SafepointOperation {
 public:
  const char* name() const override { return "HeapInfo"; }
  void run() override { text = gc::heap_summary(); }
  std::string text;
};

std::string environment_text() {
  std::string text = "Environment Variables:\n";
  for (const char* name : kVariables) {
    if (const char* value = std::getenv(name)) {
      text += fmt::format("{}={}\n", name, value);
    }
  }
  return text;
}

// Returns the handler as a name or as a place in a library.
std::string handler_text(const struct sigaction& action) {
  if (action.sa_handler == SIG_DFL) {
    return "SIG_DFL";
  }
  if (action.sa_handler == SIG_IGN) {
    return "SIG_IGN";
  }
  const void* address = reinterpret_cast<const void*>(action.sa_handler);
  Dl_info info;
  if (dladdr(address, &info) == 0) {
    return fmt::format("{}", address);
  }
  const std::string_view path = info.dli_fname;
  return fmt::format("[{}+{:#x}]", path.substr(path.rfind('/') + 1),
                     static_cast<const char*>(address) - static_cast<const char*>(info.dli_fbase));
}

std::string signal_handlers_text() {
  std::string text = "Signal Handlers:\n";
  for (const auto& [number, name] : kSignalNames) {
    struct sigaction action {};
    sigaction(number, nullptr, &action);
    text += fmt::format("{:>10}: {}, flags={:#x}\n", name, handler_text(action),
                        static_cast<unsigned>(action.sa_flags));
  }
  return text;
}

std::string system_text() {
  utsname system{};
  uname(&system);
  return fmt::format("OS:\n{}\nuname: {} {} {} {}\nload average: {}\n{}",
                     value_in(file_text("/etc/os-release"), "PRETTY_NAME"), system.sysname,
                     system.release, system.version, system.machine, file_text("/proc/loadavg"),
                     file_text("/proc/meminfo"));
}

}  // namespace

std::string heap_text(runtime::JavaThread& self) {
  SummarizeHeap summarize;
  sync::run_at_safepoint(self, summarize);
  const runtime::MetadataSize classes = runtime::class_metadata_size();
  return fmt::format("{} Metaspace       used {}K, committed {}K\n", summarize.text,
                     classes.used / kKiB, classes.committed / kKiB);
}

std::string command_line_text() {
  return "VM Arguments:\njvm_args: " + vm_arguments_text() +
         " \njava_command: " + vm_property_or_empty("sun.java.command") +
         "\njava_class_path (initial): " + vm_property_or_empty("java.class.path") +
         "\nLauncher Type: " + vm_property_or_empty("sun.java.launcher") + '\n';
}

std::string dynamic_libraries_text() {
  return "Dynamic libraries:\n" + file_text("/proc/self/maps");
}

std::string vm_info_text(runtime::JavaThread& self) {
  return versions_text() + heading("S U M M A R Y") + summary_text() + heading("P R O C E S S") +
         heap_text(self) + '\n' + dynamic_libraries_text() + '\n' + command_line_text() + '\n' +
         environment_text() + '\n' + signal_handlers_text() + heading("S Y S T E M") +
         system_text() + "\nEND.\n";
}

}  // namespace minijvm::vm
