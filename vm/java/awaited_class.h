// Which class a thread waits for because another one initialises it (JVMS 5.5 step 2): for thread dumps and the wait graph.
// Proved by tests/vm/thread_dump.  In class_init.cpp.
#pragma once

namespace minijvm::runtime {
class Class;
class JavaThread;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// Null: none. REQUIRES: the world is stopped.
const runtime::Class* awaited_class(const runtime::JavaThread& thread);

}  // namespace minijvm::vm
