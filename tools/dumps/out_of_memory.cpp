// Acts on the first OutOfMemoryError as the flags ask: heap dump, commands, crash, exit, in this
// order. The thread that is about to throw the error calls, in kInVm.
#include "tools/dumps/out_of_memory.h"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/asked_stop.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/clock.h"
#include "sync/threads/thread_state.h"
#include "tools/compat/vm_flags.h"
#include "tools/dumps/heap_dump.h"
#include "tools/reports/reports_state.h"
#include "tools/reports/shell_commands.h"
#include "vm/observer.h"

namespace minijvm::vm {
namespace {

// The flags are read when they are needed, because a manager may change them while the VM runs.
bool is_on(const char* name) {
  std::optional<VmFlag> flag = find_vm_flag(name);
  return flag && std::get<bool>(flag->value);
}

int gzip_level() {
  std::optional<VmFlag> flag = find_vm_flag("HeapDumpGzipLevel");
  return flag ? static_cast<int>(std::get<std::int64_t>(flag->value)) : gc::kNoGzip;
}

// HeapDumpPath may name the file, or the folder for it.
std::string dump_path() {
  std::optional<VmFlag> flag = find_vm_flag("HeapDumpPath");
  std::string given = flag ? std::get<std::string>(flag->value) : std::string();
  std::string file =
      "java_pid" + std::to_string(getpid()) + ".hprof" + (gzip_level() == gc::kNoGzip ? "" : ".gz");
  struct stat what {};
  if (!given.empty() && stat(given.c_str(), &what) == 0 && S_ISDIR(what.st_mode)) {
    return given + (given.back() == '/' ? "" : "/") + file;
  }
  return given.empty() ? file : given;
}

// HOTSPOT: the text goes to stdout, in these words.
void dump_heap(runtime::JavaThread& self, const char* message) {
  std::string path = dump_path();
  std::printf("java.lang.OutOfMemoryError: %s\nDumping heap to %s ...\n", message, path.c_str());
  std::fflush(stdout);
  std::int64_t begin = sync::machine_ns();
  // No full collection runs before the dump, since the heap has just been collected.
  gc::HeapDumpResult result = gc::write_heap_dump(self, path.c_str(), false, gzip_level());
  if (result.error != 0) {
    std::printf("Unable to create %s: %s\n", path.c_str(), std::strerror(result.error));
  } else {
    double seconds = static_cast<double>(sync::machine_ns() - begin) / 1e9;
    std::printf("Heap dump file created [%llu bytes in %.3f secs]\n",
                static_cast<unsigned long long>(result.bytes), seconds);
  }
  std::fflush(stdout);
}

// HOTSPOT: the text goes to stdout, in these words.
void run_commands(runtime::JavaThread& self, const char* message) {
  const std::optional<VmFlag> flag = find_vm_flag("OnOutOfMemoryError");
  const std::string given = flag ? std::get<std::string>(flag->value) : std::string();
  if (given.empty()) {
    return;
  }
  std::printf("#\n# java.lang.OutOfMemoryError: %s\n# -XX:OnOutOfMemoryError=\"%s\"\n", message,
              given.c_str());
  for (std::string& command : shell_commands(given)) {
    std::printf("#   Executing /bin/sh -c \"%s\"...\n", command.c_str());
    std::fflush(stdout);
    // A command may run for a long time, and must not hold up a safepoint.
    const sync::VmToBlocked blocked(self);
    run_in_shell(command);
  }
}

// Several threads may run out of memory together; the exchange lets one of them act.
void act_the_first_time(runtime::JavaThread& self, const char* message) {
  if (reports_state.out_of_memory_seen.exchange(true, std::memory_order_relaxed)) {
    return;
  }
  if (is_on("HeapDumpOnOutOfMemoryError")) {
    dump_heap(self, message);
  }
  run_commands(self, message);
  if (is_on("CrashOnOutOfMemoryError")) {
    std::printf("Aborting due to java.lang.OutOfMemoryError: %s\n", message);
    std::fflush(stdout);
    stop_as_asked("OutOfMemory encountered: %s", message);
  }
  // HOTSPOT: the VM exits at once, with this code and without shutdown hooks.
  if (is_on("ExitOnOutOfMemoryError")) {
    std::printf("Terminating due to java.lang.OutOfMemoryError: %s\n", message);
    std::fflush(stdout);
    constexpr int kExitCode = 3;
    std::_Exit(kExitCode);
  }
}

class FirstOutOfMemory final : public Observer {
 public:
  void resource_exhausted(runtime::JavaThread& self, Resource, const char* message) override {
    act_the_first_time(self, message);
  }
};

}  // namespace

void watch_for_out_of_memory() { observe(*new FirstOutOfMemory, kResourceEvents); }

}  // namespace minijvm::vm
