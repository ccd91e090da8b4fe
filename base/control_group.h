// The control groups that this process belongs to. A container limits a process by such groups; the
// limits are files below a folder of each group, and the kernel enforces the least of them.
//
//   /proc/self/cgroup          0::/docker/ab12            version 2: one tree for all controllers
//   its folders                /sys/fs/cgroup/docker/ab12   memory.max, cpu.max
//                              /sys/fs/cgroup/docker
//                              /sys/fs/cgroup
//
//   /proc/self/cgroup          4:memory:/docker/ab12      version 1: one tree for each controller
//   its folders                /sys/fs/cgroup/memory/docker/ab12   memory.limit_in_bytes
//                              /sys/fs/cgroup/memory/docker, /sys/fs/cgroup/memory
//
// Tested by tests/base/machine_memory_test.cpp and machine_processors_test.cpp.
#pragma once

#include <string>
#include <vector>

namespace minijvm {

// One folder that may hold a limit. The names of the files in it depend on the version.
struct ControlGroupFolder {
  std::string path;
  int version;  // 1 or 2
};

// Returns the folder of each group that `membership` lists, and of every group above it.
// `membership` is the text of /proc/self/cgroup, `mount` is where the groups are mounted,
// `controller` is "memory" or "cpu". Whether the folders exist is not checked: inside a container
// the outer ones do not.
std::vector<ControlGroupFolder> control_group_folders(const std::string& membership,
                                                      const std::string& mount,
                                                      const std::string& controller);

// Returns the text of /proc/self/cgroup; empty if it cannot be read.
std::string own_control_groups();  // /proc/self/cgroup
// Linux distributions mount the groups here.
inline constexpr const char* kControlGroupMount = "/sys/fs/cgroup";

}  // namespace minijvm
