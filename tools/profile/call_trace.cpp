// Reads the Java stack of the calling thread in a signal handler.
#include "tools/profile/call_trace.h"

#include <jvmti.h>

#include "base/safe_memory.h"
#include "runtime/class/method.h"
#include "runtime/class/method_id.h"
#include "runtime/frame/frame.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/thread_state.h"
#include "tools/jvmti/events.h"
#include "tools/profile/profilers.h"
#include "vm/interp/engine.h"
#include "vm/interp/method_handle_calls.h"

namespace minijvm::vm::profile {
namespace {

using runtime::FrameAnchor;
using runtime::JavaThread;
using runtime::Method;
using runtime::Slot;
using sync::ThreadState;

bool is_on_stack(const JavaThread& thread, const Slot* fp) {
  return reinterpret_cast<std::uintptr_t>(fp) % sizeof(Slot) == 0 && fp >= thread.stack_base &&
         fp <= thread.stack_end - runtime::kFrameHeaderSlots;
}

bool is_entry(const Slot* fp) { return fp[runtime::kFrameMethod].bits == runtime::kEntryFrame; }

const Method* method_in(const Slot* fp) {
  return static_cast<const Method*>(fp[runtime::kFrameMethod].pointer);
}

// Goes to the frame below. A null fp is the end. Each step goes down, so the walk ends also if the
// stack is damaged.
FrameAnchor caller_of(const JavaThread& thread, const Slot* fp) {
  Slot* caller = fp[runtime::kFrameCaller].frame;
  if (caller == nullptr || caller >= fp || !is_on_stack(thread, caller)) {
    return {};
  }
  return {fp[runtime::kFrameReturnPc].pointer, caller};
}

FrameAnchor skip_entries(const JavaThread& thread, FrameAnchor at) {
  while (at.fp != nullptr && is_entry(at.fp)) {
    at = caller_of(thread, at.fp);
  }
  return at;
}

// A Method and its ID refer to each other; memory that only looks like a Method fails that.
bool is_method(const Method* method) {
  if (!can_read(method)) {
    return false;
  }
  const void* id = method->id.load(std::memory_order_relaxed);
  if (id == nullptr) {
    return true;
  }
  const auto* known = static_cast<const runtime::MethodId*>(id);
  return can_read(known) && runtime::method_of(known) == method;
}

jmethodID id_or_none(const Method& method) {
  // acquire: pairs with the release in runtime/class/method_id.cpp:/id_of/
  return static_cast<jmethodID>(method.id.load(std::memory_order_acquire));
}

CallFrame frame_of(const Method& method, const void* pc) {
  const jint bci = method.is_native() ? kNativeMethod : engine().find_bci(method, pc);
  return {bci, id_or_none(method)};
}

// Is this frame complete, and does the pc belong to it?
bool is_proved(const JavaThread& thread, FrameAnchor at) {
  return is_on_stack(thread, at.fp) && !is_entry(at.fp) && is_method(method_in(at.fp)) &&
         engine().is_pc_of(*method_in(at.fp), at.pc);
}

// Where the walk begins for a thread whose registers, or whose anchor, held these two. While a call
// or a return is half done, they belong to two frames, of which the lower one is complete:
//
//   a call, fp first      fp: callee, header unfinished     pc: in the caller
//   a call, pc first      fp: caller                        pc: in the callee
//   a return, fp first    fp: caller                        pc: in the callee
//   a return, pc first    fp: callee                        pc: in the caller
//
// In all four, the caller link of fp leads to a frame that is on the stack before and afterwards.
// REQUIRES: fp is on the stack, and is no entry frame.
FrameAnchor first_frame(const JavaThread& thread, FrameAnchor at) {
  if (is_proved(thread, at)) {
    return at;
  }
  const FrameAnchor below = skip_entries(thread, caller_of(thread, at.fp));
  const FrameAnchor by_pc{at.pc, below.fp};
  return is_proved(thread, by_pc) ? by_pc : is_proved(thread, below) ? below : FrameAnchor{};
}

// Writes the frames from here on down, and returns how many. A signature-polymorphic intrinsic such
// as linkToStatic is no method of the program, and has a frame only until the engine has found its
// target.
jint walk(const JavaThread& thread, FrameAnchor at, CallFrame* frames, jint depth) {
  jint count = 0;
  while (at.fp != nullptr && count < depth) {
    if (!is_call_intrinsic(*method_in(at.fp))) {
      frames[count++] = frame_of(*method_in(at.fp), at.pc);
    }
    at = skip_entries(thread, caller_of(thread, at.fp));
  }
  return count;
}

jint trace_java(const JavaThread& thread, CallFrame* frames, jint depth) {
  const interp::InterruptedFrame found = engine().interrupted_frame(thread);
  if (found.where == interp::Interrupted::kOutside) {
    // The thread has not entered its first method yet, or has left it.
    return thread.anchor.fp == nullptr ? kNoJavaFrame : kUnknownJava;
  }
  if (found.where == interp::Interrupted::kAtItsEdge) {
    return kNotWalkableJava;
  }
  if (!is_on_stack(thread, found.at.fp)) {
    return kNotWalkableJava;
  }
  if (is_entry(found.at.fp)) {
    return walk(thread, skip_entries(thread, found.at), frames, depth);
  }
  const FrameAnchor at = first_frame(thread, found.at);
  if (at.fp == nullptr) {
    return kNotWalkableJava;
  }
  // The frame of a leaf function's caller is complete.
  jint count = 0;
  if (found.leaf != nullptr && at.fp == found.at.fp && depth > 0 && is_method(found.leaf)) {
    frames[count++] = {found.leaf->is_native() ? kNativeMethod : 0, id_or_none(*found.leaf)};
  }
  return count + walk(thread, at, frames + count, depth - count);
}

// The anchor was published before the state was. A thread that unwinds in the VM moves it.
jint trace_elsewhere(const JavaThread& thread, CallFrame* frames, jint depth) {
  const FrameAnchor anchor = thread.anchor;
  if (anchor.fp == nullptr) {
    return kNoJavaFrame;
  }
  if (!is_on_stack(thread, anchor.fp)) {
    return kNotWalkableOther;
  }
  const FrameAnchor at =
      is_entry(anchor.fp) ? skip_entries(thread, anchor) : first_frame(thread, anchor);
  return at.fp == nullptr ? kNotWalkableOther : walk(thread, at, frames, depth);
}

jint trace_of(JNIEnv* env, CallFrame* frames, jint depth) {
  // A signal may come to an LWP that has left the thread of the environment.
  const sync::ExecEnv* current = sync::current_exec_env();
  if (env == nullptr || current == nullptr) {
    return kThreadEnds;
  }
  const auto& thread = static_cast<const JavaThread&>(*current);
  if (reinterpret_cast<const runtime::JniEnvSlot*>(env) != &thread.jni_env) {
    return kNoJavaFrame;
  }
  if (!jvmti::is_wanted(JVMTI_EVENT_CLASS_LOAD)) {
    return kNoClassLoad;
  }
  if (is_collecting()) {
    return kCollecting;
  }
  switch (thread.state_.load(std::memory_order_relaxed)) {
    case ThreadState::kNew:
      return kNoJavaFrame;
    case ThreadState::kInJava:
      return trace_java(thread, frames, depth);
    case ThreadState::kInVm:
    case ThreadState::kInNative:
    case ThreadState::kBlocked:
      return trace_elsewhere(thread, frames, depth);
    case ThreadState::kDead:
      return kThreadEnds;
  }
  return kUnknownState;
}

}  // namespace
}  // namespace minijvm::vm::profile

// The context is not needed: the unwinder walks through the handler's frame to the interrupted one.
void AsyncGetCallTrace(minijvm::vm::profile::CallTrace* trace, jint depth, void* /*ucontext*/) {
  trace->frame_count = minijvm::vm::profile::trace_of(trace->thread, trace->frames, depth);
}
