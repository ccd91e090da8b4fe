// Reads the words of a command line.
#include "tools/stepper/command_words.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace minijvm::vm::stepper {

int number_or(const std::vector<std::string>& words, std::size_t at, int otherwise) {
  if (at >= words.size() || words[at].find_first_not_of("0123456789") != std::string::npos)
    return otherwise;
  int number = 0;
  const char* end = words[at].data() + words[at].size();
  return std::from_chars(words[at].data(), end, number).ec == std::errc()
             ? number
             : std::numeric_limits<int>::max();
}

bool mentions(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace minijvm::vm::stepper
