// Implements AccessController.getStackAccessControlContext: collects the protection domains on the
// stack, up to the first privileged frame.
// Tested by tests/java/library.
#pragma once

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Returns an AccessControlContext, or null if all code on the stack is trusted. Allocates.
JavaResult<runtime::Handle<java::AccessControlContext>> stack_access_control_context(
    runtime::JavaThread& self);

}  // namespace minijvm::vm
