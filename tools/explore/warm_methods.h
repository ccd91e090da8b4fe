// The server loads and translates what the first run has translated of the JDK's image, so that no
// later run has to. A run of a small program with lambdas takes half the time then.
// Tested by tests/tools/explore/run.
//
// This changes no run. Neither the boot loader nor the translator runs Java, so there are no ticks;
// mirrors are not in eden, so collections come when they came; and nothing is linked or
// initialized, which is an effect of the program.
#pragma once

#include <string>
#include <string_view>

#include "runtime/fwd.h"

namespace minijvm::vm {

// Returns the methods of the boot loader's classes that have cells: a line for each, which is the
// class, the name and the descriptor, with spaces between them.
std::string translated_methods();

// Translates the methods of these lines, and loads their classes before. Passes over what is not
// there. REQUIRES: kInVm.
void translate_methods(runtime::JavaThread& self, std::string_view lines);

}  // namespace minijvm::vm
