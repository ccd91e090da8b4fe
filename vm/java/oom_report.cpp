#include "vm/java/oom_report.h"

#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "base/check.h"
#include "gc/heap_dump.h"
#include "runtime/java_thread.h"
#include "sync/clock.h"
#include "sync/thread_state.h"
#include "vm/java/vm_events.h"
#include "vm/java/vm_flags.h"

namespace minijvm::vm {
namespace {

std::atomic<bool> reported{false};

bool is_on(const char* name) {
  std::optional<VmFlag> flag = find_vm_flag(name);
  return flag && std::get<bool>(flag->value);
}

// HeapDumpPath may name the file, or the folder for it.
std::string dump_path() {
  std::optional<VmFlag> flag = find_vm_flag("HeapDumpPath");
  std::string given = flag ? std::get<std::string>(flag->value) : std::string();
  std::string file = "java_pid" + std::to_string(getpid()) + ".hprof";
  struct stat what{};
  if (!given.empty() && stat(given.c_str(), &what) == 0 && S_ISDIR(what.st_mode)) {
    return given + (given.back() == '/' ? "" : "/") + file;
  }
  return given.empty() ? file : given;
}

// HOTSPOT: on stdout, in these words.
void dump_heap(runtime::JavaThread& self, const char* message) {
  std::string path = dump_path();
  std::printf("java.lang.OutOfMemoryError: %s\nDumping heap to %s ...\n", message, path.c_str());
  std::fflush(stdout);
  std::int64_t begin = sync::monotonic_ns();
  gc::HeapDumpResult result = gc::write_heap_dump(self, path.c_str(), false);
  if (result.error != 0) {
    std::printf("Unable to create %s: %s\n", path.c_str(), std::strerror(result.error));
  } else {
    double seconds = static_cast<double>(sync::monotonic_ns() - begin) / 1e9;
    std::printf("Heap dump file created [%llu bytes in %.3f secs]\n", static_cast<unsigned long long>(result.bytes), seconds);
  }
  std::fflush(stdout);
}

// What ends at a ';', with %p for the process id and %% for a percent sign. Takes it from the front of `rest`.
std::string next_command(std::string_view& rest) {
  std::string command;
  rest.remove_prefix(std::min(rest.find_first_not_of(" ;"), rest.size()));
  while (!rest.empty() && rest[0] != ';') {
    const bool is_escape = rest[0] == '%' && rest.size() > 1 && (rest[1] == 'p' || rest[1] == '%');
    command += is_escape && rest[1] == 'p' ? std::to_string(getpid()) : std::string(1, rest[0]);
    rest.remove_prefix(is_escape ? 2 : 1);
  }
  return command;
}

void run_in_shell(runtime::JavaThread& self, std::string& command) {
  char shell[] = "sh";
  char flag[] = "-c";
  char* const arguments[] = {shell, flag, command.data(), nullptr};
  pid_t child = 0;
  const sync::VmToBlocked blocked(self);
  if (posix_spawn(&child, "/bin/sh", nullptr, nullptr, arguments, environ) == 0) {
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

// HOTSPOT: on stdout, in these words.
void run_commands(runtime::JavaThread& self, const char* message) {
  const std::optional<VmFlag> flag = find_vm_flag("OnOutOfMemoryError");
  const std::string given = flag ? std::get<std::string>(flag->value) : std::string();
  if (given.empty()) {
    return;
  }
  std::printf("#\n# java.lang.OutOfMemoryError: %s\n# -XX:OnOutOfMemoryError=\"%s\"\n", message, given.c_str());
  std::string_view rest = given;
  for (std::string command = next_command(rest); !command.empty(); command = next_command(rest)) {
    std::printf("#   Executing /bin/sh -c \"%s\"...\n", command.c_str());
    std::fflush(stdout);
    run_in_shell(self, command);
  }
}

void act_the_first_time(runtime::JavaThread& self, const char* message) {
  if (reported.exchange(true, std::memory_order_relaxed)) {
    return;
  }
  if (is_on("HeapDumpOnOutOfMemoryError")) {
    dump_heap(self, message);
  }
  run_commands(self, message);
  MJ_CHECK(!is_on("CrashOnOutOfMemoryError"), "OutOfMemory encountered: %s", message);
  if (is_on("ExitOnOutOfMemoryError")) {
    std::printf("Terminating due to java.lang.OutOfMemoryError: %s\n", message);
    std::fflush(stdout);
    constexpr int kExitCode = 3;
    std::_Exit(kExitCode);
  }
}

Resource resource_of(std::string_view message) {
  if (message.starts_with("unable to create native thread")) {
    return Resource::kThreads;
  }
  return message == "Requested array size exceeds VM limit" ? Resource::kArrayLength : Resource::kHeap;
}

}  // namespace

void report_out_of_memory(runtime::JavaThread& self, const char* message) {
  act_the_first_time(self, message);
  if (VmListener* listener = vm_listener()) {
    listener->resource_exhausted(self, resource_of(message), message);
  }
}

}  // namespace minijvm::vm
