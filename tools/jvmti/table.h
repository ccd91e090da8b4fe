// Declares the JVMTI function table (functions.def). Every environment points at the same copy of
// it (jvmti_state.h).
// Tested by tests/vm/jvmti.
#pragma once

#include <jvmti.h>

namespace minijvm::vm::jvmti {

const jvmtiInterface_1_* function_table();

}  // namespace minijvm::vm::jvmti
