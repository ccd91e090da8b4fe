// A descriptor that closes itself at the end of a scope.
// Tested by tests/tools/perfdata, tests/vm/archive and tests/java/management.
#pragma once

#include <unistd.h>

#include <utility>

namespace minijvm {

class OpenFile {
 public:
  // A negative number stands for a file that could not be opened.
  explicit OpenFile(int fd) : fd_(fd) {}
  ~OpenFile() {
    if (fd_ >= 0) {
      close(fd_);
    }
  }
  OpenFile(OpenFile&& other) noexcept : fd_(other.release()) {}
  OpenFile& operator=(OpenFile&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }

  int fd() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  // Leaves closing to the caller.
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

}  // namespace minijvm
