// The source files that a recording takes along: those that the VM names, below the folders of
// --source. Nothing else of the disk is read, whatever a class file claims to be its source.
// Tested by tests/tools/desk/sources_test.cpp.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace minijvm::desk {

class Sources {
 public:
  // The colon-separated folders of --source.
  explicit Sources(std::string_view path);

  // Looks for the source of a class, such as money.Bank and Bank.java: first in the folder of its
  // package, then beside. Returns its text when it is asked for the first time and is there. The
  // first of two files of one name counts.
  std::optional<std::string> find(std::string_view class_name, const std::string& file);

 private:
  std::optional<std::string> read_below(const std::string& folder, const std::string& name) const;

  std::vector<std::string> folders_;
  std::set<std::pair<std::string, std::string>> asked_;  // class and file
  std::set<std::string> found_;
};

}  // namespace minijvm::desk
