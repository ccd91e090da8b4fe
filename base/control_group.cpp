// Finds the control groups of this process. machine_memory.cpp and machine_processors.cpp read the
// limits in them.
#include "base/control_group.h"

#include <fstream>
#include <sstream>

namespace minijvm {
namespace {

// For the group "/a/b" this adds three folders below the mount: /a/b, /a and the mount itself. Each
// may have a limit of its own, and all limits hold.
void add_with_parents(std::vector<ControlGroupFolder>& folders, const std::string& mount,
                      std::string group, int version) {
  while (true) {
    folders.push_back({mount + group, version});
    if (group.empty()) {
      return;
    }
    group.resize(group.rfind('/') == std::string::npos ? 0 : group.rfind('/'));
  }
}

// Returns true if the list "cpu,cpuacct" has the word "cpu". The commas around both keep "cpu" from
// being found in "cpuset".
bool names(const std::string& controllers, const std::string& wanted) {
  return ("," + controllers + ",").find("," + wanted + ",") != std::string::npos;
}

}  // namespace

// Each line is "hierarchy:controllers:path". Version 2 has one line: its hierarchy is 0, and its
// list of controllers is empty.
std::vector<ControlGroupFolder> control_group_folders(const std::string& membership,
                                                      const std::string& mount,
                                                      const std::string& controller) {
  std::istringstream lines(membership);
  std::vector<ControlGroupFolder> folders;
  for (std::string line; std::getline(lines, line);) {
    // A path may contain colons, so only the first two colons separate the parts.
    std::size_t first = line.find(':');
    std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) {
      continue;
    }
    std::string controllers = line.substr(first + 1, second - first - 1);
    std::string path = line.substr(second + 1);
    // Version 2 has all controllers in one tree; version 1 has a mount for each controller.
    if (controllers.empty()) {
      add_with_parents(folders, mount, path, 2);
    } else if (names(controllers, controller)) {
      add_with_parents(folders, mount + "/" + controller, path, 1);
    }
  }
  return folders;
}

std::string own_control_groups() {
  std::ifstream file("/proc/self/cgroup");
  std::ostringstream membership;
  membership << file.rdbuf();
  return membership.str();
}

}  // namespace minijvm
