// The JVMTI function table (functions.def), which every environment points at.
#pragma once

#include <jvmti.h>

namespace minijvm::vm::jvmti {

const jvmtiInterface_1_* function_table();

}  // namespace minijvm::vm::jvmti
