// AccessController.getStackAccessControlContext: the protection domains on the stack up to the first privileged frame.
// Proved by tests/java/library.
#pragma once

#include "runtime/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

// Null: everybody on the stack is trusted.
JavaResult<runtime::Handle<>> stack_access_control_context(runtime::JavaThread& self);

}  // namespace minijvm::vm
