// Follows tools/stepper/engine.cpp:/Engine::find_command/.
#include "tools/desk/command_words.h"

#include <algorithm>

namespace minijvm::desk {
namespace {

constexpr std::string_view kBlanks = " \t\n";
// Those that go back are among them: they end in a stop, too.
constexpr std::string_view kRunning[] = {"step",    "next", "finish",     "continue",
                                         "advance", "run",  "play",       "resume",
                                         "back",    "goto", "last-write", "first-difference"};

std::string first_word(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(kBlanks), line.size());
  line.remove_prefix(begin);
  return std::string(line.substr(0, line.find_first_of(kBlanks)));
}

}  // namespace

std::string command_name(const Json& greeting, std::string_view line) {
  const std::string word = first_word(line);
  const std::string* found = nullptr;
  int fitting = 0;
  for (const Json& command : greeting["commands"].items()) {
    const std::string& name = command["name"].text();
    if (!word.empty() && (word == name || word == command["short"].text())) {
      return name;
    }
    if (name.starts_with(word)) {
      found = &name;
      ++fitting;
    }
  }
  return fitting == 1 ? *found : word;
}

bool lets_run(std::string_view name) {
  return std::find(std::begin(kRunning), std::end(kRunning), name) != std::end(kRunning);
}

}  // namespace minijvm::desk
