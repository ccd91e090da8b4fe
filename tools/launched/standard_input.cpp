// Copies standard input to a file of memory.
#include "tools/launched/standard_input.h"

#include <poll.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace minijvm::launched {
namespace {

using Error = Unexpected<std::string>;

// A device such as /dev/zero never ends.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

// A pipe that nobody closes would keep us waiting without a word. Returns whether that was said.
bool say_if_slow() {
  constexpr int kPatienceMs = 1000;
  pollfd input{STDIN_FILENO, POLLIN, 0};
  const bool is_slow = poll(&input, 1, kPatienceMs) == 0;
  if (is_slow) {
    std::fputs(
        "Waiting for standard input, which is read to its end, since each run must find the same.\n"
        "</dev/null is an empty one.\n",
        stderr);
  }
  return is_slow;
}

bool append(int file, const char* bytes, std::size_t count) {
  while (count != 0) {
    const ssize_t written = write(file, bytes, count);
    if (written <= 0) {
      return false;
    }
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
  return true;
}

// /dev/null (admin-guide/devices.txt of Linux: char 1:3).
bool is_null_device(const struct stat& file) {
  return S_ISCHR(file.st_mode) && file.st_rdev == makedev(1, 3);
}

}  // namespace

bool is_input_at_hand() {
  struct stat file {};
  return fstat(STDIN_FILENO, &file) != 0 || S_ISREG(file.st_mode) || is_null_device(file);
}

Expected<std::size_t, std::string> copy_input(int file) {
  std::array<char, 1 << 16> buffer;
  bool was_said = false;
  for (std::size_t bytes = 0; bytes <= kMostBytes;) {
    was_said = was_said || say_if_slow();
    const ssize_t got = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got == 0) {
      return bytes;
    }
    if (got < 0 && errno != EINTR) {
      return Error(std::string("cannot read standard input: ") + std::strerror(errno));
    }
    const std::size_t part = got < 0 ? 0 : static_cast<std::size_t>(got);
    if (!append(file, buffer.data(), part)) {
      return Error("no memory for standard input");
    }
    bytes += part;
  }
  return Error("standard input has not come to its end after 1 GiB, so runs cannot share it");
}

}  // namespace minijvm::launched
