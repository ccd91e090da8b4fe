// The VM's own words for a place in a method, and for an exception with its stack trace. Unlike
// Throwable.printStackTrace they run no Java code. The words are HotSpot's, since tools parse them.
// Tested by tests/vm/thread_dump and tests/java/stacks/NoManager.java.
#pragma once

#include <string>

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "vm/java/errors/stack_trace.h"

namespace minijvm::vm {

// "java.lang.Object.wait(java.base@17.0.2/Native Method)"
std::string frame_text(const TracePoint& frame);
// A line for the exception, one for each frame, and the same for its causes.
std::string trace_text(runtime::JavaThread& self, runtime::Handle<java::Throwable> throwable);

}  // namespace minijvm::vm
