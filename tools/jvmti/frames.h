// Finds a frame of a thread by its depth (JVMTI, "Stack Frame"). Depth 0 is the innermost frame.
// Tested by tests/vm/jvmti and tests/jdb.
#pragma once

#include <optional>

#include "runtime/frame/frame.h"
#include "tools/jvmti/threads.h"

namespace minijvm::vm::jvmti {

// Returns the frame, or nothing if the stack is not that deep. REQUIRES: the thread does not run,
// or is the caller.
std::optional<runtime::Frame> frame_at(const JavaThread& target, jint depth);

// Keeps a frame's method usable after the frame may have ended. A handle for the class's mirror
// keeps the class, and so its methods, loaded until the innermost HandleScope ends.
void keep_method(JavaThread& self, const NoSafepoint& still, const runtime::Method& method);

// Runs act(JavaThread&, runtime::Frame, const NoSafepoint&) -> jvmtiError on the frame while the
// thread does not run. Errors: ILLEGAL_ARGUMENT for a negative depth, NO_MORE_FRAMES, those of
// on_thread, and the result of act.
template <class Act>
jvmtiError on_frame(JavaThread& self, jthread thread, jint depth, Act act) {
  jvmtiError error = check_thread(self, thread);
  if (error != JVMTI_ERROR_NONE)
    return error;
  if (depth < 0)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  jvmtiError outcome = JVMTI_ERROR_NONE;
  error = on_thread(self, thread, [&](JavaThread& target, const NoSafepoint& still) {
    std::optional<runtime::Frame> frame = frame_at(target, depth);
    outcome = frame.has_value() ? act(target, *frame, still) : JVMTI_ERROR_NO_MORE_FRAMES;
  });
  return error != JVMTI_ERROR_NONE ? error : outcome;
}

}  // namespace minijvm::vm::jvmti
