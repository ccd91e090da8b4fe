// Lists the natives of java.lang.invoke.MethodHandleNatives, thin JNI entries over vm/invoke.
// Tested by tests/java/invoke.
#pragma once

namespace minijvm::vm {

// Adds the rows to the registry. Call once, at boot, before any class of java.lang.invoke runs.
void add_method_handle_natives();

}  // namespace minijvm::vm
