// Reads a line from the user. If the BSD line editor (libedit.so.2) is installed and both stdin and
// stdout are a terminal, there is history and completion, otherwise neither. The library is opened
// when it is first needed, so a VM without the stepper does not depend on it.
// Tested by tests/vm/stepper.
#pragma once

#include <string>

#include "tools/stepper/front/front.h"

namespace minijvm::vm::stepper {

// Sets the function that the Tab key calls.
void set_completer(Completer complete);

// Returns false if the input has ended.
bool read_line(const char* prompt, std::string* line);

}  // namespace minijvm::vm::stepper
