// A child that reads a jar would move the place of its parent in it, and so that of all later
// children.
#include "tools/explore/shared_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace minijvm::vm {

std::vector<SharedFile> open_files() {
  std::vector<SharedFile> files;
  DIR* folder = opendir("/proc/self/fd");
  if (folder == nullptr) {
    return files;
  }
  while (const dirent* entry = readdir(folder)) {
    struct stat status {};
    const int file = std::atoi(entry->d_name);
    if (entry->d_name[0] == '.' || file == dirfd(folder) || fstat(file, &status) != 0) {
      continue;
    }
    const bool closes = (fcntl(file, F_GETFD) & FD_CLOEXEC) != 0;
    files.push_back({file, status.st_mode & S_IFMT, fcntl(file, F_GETFL), closes ? O_CLOEXEC : 0,
                     lseek(file, 0, SEEK_CUR)});
  }
  closedir(folder);
  return files;
}

void own_positions(const std::vector<SharedFile>& files) {
  for (const SharedFile& shared : files) {
    if (shared.type != S_IFREG || (shared.flags & O_APPEND) != 0) {
      continue;
    }
    const std::string path = "/proc/self/fd/" + std::to_string(shared.file);
    const int own = open(path.c_str(), (shared.flags & O_ACCMODE) | O_CLOEXEC);
    if (own >= 0) {
      lseek(own, shared.at, SEEK_SET);
      dup3(own, shared.file, shared.duplicate);
      close(own);
    }
  }
}

}  // namespace minijvm::vm
