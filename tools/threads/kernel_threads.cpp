// From a Java thread to its kernel thread, and the CPU times of kernel threads. The caller may be
// in any thread state.
#include "tools/threads/kernel_threads.h"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <ctime>

#include "runtime/thread/java_thread.h"
#include "sync/schedule/scheduler.h"
#include "sync/threads/clock.h"

namespace minijvm::vm {

namespace {

// The number of the CPU clock of another thread, as Linux builds it (include/linux/posix-timers.h):
// the inverted thread id, a bit for "per thread", and the clock "scheduler time".
// pthread_getcpuclockid gives the same number, but crashes if the thread has just ended.
clockid_t cpu_clock_of(std::int32_t id) {
  constexpr unsigned kPerThread = 4;
  constexpr unsigned kSchedulerTime = 2;
  return static_cast<clockid_t>(~static_cast<unsigned>(id) << 3 | kPerThread | kSchedulerTime);
}

}  // namespace

KernelThread kernel_thread_of(const runtime::JavaThread& thread) {
  KernelThread result;
  // acquire: pairs with the release where the thread begins to run
  result.id = thread.kernel_id.load(std::memory_order_acquire);
  result.start_ns = result.id == 0 ? 0 : thread.started_ns;
  // Under M:N this id is stale: the scheduler knows which LWP carries the thread now.
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

// Field 14 of the thread's stat file (proc(5)), in clock ticks. The fields are counted from the
// closing parenthesis of the name, because a name may hold any character.
std::int64_t user_ns_of(const KernelThread& thread) {
  if (thread.run_ns >= 0) {
    return thread.run_ns;
  }
  // getrusage is more precise than clock ticks, but it answers for the caller only.
  if (thread.id == gettid()) {
    rusage usage{};
    return getrusage(RUSAGE_THREAD, &usage) == 0
               ? usage.ru_utime.tv_sec * sync::kNanosPerSecond + usage.ru_utime.tv_usec * 1000
               : -1;
  }
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread.id);
  std::FILE* file = thread.id == 0 ? nullptr : std::fopen(path, "re");
  // The thread has ended, or has not started.
  if (file == nullptr) {
    return -1;
  }
  char text[1024] = "";
  text[std::fread(text, 1, sizeof text - 1, file)] = '\0';
  std::fclose(file);
  const char* behind_name = std::strrchr(text, ')');
  unsigned long ticks = 0;
  if (behind_name == nullptr ||
      std::sscanf(behind_name + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu", &ticks) !=
          1) {
    return -1;
  }
  return static_cast<std::int64_t>(ticks) * (sync::kNanosPerSecond / sysconf(_SC_CLK_TCK));
}

}  // namespace minijvm::vm
