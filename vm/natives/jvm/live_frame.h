// Fills LiveStackFrameInfo: a frame of StackWalker together with its locals, operands and monitors.
// Tested by tests/java/stacks/LiveFrames.java.
#pragma once

#include "runtime/frame/frame.h"
#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Fills the arrays of a LiveStackFrameInfo object that Java made. The caller fills the fields of
// the superclass StackFrameInfo. The frame must be one of self's own. Allocates and runs Java.
JavaResult<void> fill_live_frame(runtime::JavaThread& self,
                                 runtime::Handle<java::LiveStackFrameInfo> info,
                                 const runtime::Frame& frame);

}  // namespace minijvm::vm
