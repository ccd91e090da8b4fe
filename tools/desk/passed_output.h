// Passes on what the program prints, so that `minijvm --step=record Main` prints what Main prints.
// Tested by tests/tools/desk/run.
#pragma once

#include <unistd.h>

#include <cerrno>

#include "tools/desk/session.h"

namespace minijvm::desk {

class PassedOutput final : public Listener {
 public:
  void printed(Stream stream, std::string_view text) override {
    if (stream == Stream::kIn) {
      return;
    }
    const int fd = stream == Stream::kOut ? STDOUT_FILENO : STDERR_FILENO;
    while (!text.empty()) {
      const ssize_t written = write(fd, text.data(), text.size());
      if (written < 0 && errno != EINTR) {
        return;  // nobody reads it any more
      }
      text.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
    }
  }
};

}  // namespace minijvm::desk
