// Class initialisation, JVMS 5.5, the twelve steps. Proved by tests/java/initialization.
#pragma once

#include "vm/java/java_result.h"

namespace minijvm::runtime {
class Class;
class JavaThread;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// Links and initialises. ExceptionInInitializerError, NoClassDefFoundError ("Could not initialize class X") as 5.5 says.
JavaResult<void> initialize_class(runtime::JavaThread& self, runtime::Class& klass);

// May code of this thread use the class's statics now: initialised, or this thread is its initialiser?
bool is_usable_by(const runtime::JavaThread& self, const runtime::Class& klass);

}  // namespace minijvm::vm
