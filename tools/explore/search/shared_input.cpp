// Keeps standard input in a file of memory.
#include "tools/explore/search/shared_input.h"

#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "tools/launched/standard_input.h"

namespace minijvm::explore {

SharedInput::~SharedInput() {
  for (const int file : {file_, ready_}) {
    if (file >= 0) {
      close(file);
    }
  }
}

Expected<void, std::string> SharedInput::open() {
  file_ = memfd_create("input", MFD_CLOEXEC);
  ready_ = eventfd(0, EFD_CLOEXEC);
  if (file_ < 0 || ready_ < 0) {
    return Unexpected<std::string>(std::string("no memory for standard input: ") +
                                   std::strerror(errno));
  }
  if (isatty(STDIN_FILENO) != 0) {
    note_ready();
    return {};
  }
  return launched::is_input_at_hand() ? read() : Expected<void, std::string>();
}

Expected<void, std::string> SharedInput::read() {
  if (!is_ready_) {
    MJ_TRY(launched::copy_input(file_));
    note_ready();
  }
  return {};
}

void SharedInput::note_ready() {
  is_ready_ = true;
  const std::uint64_t one = 1;
  (void)!write(ready_, &one, sizeof one);
}

}  // namespace minijvm::explore
