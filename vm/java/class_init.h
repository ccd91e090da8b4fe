// Initializes classes by the twelve steps of JVMS 5.5.
// Tested by tests/java/initialization.
#pragma once

#include "runtime/fwd.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Links and initializes the class. Throws what linking throws, an ExceptionInInitializerError for
// the first user of a class whose initializer fails, and NoClassDefFoundError ("Could not
// initialize class X") for later users (JVMS 5.5 steps 5 and 10).
JavaResult<void> initialize_class(runtime::JavaThread& self, runtime::Class& klass);

// Begins the program: what Self does from now on is no longer the VM's own work, or a test
// framework's (-XX:ProgramFrom). Only the first call counts. REQUIRES: kInVm, no lock held.
void begin_program(runtime::JavaThread& self);

}  // namespace minijvm::vm
