// Reads the kernel's counts.
#include "tools/record/flight/cpu_load.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace minijvm::vm::record {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

float share(double part, double all) {
  return all <= 0 ? 0 : static_cast<float>(std::clamp(part / all, 0.0, 1.0));
}

}  // namespace

CpuLoads::Used CpuLoads::used() {
  Used used;
  rusage own{};
  getrusage(RUSAGE_SELF, &own);
  used.user = seconds(own.ru_utime);
  used.system = seconds(own.ru_stime);
  // proc(5): the first line of /proc/stat adds up all processors, in ticks.
  unsigned long long user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0;
  if (std::FILE* file = std::fopen("/proc/stat", "re")) {
    if (std::fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu", &user, &nice, &system, &idle,
                    &iowait, &irq, &softirq) == 7) {
      const double tick = 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK));
      used.machine_busy = static_cast<double>(user + nice + system + irq + softirq) * tick;
      used.machine_all = used.machine_busy + static_cast<double>(idle + iowait) * tick;
    }
    std::fclose(file);
  }
  return used;
}

void CpuLoads::look(std::int64_t now_ns) {
  if (last_ns_ != 0 && now_ns - last_ns_ < kPeriodNs) {
    return;
  }
  const Used now = used();
  if (last_ns_ != 0) {
    const double all = now.machine_all - last_.machine_all;
    taken_.push_back({now_ns, share(now.user - last_.user, all),
                      share(now.system - last_.system, all),
                      share(now.machine_busy - last_.machine_busy, all)});
    if (taken_.size() > kMost) {
      taken_.pop_front();
    }
  }
  last_ns_ = now_ns;
  last_ = now;
}

}  // namespace minijvm::vm::record
