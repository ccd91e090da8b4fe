// Reads the words of a command line.
#include "tools/stepper/command_words.h"

#include <algorithm>

namespace minijvm::vm::stepper {

int number_or(const std::vector<std::string>& words, std::size_t at, int otherwise) {
  if (at >= words.size() || words[at].find_first_not_of("0123456789") != std::string::npos ||
      words[at].size() > 6)
    return otherwise;
  return std::stoi(words[at]);
}

bool mentions(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace minijvm::vm::stepper
