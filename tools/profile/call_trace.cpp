// Reads the Java stack of the calling thread in a signal handler.
#include "tools/profile/call_trace.h"

#include <jvmti.h>

#include "base/bits.h"
#include "base/safe_memory.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/method_id.h"
#include "runtime/class/symbol_table.h"
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

// Goes to the next Java frame below; a null fp is the end, which only an entry frame can be.
// Returns false if the stack is broken. Each step goes down, so a walk ends in any case.
bool go_down(const JavaThread& thread, FrameAnchor* at) {
  do {
    const Slot* fp = at->fp;
    Slot* caller = fp[runtime::kFrameCaller].frame;
    const bool is_end = caller == nullptr && is_entry(fp);
    if (!is_end && (caller >= fp || !is_on_stack(thread, caller))) {
      return false;
    }
    *at = {fp[runtime::kFrameReturnPc].pointer, caller};
  } while (at->fp != nullptr && is_entry(at->fp));
  return true;
}

// Asks can_read once for each page: a stack has many methods, which share pages.
class KnownPages {
 public:
  template <class T>
  bool can_read(const T* object) {
    const auto first = reinterpret_cast<std::uintptr_t>(object);
    return first % alignof(T) == 0 && knows(first) && knows(first + sizeof(T) - 1);
  }

 private:
  static constexpr std::uintptr_t kPageBytes = 4096;
  static constexpr std::size_t kSlots = 32;

  bool knows(std::uintptr_t address) {
    const std::uintptr_t page = address / kPageBytes;
    std::uintptr_t& known = pages_[page % kSlots];
    if (known != page && minijvm::can_read(reinterpret_cast<const void*>(address), 1)) {
      known = page;
    }
    return known == page && page != 0;
  }
  // 0 in a slot that knows none: that page is never readable.
  std::uintptr_t pages_[kSlots] = {};
};

// Memory that only looks like a Method does not pass: a Method and its ID refer to each other; one
// without an ID belongs to a class, and classes are below 4 GiB, where nothing else is.
bool is_method(const Method* method, KnownPages& pages) {
  if (method == nullptr || !pages.can_read(method)) {
    return false;
  }
  const void* id = method->id.load(std::memory_order_relaxed);
  if (id == nullptr) {
    return reinterpret_cast<std::uintptr_t>(method->holder) < 4 * kGiB &&
           pages.can_read(method->holder) && pages.can_read(method->name);
  }
  const auto* known = static_cast<const runtime::MethodId*>(id);
  return pages.can_read(known) && runtime::method_of(known) == method;
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
bool is_proved(const JavaThread& thread, FrameAnchor at, KnownPages& pages) {
  return is_on_stack(thread, at.fp) && !is_entry(at.fp) && is_method(method_in(at.fp), pages) &&
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
// When both are the callee's, some words of its header may still be those of an earlier call in
// this place. If that was of the same method, its return pc is believed for an instruction or two:
// the caller's line may be wrong then, but nothing is read that is not there. To make the compiler
// write the header first was tried, and calls took 5 % longer.
// REQUIRES: fp is on the stack, and is no entry frame.
FrameAnchor first_frame(const JavaThread& thread, FrameAnchor at, KnownPages& pages) {
  if (is_proved(thread, at, pages)) {
    return at;
  }
  FrameAnchor below = at;
  if (!go_down(thread, &below)) {
    return {};
  }
  const FrameAnchor by_pc{at.pc, below.fp};
  return is_proved(thread, by_pc, pages)   ? by_pc
         : is_proved(thread, below, pages) ? below
                                           : FrameAnchor{};
}

// Writes the frames from here on down, and returns how many, or `failure` if the stack is broken: a
// thread that has unwound may still have the frame in its registers that is gone, and then what was
// in between is cleared. A signature-polymorphic intrinsic such as linkToStatic is no method of the
// program, and has a frame only until the engine has found its target.
jint walk(const JavaThread& thread, FrameAnchor at, KnownPages& pages, CallFrame* frames,
          jint depth, Failure failure) {
  jint count = 0;
  while (at.fp != nullptr && count < depth) {
    const Method* method = method_in(at.fp);
    if (!is_method(method, pages)) {
      return failure;
    }
    if (!is_call_intrinsic(*method)) {
      frames[count++] = frame_of(*method, at.pc);
    }
    if (!go_down(thread, &at)) {
      return failure;
    }
  }
  return count;
}

// The same for any place on the stack. An entry frame on top has called nothing yet.
FrameAnchor start(const JavaThread& thread, FrameAnchor at, KnownPages& pages) {
  if (!is_entry(at.fp)) {
    return first_frame(thread, at, pages);
  }
  return go_down(thread, &at) ? at : FrameAnchor{};
}

jint trace_java(const JavaThread& thread, CallFrame* frames, jint depth) {
  const interp::InterruptedFrame found = engine().interrupted_frame(thread);
  if (found.where == interp::Interrupted::kOutside) {
    // The thread has not entered its first method yet, or has left it.
    return thread.anchor.fp == nullptr ? kNoJavaFrame : kUnknownJava;
  }
  if (found.where == interp::Interrupted::kAtItsEdge || !is_on_stack(thread, found.at.fp)) {
    return kNotWalkableJava;
  }
  KnownPages pages;
  const FrameAnchor at = start(thread, found.at, pages);
  if (at.fp == nullptr) {
    return is_entry(found.at.fp) ? kNoJavaFrame : kNotWalkableJava;
  }
  jint leaves = 0;
  if (found.leaf != nullptr && at.fp == found.at.fp && depth > 0 && is_method(found.leaf, pages)) {
    frames[leaves++] = {found.leaf->is_native() ? kNativeMethod : 0, id_or_none(*found.leaf)};
  }
  const jint count = walk(thread, at, pages, frames + leaves, depth - leaves, kNotWalkableJava);
  return count < 0 ? count : leaves + count;
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
  KnownPages pages;
  const FrameAnchor at = start(thread, anchor, pages);
  return at.fp == nullptr ? kNotWalkableOther
                          : walk(thread, at, pages, frames, depth, kNotWalkableOther);
}

jint trace_of(JNIEnv* env, CallFrame* frames, jint depth) {
  if (env == nullptr) {
    return kThreadEnds;
  }
  // A signal may come to an LWP that has left the thread of the environment.
  const sync::ExecEnv* current = sync::current_exec_env();
  if (current == nullptr) {
    return kNoJavaFrame;
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
