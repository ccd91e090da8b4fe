// Stores the first values of static fields: their ConstantValue attributes (JVMS 4.7.2).
// Tested by tests/java/initialization.
#pragma once

#include "runtime/fwd.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Stores the constants into the mirror (JVMS 5.5 step 6). REQUIRES: the class has its mirror and is
// linked.
JavaResult<void> store_constant_values(runtime::JavaThread& self, runtime::Class& klass);

}  // namespace minijvm::vm
