// The chapter "Stack Frame": frame counts, locations and stack traces. Callers are bodies of JVMTI
// functions, in kInVm; another thread's stack is walked in a handshake, several stacks in a stopped
// world.
#include "tools/jvmti/frames.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/object/well_known.h"
#include "runtime/thread/continuation.h"
#include "tools/jvmti/arguments.h"
#include "tools/jvmti/events.h"
#include "tools/jvmti/functions.h"
#include "tools/jvmti/thread_data.h"
#include "tools/threads/thread_snapshot.h"

namespace minijvm::vm::jvmti {

using runtime::Frame;
using runtime::FrameWalk;

namespace {

using StackTrace = std::vector<jvmtiFrameInfo>;

// JVMTI, jvmtiFrameInfo: the location in a native method is -1, as Frame::bci() returns.
jvmtiFrameInfo info_of(const Frame& frame) { return {jmethod_of(frame.method()), frame.bci()}; }

StackTrace trace_of(const JavaThread& target) {
  StackTrace trace;
  for (FrameWalk walk = seen_frames(target); !walk.done(); walk.next())
    trace.push_back(info_of(walk.frame()));
  return trace;
}

jint count_frames(const JavaThread& target) {
  jint count = 0;
  for (FrameWalk walk = seen_frames(target); !walk.done(); walk.next()) ++count;
  return count;
}

// JVMTI, GetStackTrace: the part from `start`, at most `most` frames. A negative start counts from
// the outermost frame: -1 is the outermost frame alone.
jvmtiError cut(const StackTrace& trace, jint start, jint most, jvmtiFrameInfo* frames,
               jint* count) {
  auto depth = static_cast<jint>(trace.size());
  if (start < 0)
    start += depth;
  if (start < 0 || (start > 0 && start >= depth))
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  *count = std::min(most, depth - start);
  std::copy_n(trace.begin() + start, *count, frames);
  return JVMTI_ERROR_NONE;
}

// JVMTI, GetAllStackTraces: the result is one block of memory, which the agent frees by one
// Deallocate. First the infos of all threads, then the frames of all threads. A thread that is not
// alive has no frames.
jvmtiError hand_out(const std::vector<ThreadSnapshot>& traces, std::vector<jvmtiStackInfo> infos,
                    jvmtiStackInfo** result) {
  std::size_t frames = 0;
  for (const ThreadSnapshot& trace : traces) frames += trace.frames.size();
  std::size_t bytes = infos.size() * sizeof(jvmtiStackInfo) + frames * sizeof(jvmtiFrameInfo);
  *result = static_cast<jvmtiStackInfo*>(allocate_bytes(bytes));
  if (*result == nullptr && bytes != 0)
    return JVMTI_ERROR_OUT_OF_MEMORY;
  auto* next = reinterpret_cast<jvmtiFrameInfo*>(*result + infos.size());
  for (std::size_t i = 0; i < infos.size(); ++i) {
    infos[i].frame_buffer = next;
    infos[i].frame_count = static_cast<jint>(traces[i].frames.size());
    for (const TracePoint& frame : traces[i].frames)
      *next++ = {jmethod_of(const_cast<runtime::Method&>(*frame.method)), frame.bci};
  }
  std::copy(infos.begin(), infos.end(), *result);
  return JVMTI_ERROR_NONE;
}

// At most so many frames are those of a switch: doYield, yield0, yield.
constexpr jint kMostOfASwitch = 3;
void leave_out_switch(std::vector<TracePoint>& frames, jint most) {
  const auto seen = std::find_if_not(frames.begin(), frames.end(), [](const TracePoint& frame) {
    return is_switch(*frame.method);
  });
  frames.erase(frames.begin(), seen);
  frames.resize(std::min(frames.size(), static_cast<std::size_t>(most)));
}

// JVMTI, GetAllStackTraces: all stacks are of the same moment. The thread states are read after the
// world runs again, so a state may be newer than its stack.
jvmtiError trace_all(Call& call, const std::vector<jthread>& threads, jint most,
                     jvmtiStackInfo** result) {
  HandleScope scope(call.self);
  std::vector<Handle<java::Thread>> handles;
  for (jthread thread : threads) handles.push_back(handle_of<java::Thread>(thread));
  std::vector<ThreadSnapshot> traces =
      snapshot_threads(call.self, handles, {.max_depth = most + kMostOfASwitch});
  for (ThreadSnapshot& trace : traces) leave_out_switch(trace.frames, most);
  std::vector<jvmtiStackInfo> infos;
  for (jthread thread : threads) {
    jvmtiStackInfo& info = infos.emplace_back(jvmtiStackInfo{thread, 0, nullptr, 0});
    jvmtiError error = GetThreadState(call, thread, &info.state);
    if (error != JVMTI_ERROR_NONE)
      return error;
  }
  return hand_out(traces, std::move(infos), result);
}

}  // namespace

void keep_method(JavaThread& self, const NoSafepoint& still, const runtime::Method& method) {
  (void)runtime::make_handle(self, still, method.holder->mirror);
}

// HOTSPOT: yieldContinuation, although it is a part of the switch, is shown.
bool is_switch(const runtime::Method& method) {
  const runtime::SwitchMethods switches = runtime::switch_methods();
  const bool leaves =
      method.holder == runtime::wk().jdk_internal_vm_Continuation &&
      (method.hides_events || &method == switches.do_yield || &method == switches.enter_special);
  return leaves || method.is_in_transition;
}

FrameWalk seen_frames(const JavaThread& target) {
  FrameWalk walk(target);
  while (!walk.done() && is_switch(walk.frame().method())) walk.next();
  return walk;
}

jint unseen_frames(const JavaThread& target) {
  jint count = 0;
  for (FrameWalk walk(target); !walk.done() && is_switch(walk.frame().method()); walk.next())
    ++count;
  return count;
}

std::optional<Frame> frame_at(const JavaThread& target, jint depth) {
  FrameWalk walk = seen_frames(target);
  while (!walk.done() && depth-- > 0) walk.next();
  if (walk.done())
    return std::nullopt;
  return walk.frame();
}

// --- the functions of the chapter Stack Frame ---
jvmtiError GetFrameCount(Call& call, jthread thread, jint* count) {
  if (count == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  return on_thread(call.self, thread,
                   [&](JavaThread& target, const NoSafepoint&) { *count = count_frames(target); });
}

jvmtiError GetFrameLocation(Call& call, jthread thread, jint depth, jmethodID* method,
                            jlocation* location) {
  if (method == nullptr || location == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  return on_frame(call.self, thread, depth,
                  [&](JavaThread&, const Frame& frame, const NoSafepoint&) {
                    *method = jmethod_of(frame.method());
                    *location = frame.bci();
                    return JVMTI_ERROR_NONE;
                  });
}

// JVMTI, ClearAllFramePops (25): the requests of this environment for this thread.
jvmtiError ClearAllFramePops(Call& call, jthread thread) {
  jvmtiError outcome = JVMTI_ERROR_NONE;
  jvmtiError error = on_thread(call.self, thread, [&](JavaThread& target, const NoSafepoint&) {
    if (&target != &call.self && !target.is_to_be_suspended()) {
      outcome = JVMTI_ERROR_THREAD_NOT_SUSPENDED;
    } else if (ThreadData* data = existing_thread_data(target)) {
      data->drop_frame_pops(call.env);
    }
  });
  return error != JVMTI_ERROR_NONE ? error : outcome;
}

jvmtiError GetStackTrace(Call& call, jthread thread, jint start, jint most, jvmtiFrameInfo* frames,
                         jint* count) {
  if (most < 0)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  if (frames == nullptr || count == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  StackTrace trace;
  jvmtiError error = on_thread(
      call.self, thread, [&](JavaThread& target, const NoSafepoint&) { trace = trace_of(target); });
  return error != JVMTI_ERROR_NONE ? error : cut(trace, start, most, frames, count);
}

jvmtiError GetAllStackTraces(Call& call, jint most, jvmtiStackInfo** result, jint* count) {
  if (most < 0)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  if (result == nullptr || count == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  jthread* threads = nullptr;
  jvmtiError error = GetAllThreads(call, count, &threads);
  if (error != JVMTI_ERROR_NONE)
    return error;
  std::vector<jthread> wanted(threads, threads + *count);
  // The references live on as handles; only the array goes.
  (void)Deallocate(call.env, reinterpret_cast<unsigned char*>(threads));
  return trace_all(call, wanted, most, result);
}

jvmtiError GetThreadListStackTraces(Call& call, jint count, const jthread* threads, jint most,
                                    jvmtiStackInfo** result) {
  if (count < 0 || most < 0)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  if (threads == nullptr || result == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  for (jint i = 0; i < count; ++i) {
    if (threads[i] == nullptr || check_thread(call.self, threads[i]) != JVMTI_ERROR_NONE)
      return JVMTI_ERROR_INVALID_THREAD;
  }
  return trace_all(call, {threads, threads + count}, most, result);
}

}  // namespace minijvm::vm::jvmti
