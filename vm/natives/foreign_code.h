// Tells foreign native code from the VM's own. The thread models that switch user threads need to
// know: a compiler may take the address of errno, or of another thread-local variable, for constant
// within a function. Code that was not written for user threads must therefore not wake up on
// another LWP, and its thread is pinned to its LWP while a foreign frame is on the stack.
// Tested by tests/java/threads under -XX:ThreadModel=M:N.
#pragma once

namespace minijvm::vm {

// Returns false for the VM's own functions, and for those functions of libjava that only pass on to
// a JVM_* function of ours. Returns true for everything else: the answer is conservative.
bool may_keep_thread_locals(void* native_entry);

}  // namespace minijvm::vm
