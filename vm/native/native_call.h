// Calling native methods: binding and marshalling (register_call.h, libffi). Proved by tests/vm/native/jni.
#pragma once

#include "runtime/java_value.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class JavaThread;
class Method;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// Calls a native method whose frame stands on the Java stack: `args` are its locals (receiver first; for statics args[0] is the first
// parameter). Binds it first if need be (UnsatisfiedLinkError). References are passed as addresses of these slots. Locals made
// in the call die with it. The result goes to *result (references raw: the caller stores it before anything may stop).
// REQUIRES: self in kInVm with its anchor at that frame. A pending exception is the second outcome.
JavaResult<void> call_native(runtime::JavaThread& self, runtime::Method& method, runtime::Slot* args, runtime::Slot* result);

// RegisterNatives, and the VM's own tables.
void bind_native(runtime::Method& method, void* entry);

}  // namespace minijvm::vm
