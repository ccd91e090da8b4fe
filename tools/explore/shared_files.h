// The open files of a process, for one that is forked from it. A fork copies descriptors, and both
// processes then share the place at which each file is read or written.
// Tested by tests/tools/explore/run and tests/vm/stepper.
#pragma once

#include <sys/types.h>

#include <vector>

namespace minijvm::vm {

// A descriptor of the process, and where it stands.
struct SharedFile {
  int file;
  mode_t type;    // S_IFREG and others
  int flags;      // those of fcntl(F_GETFL)
  int duplicate;  // O_CLOEXEC, if it is to be closed on exec
  off_t at;
};
std::vector<SharedFile> open_files();

// Gives this process places of its own in those of the files that are regular and to which nothing
// is appended: each is opened once more.
void own_positions(const std::vector<SharedFile>& files);

}  // namespace minijvm::vm
