// The text of the stepper's answers, as a person reads it (engine.h says what an answer is). It
// knows JSON only, so that a process without a VM can show an answer as well.
// Tested by tests/vm/stepper.
#pragma once

#include <string>

#include "base/json/json.h"

namespace minijvm::vm::stepper {

// Returns a few lines for the answer to any command.
std::string answer_text(const Json& answer);

// Return the parts of which a stop's text is made. A place is "Point.move(II)V, bci 7,
// Point.java:12", as far as it is known; a stack stands on one line, the bottom first; a lock is
// one line for the word, then one for each queued thread (lock_words.h).
std::string thread_text(const Json& thread);
std::string place_text(const Json& place);
std::string stack_text(const Json& stack);
std::string lock_text(const Json& lock);

}  // namespace minijvm::vm::stepper
