// Implements StackWalker in the VM: the walk that StackStreamFactory$AbstractStackWalker drives.
// Java asks for frames in batches, so that a walk which stops early reads few of them.
// Tested by tests/java/stacks/Walker.java.
#pragma once

#include <cstdint>

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// The arguments of AbstractStackWalker.callStackWalk, as Java passes them.
struct StackWalkRequest {
  // Bits of StackWalker's options; stack_walk.cpp lists those that the VM looks at.
  std::int64_t mode;
  std::int32_t skip_frames;
  // The size of the batch.
  std::int32_t frame_count;
  // The first element of the buffer to fill.
  std::int32_t start_index;
  // False: the walk stands at a frame that no batch holds yet.
  bool skips_last_frame = true;
  // The walk of a thread ends with the frames of the continuation of this scope.
  runtime::Handle<> scope = {};
  // The continuation to walk, which is mounted nowhere, in place of the thread's own frames.
  runtime::Handle<java::Continuation> continuation = {};
};

// Skips the walker's own frames, fills the first batch, calls AbstractStackWalker.doStackWalk, and
// returns its result. Errors: NullPointerException and IllegalArgumentException for a bad buffer,
// InternalError if the buffer was corrupted meanwhile.
JavaResult<runtime::Handle<>> call_stack_walk(runtime::JavaThread& self, runtime::Handle<> stream,
                                              const StackWalkRequest& request,
                                              runtime::Handle<java::ObjectArray> frames);
// Fills the next batch of the walk that `anchor` refers to. Returns the index after the last frame
// filled, or start_index if there are no more frames.
JavaResult<std::int32_t> more_stack_walk(runtime::JavaThread& self, const StackWalkRequest& request,
                                         std::int64_t anchor,
                                         runtime::Handle<java::ObjectArray> frames);

// The walk goes on with another continuation that is mounted nowhere. Does nothing if `anchor` is
// not valid, which the next batch reports.
void continue_stack_walk(runtime::JavaThread& self, std::int64_t anchor,
                         runtime::Handle<java::ObjectArray> frames,
                         runtime::Handle<java::Continuation> continuation);

// Returns the method of a frame that a walk has filled, or null.
runtime::Method* method_of_frame(const sync::NoSafepoint& still, const java::StackFrameInfo* info);

}  // namespace minijvm::vm
