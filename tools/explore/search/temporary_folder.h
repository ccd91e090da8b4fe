// The folder in which the runs of one VM make their temporary files, under a name that is the same
// for all (vm/natives/world/temporary_folder.h). It is emptied after each run, or the next one
// would meet the files of the last, whose names are drawn alike.
// Tested by tests/tools/explore.
#pragma once

#include <string>
#include <vector>

namespace minijvm::explore {

class TemporaryFolder {
 public:
  // Makes a folder in /tmp, as java.io.tmpdir is /tmp.
  TemporaryFolder();
  // Removes it with all that is in it.
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  // A descriptor of the folder; -1: it could not be made, and the runs share /tmp.
  int file() const { return file_; }
  // Spares what is there now, since all runs begin behind it.
  void keep_what_is_there();
  // Removes the rest.
  void empty() const;

 private:
  std::string path_;
  int file_ = -1;
  std::vector<std::string> kept_;
};

}  // namespace minijvm::explore
