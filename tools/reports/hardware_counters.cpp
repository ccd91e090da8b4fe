// The two counters, by perf_event_open. Only threads that are started after open() inherit a
// counter, so a caller opens them before it starts others.
#include "tools/reports/hardware_counters.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace minijvm::vm {
namespace {

// Returns a file descriptor, or -1 with errno.
int open_counter(std::uint64_t what) {
  perf_event_attr wanted;
  std::memset(&wanted, 0, sizeof wanted);
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.size = sizeof wanted;
  wanted.config = what;
  // Threads that are started from now on count into the same counter.
  wanted.inherit = 1;
  // Counting the kernel needs rights that an ordinary user lacks.
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  constexpr int kAnyProcessor = -1;
  constexpr int kNoGroup = -1;
  return static_cast<int>(
      syscall(SYS_perf_event_open, &wanted, 0, kAnyProcessor, kNoGroup, PERF_FLAG_FD_CLOEXEC));
}

// Returns zero if the read fails: a report with a zero is better than none.
std::uint64_t read_counter(int counter) {
  std::uint64_t count = 0;
  return ::read(counter, &count, sizeof count) == sizeof count ? count : 0;
}

}  // namespace

HardwareCounters::~HardwareCounters() {
  for (int counter : {instructions_, cycles_}) {
    if (counter >= 0) {
      close(counter);
    }
  }
}

// If the first counter fails, the second is not tried, so that errno still describes the first
// failure.
bool HardwareCounters::open() {
  instructions_ = open_counter(PERF_COUNT_HW_INSTRUCTIONS);
  cycles_ = instructions_ < 0 ? -1 : open_counter(PERF_COUNT_HW_CPU_CYCLES);
  why_ = is_open() ? "" : std::string("perf_event_open: ") + std::strerror(errno);
  return is_open();
}

HardwareCounts HardwareCounters::read() const {
  return {read_counter(instructions_), read_counter(cycles_)};
}

// Lines look like "cpu MHz                : 2100.000", one per processor; the first counts.
double processor_mhz() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("cpu MHz")) {
      return std::strtod(line.c_str() + line.find(':') + 1, nullptr);
    }
  }
  return 0;
}

}  // namespace minijvm::vm
