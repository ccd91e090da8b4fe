// Copies standard input to a file of memory.
#include "tools/compare/input.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace minijvm::compare {
namespace {

using Error = Unexpected<std::string>;

// A pipe that nobody closes would keep us waiting without a word.
void say_if_slow() {
  constexpr int kPatienceMs = 1000;
  pollfd input{STDIN_FILENO, POLLIN, 0};
  if (poll(&input, 1, kPatienceMs) == 0) {
    std::fputs(
        "Waiting for standard input, which is read to its end, since each run must find the same.\n"
        "</dev/null is an empty one.\n",
        stderr);
  }
}

// Returns how many bytes there were.
Expected<std::size_t, std::string> copy_input(const launched::MemoryFile& file) {
  std::array<char, 1 << 16> buffer;
  std::size_t bytes = 0;
  for (;;) {
    const ssize_t got = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got == 0) {
      return bytes;
    }
    if (got < 0 && errno != EINTR) {
      return Error(std::string("cannot read standard input: ") + std::strerror(errno));
    }
    const auto part = static_cast<std::size_t>(std::max<ssize_t>(got, 0));
    if (!file.append({buffer.data(), part})) {
      return Error("no memory for standard input");
    }
    bytes += part;
  }
}

}  // namespace

Expected<Input, std::string> read_input() {
  Input input{std::make_unique<launched::MemoryFile>("input"), ""};
  if (input.file->file() < 0) {
    return Error(std::string("no memory for standard input: ") + std::strerror(errno));
  }
  if (isatty(STDIN_FILENO) != 0) {
    input.sentence =
        "Standard input is a terminal, which several runs cannot read: they found it empty.";
    return input;
  }
  say_if_slow();
  const std::size_t bytes = MJ_TRY(copy_input(*input.file));
  if (bytes != 0) {
    input.sentence = fmt::format("Each run found the same {:L} bytes at standard input.", bytes);
  }
  return input;
}

}  // namespace minijvm::compare
