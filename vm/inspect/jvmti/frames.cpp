#include "vm/inspect/jvmti/frames.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "runtime/class.h"
#include "runtime/method.h"
#include "runtime/well_known.h"
#include "vm/inspect/jvmti/arguments.h"
#include "vm/inspect/jvmti/events.h"
#include "vm/inspect/jvmti/functions.h"

namespace minijvm::vm::jvmti {

using runtime::Frame;
using runtime::FrameWalk;

namespace {

using StackTrace = std::vector<jvmtiFrameInfo>;

jvmtiFrameInfo info_of(const Frame& frame) { return {jmethod_of(frame.method()), frame.bci()}; }

StackTrace trace_of(const JavaThread& target) {
  StackTrace trace;
  for (FrameWalk walk(target); !walk.done(); walk.next()) trace.push_back(info_of(walk.frame()));
  return trace;
}

jint count_frames(const JavaThread& target) {
  jint count = 0;
  for (FrameWalk walk(target); !walk.done(); walk.next()) ++count;
  return count;
}

// The part that GetStackTrace asks for; a negative start counts from the outermost frame.
jvmtiError cut(const StackTrace& trace, jint start, jint most, jvmtiFrameInfo* frames, jint* count) {
  auto depth = static_cast<jint>(trace.size());
  if (start < 0) start += depth;
  if (start < 0 || (start > 0 && start >= depth)) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  *count = std::min(most, depth - start);
  std::copy_n(trace.begin() + start, *count, frames);
  return JVMTI_ERROR_NONE;
}

// Of one thread, for the functions that ask for several. A thread that is not alive has no frames.
struct ThreadTrace {
  jthread thread;
  jint state = 0;
  StackTrace frames;
};

// One block of memory: the infos, then all frames.
jvmtiError hand_out(const std::vector<ThreadTrace>& traces, jvmtiStackInfo** result) {
  std::size_t frames = 0;
  for (const ThreadTrace& trace : traces) frames += trace.frames.size();
  std::size_t bytes = traces.size() * sizeof(jvmtiStackInfo) + frames * sizeof(jvmtiFrameInfo);
  auto* infos = static_cast<jvmtiStackInfo*>(allocate_bytes(bytes));
  if (infos == nullptr && bytes != 0) return JVMTI_ERROR_OUT_OF_MEMORY;
  auto* next = reinterpret_cast<jvmtiFrameInfo*>(infos + traces.size());
  for (std::size_t i = 0; i < traces.size(); ++i) {
    const ThreadTrace& trace = traces[i];
    infos[i] = {trace.thread, trace.state, next, static_cast<jint>(trace.frames.size())};
    next = std::copy(trace.frames.begin(), trace.frames.end(), next);
  }
  *result = infos;
  return JVMTI_ERROR_NONE;
}

// JVMTI asks for stacks of one moment: in a stopped world.
class AllTraces final : public sync::SafepointOperation {
 public:
  AllTraces(std::vector<ThreadTrace>& traces, jint most) : traces_(traces), most_(most) {}
  const char* name() const override { return "GetAllStackTraces"; }
  void run() override {
    for (ThreadTrace& trace : traces_) {
      Object* object = *const_cast<Object**>(handle_of(trace.thread).slot());
      JavaThread* target = java_thread_of(object);
      if (target == nullptr) continue;
      trace.frames = trace_of(*target);
      trace.frames.resize(std::min(trace.frames.size(), static_cast<std::size_t>(most_)));
    }
  }

 private:
  std::vector<ThreadTrace>& traces_;
  jint most_;
};

jvmtiError trace_all(Call& call, std::vector<ThreadTrace>& traces, jint most, jvmtiStackInfo** result) {
  AllTraces operation(traces, most);
  sync::run_at_safepoint(call.self, operation);
  for (ThreadTrace& trace : traces) {
    jvmtiError error = GetThreadState(call, trace.thread, &trace.state);
    if (error != JVMTI_ERROR_NONE) return error;
  }
  return hand_out(traces, result);
}

}  // namespace

void keep_method(JavaThread& self, const NoSafepoint& still, const runtime::Method& method) {
  (void)runtime::make_handle(self, still, method.holder->mirror);
}

std::optional<Frame> frame_at(const JavaThread& target, jint depth) {
  FrameWalk walk(target);
  while (!walk.done() && depth-- > 0) walk.next();
  if (walk.done()) return std::nullopt;
  return walk.frame();
}

jvmtiError GetFrameCount(Call& call, jthread thread, jint* count) {
  if (count == nullptr) return JVMTI_ERROR_NULL_POINTER;
  return on_thread(call.self, thread, [&](JavaThread& target, const NoSafepoint&) { *count = count_frames(target); });
}

jvmtiError GetFrameLocation(Call& call, jthread thread, jint depth, jmethodID* method, jlocation* location) {
  if (method == nullptr || location == nullptr) return JVMTI_ERROR_NULL_POINTER;
  return on_frame(call.self, thread, depth, [&](JavaThread&, const Frame& frame, const NoSafepoint&) {
    *method = jmethod_of(frame.method());
    *location = frame.bci();
    return JVMTI_ERROR_NONE;
  });
}

jvmtiError GetStackTrace(Call& call, jthread thread, jint start, jint most, jvmtiFrameInfo* frames, jint* count) {
  if (most < 0) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  if (frames == nullptr || count == nullptr) return JVMTI_ERROR_NULL_POINTER;
  StackTrace trace;
  jvmtiError error = on_thread(call.self, thread, [&](JavaThread& target, const NoSafepoint&) { trace = trace_of(target); });
  return error != JVMTI_ERROR_NONE ? error : cut(trace, start, most, frames, count);
}

jvmtiError GetAllStackTraces(Call& call, jint most, jvmtiStackInfo** result, jint* count) {
  if (most < 0) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  if (result == nullptr || count == nullptr) return JVMTI_ERROR_NULL_POINTER;
  jthread* threads = nullptr;
  jvmtiError error = GetAllThreads(call, count, &threads);
  if (error != JVMTI_ERROR_NONE) return error;
  std::vector<ThreadTrace> traces;
  for (jint i = 0; i < *count; ++i) traces.push_back({threads[i], 0, {}});
  (void)Deallocate(call.env, reinterpret_cast<unsigned char*>(threads));
  return trace_all(call, traces, most, result);
}

jvmtiError GetThreadListStackTraces(Call& call, jint count, const jthread* threads, jint most, jvmtiStackInfo** result) {
  if (count < 0 || most < 0) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  if (threads == nullptr || result == nullptr) return JVMTI_ERROR_NULL_POINTER;
  std::vector<ThreadTrace> traces;
  for (jint i = 0; i < count; ++i) {
    if (threads[i] == nullptr || check_thread(call.self, threads[i]) != JVMTI_ERROR_NONE) return JVMTI_ERROR_INVALID_THREAD;
    traces.push_back({threads[i], 0, {}});
  }
  return trace_all(call, traces, most, result);
}

}  // namespace minijvm::vm::jvmti
