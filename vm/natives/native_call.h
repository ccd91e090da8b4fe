// Calls native methods: finds the C function at the first call, turns the Java locals into C
// arguments, calls in native state, and stores the result. If all arguments fit in registers,
// register_call.h makes the call, otherwise libffi.
// Tested by tests/vm/native/jni.
#pragma once

#include "runtime/fwd.h"
#include "runtime/object/java_value.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Calls a native method whose frame is the top frame of the Java stack. `args` are its locals: the
// receiver first, or for a static method args[0] is the first parameter. The function is looked up
// at the first call (UnsatisfiedLinkError). A reference argument is passed as the address of its
// local, so the collector may move the object during the call. Local references that the call made
// die with it. The result goes to *result. A reference result is raw: the caller must store it
// before anything may stop for a safepoint.
// REQUIRES: self is in kInVm and its anchor is at that frame. An exception that the function left
// pending makes this call return kPending.
JavaResult<void> call_native(runtime::JavaThread& self, runtime::Method& method,
                             runtime::Slot* args, runtime::Slot* result);

// Sets the C function of a native method; null unbinds it. Used by RegisterNatives and by the
// lookup at the first call.
void bind_native(runtime::Method& method, void* entry);

}  // namespace minijvm::vm
