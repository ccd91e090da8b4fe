// Finds a frame of a thread by its depth (JVMTI, "Stack Frame"). Depth 0 is the innermost frame.
// Tested by tests/vm/jvmti and tests/jdb.
#pragma once

#include <optional>

#include "runtime/class/method.h"
#include "runtime/frame/frame.h"
#include "tools/jvmti/threads.h"

namespace minijvm::vm::jvmti {

// Returns whether agents do not see the innermost frames of this method: those in which the class
// library and the VM switch between a virtual thread and its carrier.
bool is_switch(const runtime::Method& method);
// HOTSPOT: the methods around a switch to or from a virtual thread post nothing.
inline bool is_quiet(const runtime::Method& method) {
  return method.hides_events || method.is_in_transition;
}
// Returns the walk from the innermost frame that agents see. REQUIRES: the thread does not run, or
// is the caller.
runtime::FrameWalk seen_frames(const JavaThread& target);
// Returns the number of innermost frames that agents do not see. REQUIRES: as above.
jint unseen_frames(const JavaThread& target);
// Returns the frame, or nothing if the stack is not that deep. REQUIRES: as above.
std::optional<runtime::Frame> frame_at(const JavaThread& target, jint depth);

// Keeps a frame's method usable after the frame may have ended. A handle for the class's mirror
// keeps the class, and so its methods, loaded until the innermost HandleScope ends.
void keep_method(JavaThread& self, const NoSafepoint& still, const runtime::Method& method);

// A function may demand that a thread, unless it is the caller, is suspended (JVMTI 21).
enum class Demand : bool { kNone, kSuspended };

// Runs act(JavaThread&, runtime::Frame, const NoSafepoint&) -> jvmtiError on the frame while the
// thread does not run. Errors: ILLEGAL_ARGUMENT for a negative depth, THREAD_NOT_SUSPENDED,
// NO_MORE_FRAMES, those of on_thread, and the result of act.
template <class Act>
jvmtiError on_frame(JavaThread& self, jthread thread, jint depth, Act act,
                    Demand demand = Demand::kNone) {
  jvmtiError error = check_thread(self, thread);
  if (error != JVMTI_ERROR_NONE)
    return error;
  if (depth < 0)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  jvmtiError outcome = JVMTI_ERROR_NONE;
  error = on_thread(self, thread, [&](JavaThread& target, const NoSafepoint& still) {
    if (demand == Demand::kSuspended && has_virtual_threads() && &target != &self &&
        !target.is_to_be_suspended()) {
      outcome = JVMTI_ERROR_THREAD_NOT_SUSPENDED;
      return;
    }
    std::optional<runtime::Frame> frame = frame_at(target, depth);
    outcome = frame.has_value() ? act(target, *frame, still) : JVMTI_ERROR_NO_MORE_FRAMES;
  });
  return error != JVMTI_ERROR_NONE ? error : outcome;
}

}  // namespace minijvm::vm::jvmti
