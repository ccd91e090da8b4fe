// Whose code a native's entry is, for the thread models that switch user threads (their rule: a thread never changes its LWP
// while a foreign frame is on its stack). Compilers take errno's address and that of other thread-locals for constant within a function, so
// code that was not written for it must not wake up on another LWP.
// Proved by tests/java/threads under -XX:ThreadModel=M:N.
#pragma once

namespace minijvm::vm {

// False for the VM's own functions, and for those of libjava that only pass on to a JVM_* function of ours.
bool may_keep_thread_locals(void* native_entry);

}  // namespace minijvm::vm
