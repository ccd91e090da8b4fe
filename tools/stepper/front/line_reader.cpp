// Implements the line editor of the stepper's text front end. Used only by the thread that has the
// floor.
#include "tools/stepper/front/line_reader.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "tools/stepper/stepper_state.h"

namespace minijvm::vm::stepper {

// Holds the functions of libedit under the names that programs know from GNU readline.
struct Editor {
  Editor()
      : is_there(isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 &&
                 std::getenv("TERM") != nullptr && std::strcmp(std::getenv("TERM"), "dumb") != 0 &&
                 load()) {}

  char* (*readline)(const char* prompt) = nullptr;
  int (*add_history)(const char* line) = nullptr;
  char** (*completion_matches)(const char* word,
                               char* (*next)(const char* word, int state)) = nullptr;

  // Returns false if the library or one of its names is missing.
  bool load() {
    void* library = dlopen("libedit.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
      return false;
    readline = reinterpret_cast<decltype(readline)>(dlsym(library, "readline"));
    add_history = reinterpret_cast<decltype(add_history)>(dlsym(library, "add_history"));
    completion_matches =
        reinterpret_cast<decltype(completion_matches)>(dlsym(library, "rl_completion_matches"));
    hook = reinterpret_cast<char** (**)(const char*, int, int)>(
        dlsym(library, "rl_attempted_completion_function"));
    buffer = reinterpret_cast<char**>(dlsym(library, "rl_line_buffer"));
    return readline != nullptr && add_history != nullptr && completion_matches != nullptr &&
           hook != nullptr && buffer != nullptr;
  }

  // Addresses of two of libedit's variables: the completion function, and the line so far.
  char** (**hook)(const char* word, int start, int end) = nullptr;
  char** buffer = nullptr;
  bool is_there;  // last: load() fills what stands before it
};

namespace {

Editor& editor() { return *stepper_state.editor; }

// libedit calls it with state 0, 1, 2, ... until it returns null, and frees what it returns.
char* next_match(const char*, int state) {
  const std::vector<std::string>& matches = *stepper_state.completions;
  auto at = static_cast<std::size_t>(state);
  return at < matches.size() ? strdup(matches[at].c_str()) : nullptr;
}

// `start` is where the word begins in the line.
char** complete_word(const char* word, int start, int) {
  std::string line = *editor().buffer == nullptr
                         ? ""
                         : std::string(*editor().buffer).substr(0, static_cast<std::size_t>(start));
  const Completer completer = stepper_state.completer;
  std::vector<std::string>& matches = *stepper_state.completions;
  matches = completer == nullptr ? std::vector<std::string>() : completer(line, word);
  return matches.empty() ? nullptr : editor().completion_matches(word, next_match);
}

// Editors such as Emacs set TERM=dumb: such a terminal cannot move its cursor.
bool has_editor() {
  if (editor().is_there)
    *editor().hook = complete_word;
  return editor().is_there;
}

// Returns false at the end of the input (Ctrl-D).
bool edit_line(const char* prompt, std::string* line) {
  char* typed = editor().readline(prompt);
  if (typed == nullptr)
    return false;
  *line = typed;
  if (*typed != '\0')
    editor().add_history(typed);
  std::free(typed);
  return true;
}

// Reads byte by byte, because the bytes behind the line may be the program's own input. Both read
// the same stdin.
bool read_plain_line(const char* prompt, std::string* line) {
  std::fputs(prompt, stdout);
  std::fflush(stdout);
  line->clear();
  char letter = 0;
  while (read(STDIN_FILENO, &letter, 1) == 1) {
    if (letter == '\n')
      return true;
    line->push_back(letter);
  }
  return !line->empty();
}

}  // namespace

void set_completer(Completer complete) { stepper_state.completer = complete; }

bool read_line(const char* prompt, std::string* line) {
  return has_editor() ? edit_line(prompt, line) : read_plain_line(prompt, line);
}

}  // namespace minijvm::vm::stepper
