#include "vm/launch/option_words.h"

#include <cctype>

namespace minijvm::vm {

Expected<std::vector<std::string>, std::string> split_options(const std::string& text, const std::string& source) {
  std::vector<std::string> words;
  std::string word;
  char quote = 0;
  for (char c : text + ' ') {
    const bool ends = quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0;
    if (ends && !word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
    if (quote != 0 ? c == quote : (c == '"' || c == '\'')) {
      quote = quote != 0 ? '\0' : c;
    } else if (!ends) {
      word.push_back(c);
    }
  }
  if (quote != 0) {
    return Unexpected<std::string>("Unmatched quote in " + source);
  }
  return words;
}

}  // namespace minijvm::vm
