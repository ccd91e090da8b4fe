// LiveStackFrameInfo: a frame of StackWalker's with what it holds: locals, operands, monitors.
// Proved by tests/java/stacks/LiveFrames.java.
#pragma once

#include "runtime/frame.h"
#include "runtime/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

// Fills the arrays of a LiveStackFrameInfo that Java made; its StackFrameInfo half is the caller's. The frame is one of self's own.
JavaResult<void> fill_live_frame(runtime::JavaThread& self, runtime::Handle<> info, const runtime::Frame& frame);

}  // namespace minijvm::vm
