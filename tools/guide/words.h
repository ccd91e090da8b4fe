// Writes the words that `java` does not have (vm/boot/launcher/own_words.h) and the -XX flags for
// three readers: a person at a terminal, `man`, and a shell that completes a word.
// Tested by tests/tools/guide/run.
#pragma once

#include <string>

#include "vm/boot/launcher/own_words.h"

namespace minijvm::guide {

// Returns "--runs N" or "--explore[=POLICIES]".
std::string form_of(const vm::OwnWord& word);

// Returns what --help-learning prints: every word with a line of help, and where to read on.
// `prefix` is the folder whose bin has the launcher.
std::string help_page(const std::string& prefix);
// minijvm(1), in the language of man pages.
std::string man_page();
// Completion for bash and zsh, as programs in their languages.
std::string bash_completion();
std::string zsh_completion();

}  // namespace minijvm::guide
