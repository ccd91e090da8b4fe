// What the VM does besides throwing when memory runs out: -XX:+HeapDumpOnOutOfMemoryError (with HeapDumpPath), -XX:OnOutOfMemoryError=commands,
// -XX:+CrashOnOutOfMemoryError, -XX:+ExitOnOutOfMemoryError, in this order. Only the first time.
// Proved by tests/java/memory/HeapDumpOnError.java, CommandsOnError.java and ExitOnError.java.
#pragma once

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

// message: the OutOfMemoryError's. May stop at a safepoint; may not return.
void report_out_of_memory(runtime::JavaThread& self, const char* message);

}  // namespace minijvm::vm
