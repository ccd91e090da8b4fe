// A file of memory, by which a process gives its output to the one that has started it.
// Tested by tests/tools/explore and tests/tools/twice.
#pragma once

#include <sys/types.h>

#include <string>

namespace minijvm::launched {

// All processes that write to it append. A program that is started does not inherit the descriptor,
// but what dup2 makes of it.
class MemoryFile {
 public:
  // `name` is what /proc/PID/fd shows.
  explicit MemoryFile(const char* name);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  // -1: there was no memory for it.
  int file() const { return file_; }
  std::string content_from(off_t begin = 0) const;
  // Returns false if it cannot be emptied.
  bool empty() const;
  // Returns false if there is no memory for the text.
  bool append(const std::string& text) const;

 private:
  const int file_;
};

}  // namespace minijvm::launched
