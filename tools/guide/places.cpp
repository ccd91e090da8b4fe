// Looks at files only. <sources>/build/release is the prefix of a build.
#include "tools/guide/places.h"

#include <unistd.h>

#include <climits>
#include <initializer_list>

#include "tools/launched/launcher.h"

namespace minijvm::guide {
namespace {

std::string parent_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

std::string first_readable(std::initializer_list<std::string> paths) {
  for (const std::string& path : paths) {
    if (access(path.c_str(), R_OK) == 0) {
      return path;
    }
  }
  return "";
}

}  // namespace

std::string own_prefix() { return parent_of(parent_of(launched::own_folder())); }

std::string gdb_session(const std::string& prefix) {
  return first_readable({prefix + "/share/minijvm/gdb/session.py",
                         parent_of(parent_of(prefix)) + "/tools/gdb/session.py"});
}

std::string reading_place(const std::string& prefix) {
  return first_readable(
      {prefix + "/share/doc/minijvm/README.md", parent_of(parent_of(prefix)) + "/README.md"});
}

}  // namespace minijvm::guide
