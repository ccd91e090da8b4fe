// A frame of a thread by its depth (JVMTI, "Stack Frame"). Proved by tests/vm/jvmti and tests/jdb.
#pragma once

#include <optional>

#include "runtime/frame.h"
#include "vm/inspect/jvmti/threads.h"

namespace minijvm::vm::jvmti {

// 0: the innermost. REQUIRES: the thread stands still, or is the caller.
std::optional<runtime::Frame> frame_at(const JavaThread& target, jint depth);

// Keeps a frame's method for who needs it when the frame may have ended: its class lives until the innermost HandleScope ends.
void keep_method(JavaThread& self, const NoSafepoint& still, const runtime::Method& method);

// Runs act(JavaThread&, runtime::Frame, const NoSafepoint&) -> jvmtiError on the frame. ILLEGAL_ARGUMENT, NO_MORE_FRAMES, as on_thread.
template <class Act>
jvmtiError on_frame(JavaThread& self, jthread thread, jint depth, Act act) {
  jvmtiError error = check_thread(self, thread);
  if (error != JVMTI_ERROR_NONE) return error;
  if (depth < 0) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  jvmtiError outcome = JVMTI_ERROR_NONE;
  error = on_thread(self, thread, [&](JavaThread& target, const NoSafepoint& still) {
    std::optional<runtime::Frame> frame = frame_at(target, depth);
    outcome = frame.has_value() ? act(target, *frame, still) : JVMTI_ERROR_NO_MORE_FRAMES;
  });
  return error != JVMTI_ERROR_NONE ? error : outcome;
}

}  // namespace minijvm::vm::jvmti
