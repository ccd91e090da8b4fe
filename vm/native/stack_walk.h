// StackWalker in the VM: the walk that StackStreamFactory$AbstractStackWalker drives in batches.
// Proved by tests/java/stacks/Walker.java.
#pragma once

#include <cstdint>

#include "runtime/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class Frame;
class JavaThread;
class Method;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// An engine may call a method handle without java.lang.invoke's adapter, whose frame is then missing between `caller` and `callee`. A walk that
// shows hidden frames shows it all the same. Null: none is missing. Installed by the engine.
using LeftOutAdapter = runtime::Method* (*)(const runtime::Frame& caller, const runtime::Method& callee);
void set_left_out_adapter(LeftOutAdapter find);

struct StackWalkRequest {
  std::int64_t mode;
  std::int32_t skip_frames;
  std::int32_t frame_count;
  std::int32_t start_index;
};

// Skips the walker's own frames, fills the first batch, calls doStackWalk and returns what it returned.
JavaResult<runtime::Handle<>> call_stack_walk(runtime::JavaThread& self, runtime::Handle<> stream, const StackWalkRequest& request,
                                              runtime::Handle<> frames);
// Fills the next batch of the walk behind `anchor`; the index after the last frame filled.
JavaResult<std::int32_t> more_stack_walk(runtime::JavaThread& self, const StackWalkRequest& request, std::int64_t anchor, runtime::Handle<> frames);

}  // namespace minijvm::vm
