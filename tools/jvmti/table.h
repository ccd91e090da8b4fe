// Makes the JVMTI function table (functions.def) for the JDK that runs. Every environment points at
// the same one (jvmti_state.h).
// Tested by tests/vm/jvmti.
#pragma once

#include <jvmti.h>

namespace minijvm::vm::jvmti {

jvmtiInterface_1_ function_table();

}  // namespace minijvm::vm::jvmti
