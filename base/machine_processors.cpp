#include "base/machine_processors.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <fstream>

#include "base/control_group.h"

namespace minijvm {
namespace {

constexpr long kNone = -1;

long number_in(const std::string& path) {
  std::ifstream file(path);
  long number = 0;
  return file >> number ? number : kNone;
}

int in_processors(long quota, long period) {
  if (quota <= 0 || period <= 0) {
    return INT_MAX;
  }
  return static_cast<int>(std::min<long>((quota - 1) / period + 1, INT_MAX));
}

// "QUOTA PERIOD" in microseconds, or "max PERIOD".
int quota_of_version_2(const std::string& folder) {
  std::ifstream file(folder + "/cpu.max");
  long quota = kNone;
  long period = kNone;
  return file >> quota >> period ? in_processors(quota, period) : INT_MAX;
}

int quota_of_version_1(const std::string& folder) {
  return in_processors(number_in(folder + "/cpu.cfs_quota_us"), number_in(folder + "/cpu.cfs_period_us"));
}

}  // namespace

int allowed_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  return std::max(count, 1);
}

int control_group_processors(const std::string& membership, const std::string& mount) {
  int least = INT_MAX;
  for (const ControlGroupFolder& folder : control_group_folders(membership, mount, "cpu")) {
    least = std::min(least, folder.version == 2 ? quota_of_version_2(folder.path) : quota_of_version_1(folder.path));
  }
  return least;
}

int granted_processors(bool in_container) {
  static const int quota = control_group_processors(own_control_groups(), kControlGroupMount);
  return in_container ? std::min(allowed_processors(), quota) : allowed_processors();
}

}  // namespace minijvm
