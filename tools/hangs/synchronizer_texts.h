// The states of java.util.concurrent's objects, as far as a thread that is parked for one waits for
// them: permits, counts, parties, who runs a task.
// Tested by tests/vm/hangs and tests/vm/thread_dump.
#pragma once

#include <string>

#include "tools/hangs/wait_texts.h"

namespace minijvm::vm::hangs {

// Tells what a parked thread waits for: "needs a permit of <Semaphore#1> (A.java:7), which has none
// left". Empty: the class is none of those that are known here.
std::string synchronizer_text(const Scene& scene, const WaitTexts& texts,
                              const ThreadSnapshot& thread);

// A thread that needs a lock for writing and holds it for reading.
bool upgrades(const Scene& scene, const ThreadSnapshot& thread);
// The pool whose worker this thread is, or null.
const runtime::Object* pool_of(const sync::NoSafepoint& still, const ThreadSnapshot& thread);
// A worker that waits for its pool's next task.
bool is_idle_worker(const sync::NoSafepoint& still, const ThreadSnapshot& thread);

}  // namespace minijvm::vm::hangs
