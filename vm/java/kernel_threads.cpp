#include "vm/java/kernel_threads.h"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <ctime>
#include <mutex>
#include <unordered_map>

#include "runtime/java_thread.h"
#include "sync/clock.h"
#include "sync/schedule/scheduler.h"

namespace minijvm::vm {
namespace {

struct Table {
  std::mutex mutex;  // a leaf, held for a few instructions and across no state change
  std::unordered_map<const runtime::JavaThread*, KernelThread> threads;
};

Table& table() {
  static auto* the_table = new Table;  // lives as long as the process: threads may still leave at exit
  return *the_table;
}

// How Linux names the CPU clock of a thread that is not the caller's (include/linux/posix-timers.h): the inverted id, then "per thread",
// then "scheduler time". pthread_getcpuclockid says the same, but crashes on a thread that has just gone.
clockid_t cpu_clock_of(std::int32_t id) {
  constexpr unsigned kPerThread = 4;
  constexpr unsigned kSchedulerTime = 2;
  return static_cast<clockid_t>(~static_cast<unsigned>(id) << 3 | kPerThread | kSchedulerTime);
}

}  // namespace

void remember_kernel_thread(const runtime::JavaThread& self) {
  std::lock_guard<std::mutex> guard(table().mutex);
  table().threads[&self] = {gettid(), sync::monotonic_ns(), -1};
}

void forget_kernel_thread(const runtime::JavaThread& self) {
  std::lock_guard<std::mutex> guard(table().mutex);
  table().threads.erase(&self);
}

KernelThread kernel_thread_of(const runtime::JavaThread& thread) {
  std::lock_guard<std::mutex> guard(table().mutex);
  auto found = table().threads.find(&thread);
  KernelThread result = found == table().threads.end() ? KernelThread{} : found->second;
  if (std::int32_t lwp = sync::thread_model().lwp_of(thread); lwp >= 0) {
    result.id = lwp;
    result.run_ns = sync::thread_model().run_ns_of(thread);
  }
  return result;
}

std::int64_t cpu_ns_of(const KernelThread& thread) {
  if (thread.run_ns >= 0) {
    return thread.run_ns;
  }
  timespec used{};
  if (thread.id == 0 || clock_gettime(cpu_clock_of(thread.id), &used) != 0) {
    return -1;
  }
  return static_cast<std::int64_t>(used.tv_sec) * sync::kNanosPerSecond + used.tv_nsec;
}

// Field 14 of the thread's stat file, counted behind the name, which may hold anything: proc(5).
std::int64_t user_ns_of(const KernelThread& thread) {
  if (thread.run_ns >= 0) {
    return thread.run_ns;
  }
  if (thread.id == gettid()) {
    rusage usage{};
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_utime.tv_sec * sync::kNanosPerSecond + usage.ru_utime.tv_usec * 1000 : -1;
  }
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread.id);
  std::FILE* file = thread.id == 0 ? nullptr : std::fopen(path, "re");
  if (file == nullptr) {
    return -1;
  }
  char text[1024] = "";
  text[std::fread(text, 1, sizeof text - 1, file)] = '\0';
  std::fclose(file);
  const char* behind_name = std::strrchr(text, ')');
  unsigned long ticks = 0;
  if (behind_name == nullptr || std::sscanf(behind_name + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu", &ticks) != 1) {
    return -1;
  }
  return static_cast<std::int64_t>(ticks) * (sync::kNanosPerSecond / sysconf(_SC_CLK_TCK));
}

}  // namespace minijvm::vm
