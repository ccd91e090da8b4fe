// Reads the processor limits of the machine and of control groups. The VM asks for them at its
// start, to choose sizes, and for Runtime.availableProcessors.
#include "base/machine_processors.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <fstream>

#include "base/base_state.h"
#include "base/control_group.h"

namespace minijvm {
namespace {

// There is no limit. Version 1 writes the same number into cpu.cfs_quota_us.
constexpr long kNone = -1;

long number_in(const std::string& path) {
  std::ifstream file(path);
  long number = 0;
  return file >> number ? number : kNone;
}

// Rounds up: a quota of half a processor still needs one to run on.
int in_processors(long quota, long period) {
  if (quota <= 0 || period <= 0) {
    return INT_MAX;
  }
  return static_cast<int>(std::min<long>((quota - 1) / period + 1, INT_MAX));
}

// The file has "QUOTA PERIOD" in microseconds, or "max PERIOD"; then reading the first number
// fails.
int quota_of_version_2(const std::string& folder) {
  std::ifstream file(folder + "/cpu.max");
  long quota = kNone;
  long period = kNone;
  return file >> quota >> period ? in_processors(quota, period) : INT_MAX;
}

// Version 1 has the same two numbers, each in a file of its own.
int quota_of_version_1(const std::string& folder) {
  return in_processors(number_in(folder + "/cpu.cfs_quota_us"),
                       number_in(folder + "/cpu.cfs_period_us"));
}

}  // namespace

int allowed_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  // sched_getaffinity fails on a machine with more processors than a cpu_set_t has bits.
  int count = sched_getaffinity(0, sizeof set, &set) == 0
                  ? CPU_COUNT(&set)
                  : static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  return std::max(count, 1);
}

int control_group_processors(const std::string& membership, const std::string& mount) {
  int least = INT_MAX;
  for (const ControlGroupFolder& folder : control_group_folders(membership, mount, "cpu")) {
    least = std::min(least, folder.version == 2 ? quota_of_version_2(folder.path)
                                                : quota_of_version_1(folder.path));
  }
  return least;
}

int granted_processors(bool in_container) {
  if (!in_container) {
    return allowed_processors();
  }
  int quota = base_state.processor_quota.load(std::memory_order_relaxed);
  if (quota == 0) {  // two threads may both read it; they find the same
    quota = control_group_processors(own_control_groups(), kControlGroupMount);
    base_state.processor_quota.store(quota, std::memory_order_relaxed);
  }
  return std::min(allowed_processors(), quota);
}

}  // namespace minijvm
