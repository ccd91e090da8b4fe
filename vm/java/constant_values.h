// ConstantValue attributes (JVMS 4.7.2): the first values of static final fields. Proved by tests/java/initialization.
#pragma once

#include "vm/java/java_result.h"

namespace minijvm::runtime {
class Class;
class JavaThread;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// JVMS 5.5 step 6. REQUIRES: the class has its mirror and is linked.
JavaResult<void> store_constant_values(runtime::JavaThread& self, runtime::Class& klass);

}  // namespace minijvm::vm
