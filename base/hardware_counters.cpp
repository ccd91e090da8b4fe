#include "base/hardware_counters.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace minijvm {
namespace {

// Threads inherit the counter; exclude_kernel: counting the kernel needs rights that students lack.
int open_counter(std::uint64_t what) {
  perf_event_attr wanted;
  std::memset(&wanted, 0, sizeof wanted);
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.size = sizeof wanted;
  wanted.config = what;
  wanted.inherit = 1;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  constexpr int kAnyProcessor = -1;
  constexpr int kNoGroup = -1;
  return static_cast<int>(syscall(SYS_perf_event_open, &wanted, 0, kAnyProcessor, kNoGroup, PERF_FLAG_FD_CLOEXEC));
}

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

bool HardwareCounters::open() {
  instructions_ = open_counter(PERF_COUNT_HW_INSTRUCTIONS);
  cycles_ = instructions_ < 0 ? -1 : open_counter(PERF_COUNT_HW_CPU_CYCLES);
  why_ = is_open() ? "" : std::string("perf_event_open: ") + std::strerror(errno);
  return is_open();
}

HardwareCounts HardwareCounters::read() const { return {read_counter(instructions_), read_counter(cycles_)}; }

double processor_mhz() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("cpu MHz")) {
      return std::strtod(line.c_str() + line.find(':') + 1, nullptr);
    }
  }
  return 0;
}

}  // namespace minijvm
