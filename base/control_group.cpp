#include "base/control_group.h"

#include <fstream>
#include <sstream>

namespace minijvm {
namespace {

// "/a/b" under the mount: /a/b, /a and the mount itself.
void add_with_parents(std::vector<ControlGroupFolder>& folders, const std::string& mount, std::string group, int version) {
  while (true) {
    folders.push_back({mount + group, version});
    if (group.empty()) {
      return;
    }
    group.resize(group.rfind('/') == std::string::npos ? 0 : group.rfind('/'));
  }
}

bool names(const std::string& controllers, const std::string& wanted) { return ("," + controllers + ",").find("," + wanted + ",") != std::string::npos; }

}  // namespace

// Lines of "hierarchy:controllers:path"; version 2 is hierarchy 0 with no controllers.
std::vector<ControlGroupFolder> control_group_folders(const std::string& membership, const std::string& mount, const std::string& controller) {
  std::istringstream lines(membership);
  std::vector<ControlGroupFolder> folders;
  for (std::string line; std::getline(lines, line);) {
    std::size_t first = line.find(':');
    std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) {
      continue;
    }
    std::string controllers = line.substr(first + 1, second - first - 1);
    std::string path = line.substr(second + 1);
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
