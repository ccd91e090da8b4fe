// What the VM does besides throwing when memory runs out: -XX:+HeapDumpOnOutOfMemoryError (with HeapDumpPath), -XX:+ExitOnOutOfMemoryError,
// -XX:+CrashOnOutOfMemoryError. Only the first time. Proved by tests/java/memory/HeapDumpOnError.java and ExitOnError.java.
#pragma once

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

// message: the OutOfMemoryError's. May stop at a safepoint; may not return.
void report_out_of_memory(runtime::JavaThread& self, const char* message);

}  // namespace minijvm::vm
