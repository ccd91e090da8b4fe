// The control groups (a container) that this process belongs to, as files that limit what it may use.
// Proved by tests/base/machine_memory_test.cpp and machine_processors_test.cpp.
#pragma once

#include <string>
#include <vector>

namespace minijvm {

struct ControlGroupFolder {
  std::string path;
  int version;  // 1 or 2
};

// Where the limits of `controller` stand, under `mount` (/sys/fs/cgroup): the folder of each group that `membership` (/proc/self/cgroup) names, and
// of those above it.
std::vector<ControlGroupFolder> control_group_folders(const std::string& membership, const std::string& mount, const std::string& controller);

std::string own_control_groups();  // /proc/self/cgroup
inline constexpr const char* kControlGroupMount = "/sys/fs/cgroup";

}  // namespace minijvm
