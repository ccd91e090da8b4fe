// Makes OutOfMemoryErrors at boot, for the moment when the heap has no room for a new one.
// Tested by tests/java/memory.
#pragma once

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Makes the errors. Called once, at boot, after java.lang.OutOfMemoryError is initialized.
JavaResult<void> preallocate_errors(runtime::JavaThread& self);

// Returns the preallocated error with this message, and its message as a String. An unknown message
// gives the error for "Java heap space".
runtime::Handle<java::Throwable> preallocated_oom(const char* message);
runtime::Handle<java::String> preallocated_oom_message(const char* message);

}  // namespace minijvm::vm
