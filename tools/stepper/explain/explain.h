// Says in one sentence what the instruction at a place does, with the clause of the JVMS: "adds the
// two ints on top of the stack (JVMS 6.5.iadd)".
// Tested by tests/vm/stepper.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/fwd.h"

namespace minijvm::vm::stepper {

// Returns an empty text for a place without an instruction, as in a native method. Nothing is
// resolved or called: names come from the class file.
std::string explain_instruction(const runtime::Method& method, std::int32_t bci);

}  // namespace minijvm::vm::stepper
