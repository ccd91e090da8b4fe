// Makes, empties and removes the folder.
#include "tools/explore/search/temporary_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace minijvm::explore {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::string path = "/tmp/minijvm-XXXXXX";
  if (mkdtemp(path.data()) != nullptr) {
    path_ = path;
    file_ = open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  }
}

TemporaryFolder::~TemporaryFolder() {
  if (file_ >= 0) {
    close(file_);
  }
  if (!path_.empty()) {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
}

void TemporaryFolder::keep_what_is_there() {
  std::error_code failure;
  for (fs::directory_iterator at(path_, failure), end; !failure && at != end;
       at.increment(failure)) {
    kept_.push_back(at->path().filename());
  }
}

void TemporaryFolder::empty() const {
  std::error_code failure;
  for (fs::directory_iterator at(path_, failure), end; !failure && at != end;
       at.increment(failure)) {
    if (std::ranges::find(kept_, at->path().filename().string()) == kept_.end()) {
      std::error_code ignored;
      fs::remove_all(at->path(), ignored);
    }
  }
}

}  // namespace minijvm::explore
