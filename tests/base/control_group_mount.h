// A folder in the place of /sys/fs/cgroup.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace minijvm::test {

struct Mount {
  Mount() {
    char name[] = "/tmp/minijvm-groups-XXXXXX";
    path = mkdtemp(name);
  }
  ~Mount() { std::filesystem::remove_all(path); }
  Mount(const Mount&) = delete;
  Mount& operator=(const Mount&) = delete;
  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(path + file).parent_path());
    std::ofstream(path + file) << text;
  }
  std::string path;
};

}  // namespace minijvm::test
