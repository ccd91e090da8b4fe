// Reads a line from the user, with history and completion where the BSD line editor (libedit.so.2) is installed and both ends are a
// terminal; plainly otherwise. The library is opened when it is needed, so that nobody else pays for it. Proved by tests/vm/stepper.
#pragma once

#include <string>

#include "vm/inspect/stepper/front.h"

namespace minijvm::vm::stepper {

void set_completer(Completer complete);

// False: the input has ended.
bool read_line(const char* prompt, std::string* line);

}  // namespace minijvm::vm::stepper
