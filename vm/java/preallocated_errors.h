// OutOfMemoryErrors made at boot, for the moment when nothing can be made. Proved by tests/java/memory.
#pragma once

#include "runtime/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

// Makes them; once, at boot, after java.lang.OutOfMemoryError is initialised.
JavaResult<void> preallocate_errors(runtime::JavaThread& self);

// The preallocated error with this message (the one for "Java heap space" if there is none), and the message as a String.
runtime::Handle<> preallocated_oom(const char* message);
runtime::Handle<> preallocated_oom_message(const char* message);

}  // namespace minijvm::vm
