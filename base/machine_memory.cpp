#include "base/machine_memory.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>

#include "base/virtual_memory.h"

namespace minijvm {
namespace {

// A file with one number; SIZE_MAX if it is not there or says "max".
std::size_t limit_in(const std::string& path) {
  std::ifstream file(path);
  std::size_t limit = 0;
  return file >> limit ? limit : SIZE_MAX;
}

// "/a/b" under the folder: of /a/b, /a and the folder itself.
std::size_t least_limit(const std::string& folder, std::string group, const char* file) {
  std::size_t least = SIZE_MAX;
  while (true) {
    least = std::min(least, limit_in(folder + group + "/" + file));
    if (group.empty()) {
      return least;
    }
    group.resize(group.rfind('/') == std::string::npos ? 0 : group.rfind('/'));
  }
}

bool names_memory(const std::string& controllers) { return ("," + controllers + ",").find(",memory,") != std::string::npos; }

}  // namespace

std::size_t physical_memory_bytes() { return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * page_size(); }

// Lines of "hierarchy:controllers:path"; version 2 is hierarchy 0 with no controllers.
std::size_t control_group_limit(const std::string& membership, const std::string& mount) {
  std::istringstream lines(membership);
  std::size_t least = SIZE_MAX;
  for (std::string line; std::getline(lines, line);) {
    std::size_t first = line.find(':');
    std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) {
      continue;
    }
    std::string controllers = line.substr(first + 1, second - first - 1);
    std::string path = line.substr(second + 1);
    if (controllers.empty()) {
      least = std::min(least, least_limit(mount, path, "memory.max"));
    } else if (names_memory(controllers)) {
      least = std::min(least, least_limit(mount + "/memory", path, "memory.limit_in_bytes"));
    }
  }
  return least;
}

std::size_t control_group_limit() {
  std::ifstream file("/proc/self/cgroup");
  std::ostringstream membership;
  membership << file.rdbuf();
  return control_group_limit(membership.str(), "/sys/fs/cgroup");
}

}  // namespace minijvm
