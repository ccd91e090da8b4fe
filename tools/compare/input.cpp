// Says what was found at standard input.
#include "tools/compare/input.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "tools/launched/standard_input.h"

namespace minijvm::compare {

using Error = Unexpected<std::string>;

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
  const std::size_t bytes = MJ_TRY(launched::copy_input(input.file->file()));
  if (bytes != 0) {
    input.sentence = fmt::format("Each run found the same {:L} bytes at standard input.", bytes);
  }
  return input;
}

}  // namespace minijvm::compare
