// The calls of the kernel behind a file of memory.
#include "tools/launched/memory_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace minijvm::launched {

MemoryFile::MemoryFile(const char* name) : file_(memfd_create(name, MFD_CLOEXEC)) {
  if (file_ >= 0) {
    fcntl(file_, F_SETFL, fcntl(file_, F_GETFL) | O_APPEND);
  }
}

MemoryFile::~MemoryFile() {
  if (file_ >= 0) {
    close(file_);
  }
}

std::string MemoryFile::content_from(off_t begin) const {
  struct stat status {};
  std::string text;
  if (fstat(file_, &status) == 0 && status.st_size > begin) {
    text.resize(static_cast<std::size_t>(status.st_size - begin));
    const ssize_t got = pread(file_, text.data(), text.size(), begin);
    text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  }
  return text;
}

bool MemoryFile::empty() const { return ftruncate(file_, 0) == 0; }

bool MemoryFile::append(const std::string& text) const {
  return write(file_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

}  // namespace minijvm::launched
