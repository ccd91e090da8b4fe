// Enters, leaves and locks the frame of a call, for both engines: everything that does not depend
// on the form of an engine's pc.
// Tested by tests/java/calls, tests/java/monitors and tests/vm/interp_loop_test.cpp.
//
//   call     the engine checks the stack (stack_room), pushes the header (push_frame), and then, if
//            the method asks for it, takes its lock (lock_method) and calls the observers
//   return   finish_method serves a method that may hold a lock, may have to register a finalizer,
//            or is observed; pop_frame leaves the result to the caller
//
// A frame holds two sorts of locks: that of a synchronized method, in the frame's lock slot, and
// those of monitorenter, in JavaThread::held_monitors together with the frame. So locking is
// structured (JVMS 2.11.10): a frame gives back the locks that it took, and no others.
//
// pc and fp are the engine's: fp is a frame, or the entry frame from which C++ calls (then pc means
// nothing). A function that takes them may stop at a safepoint, and publishes both before it does.
// Where a function returns bool, false means that an exception is pending.
#pragma once

#include "runtime/class/method.h"
#include "runtime/frame/frame.h"
#include "runtime/object/handle.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "sync/monitor_fast.h"
#include "sync/threads/thread_state.h"
#include "vm/interp/cells/leaf_functions.h"
#include "vm/interp/hooks.h"
#include "vm/java/threads/points.h"

namespace minijvm::interp {

using runtime::JavaThread;
using runtime::Method;
using runtime::Object;
using runtime::Slot;

// --- reading a frame ---

inline bool is_entry_frame(const Slot* fp) {
  return fp[runtime::kFrameMethod].bits == runtime::kEntryFrame;
}
// Returns null for an entry frame.
inline Method* method_or_null(const Slot* fp) {
  return static_cast<Method*>(const_cast<void*>(fp[runtime::kFrameMethod].pointer));
}
// The next three REQUIRE a frame that is no entry frame.
inline Method& method_of(const Slot* fp) { return *method_or_null(fp); }
inline Slot* locals_of(Slot* fp) { return fp - method_of(fp).max_locals; }
// Makes the operands null, since an exception discards them (JVMS 2.10). Does nothing for an entry
// frame.
void clear_operands(Slot* fp);

// --- into the VM and back ---

// Returns the place where a stack walk begins for a thread at pc in this frame. An entry frame
// without a callee stands for the frame that was on top when C++ called.
inline runtime::FrameAnchor anchor_at(const void* pc, Slot* fp) {
  if (is_entry_frame(fp))
    return {fp[runtime::kFrameReturnPc].pointer, fp[runtime::kFrameCaller].frame};
  return {pc, fp};
}

// Opens a scope around everything that may stop, allocate or throw. The thread is in kInVm with its
// anchor published. Handles made inside die with the scope.
class [[nodiscard]] SlowPath {
 public:
  SlowPath(JavaThread& self, const void* pc, Slot* fp)
      : scope_(published(self, pc, fp)), to_vm_(self) {}

 private:
  static JavaThread& published(JavaThread& self, const void* pc, Slot* fp) {
    self.anchor = anchor_at(pc, fp);
    return self;
  }
  runtime::HandleScope scope_;
  sync::JavaToVm to_vm_;
};

// Self is about to do a synchronization operation: its tick is taken, and another thread may run
// first. REQUIRES: kInJava.
void pass_point(JavaThread& self, const void* pc, Slot* fp, vm::OpKind kind, Object* object);
inline void point(JavaThread& self, const void* pc, Slot* fp, vm::OpKind kind, Object* object) {
  if (__builtin_expect(self.ticks_.take_point(), 0)) {
    pass_point(self, pc, fp, kind, object);
  }
}
// Self is about to access a field of the object in *slot; of a static field, the slot counts for
// nothing. If the field is pointed, another thread may run first; then the access may be watched
// (watched_access.h). REQUIRES: kInJava.
void access_field(JavaThread& self, const void* pc, Slot* fp, vm::OpKind kind,
                  const runtime::Field& field, Object* const* slot);
// The same for an element of the array. REQUIRES: the index is one of its own.
void access_element(JavaThread& self, const void* pc, Slot* fp, vm::OpKind kind,
                    Object* const* slot, std::int32_t index);
// The same for what a leaf function of Unsafe does with these arguments. A call from C++ is none of
// the program's.
void access_by_leaf(JavaThread& self, const void* pc, Slot* fp, const LeafAccess& access,
                    const Slot* args);
// Is an access of this field by this frame's method a point?
bool is_pointed(const Slot* fp, const runtime::Field& field);

// Stops if another thread asks for it, then throws what another thread has sent (Thread.stop).
// REQUIRES: kInJava, and the instruction at pc has not started.
bool poll(JavaThread& self, const void* pc, Slot* fp);

// --- making and ending frames ---

// One comparison at method entry checks the stack and polls: the limit is null while a poll is
// wanted.
enum class StackRoom : std::uint8_t { kEnough, kPollFirst, kOverflow };
inline StackRoom stack_room(const JavaThread& self, const Slot* frame_end) {
  if (frame_end <= self.stack_limit.load(std::memory_order_relaxed))
    return StackRoom::kEnough;
  return frame_end <= self.true_stack_limit.load(std::memory_order_relaxed) ? StackRoom::kPollFirst
                                                                            : StackRoom::kOverflow;
}

// Writes the header of a new frame, above the locals.
inline void push_frame(Slot* frame, const void* return_pc, Slot* caller, Method& method) {
  frame[runtime::kFrameReturnPc].pointer = return_pc;
  frame[runtime::kFrameCaller].frame = caller;
  frame[runtime::kFrameMethod].pointer = &method;
  frame[runtime::kFrameLock].ref = nullptr;
}

// Names the place to which a frame returns: the pc is at the call instruction.
struct Caller {
  const void* pc;
  Slot* fp;
};
// Ends a frame whose locks are given back, and leaves its result (of 0, 1 or 2 slots) in local 0,
// which is the caller's operand slot for it.
inline Caller pop_frame(Slot* fp, Slot result, int result_slots) {
  Slot* locals = locals_of(fp);
  // The header is read before the result is written, because a method without locals has its result
  // where its header is.
  Caller caller = {fp[runtime::kFrameReturnPc].pointer, fp[runtime::kFrameCaller].frame};
  if (result_slots != 0) {
    *locals = result;
  }
  return caller;
}

// Does what a return instruction must do while the frame still exists: registers a finalizer when
// Object.<init> returns, calls the observers, gives the locks back. The result is at `at` on the
// operand stack and has `slots` slots; the caller gets *result.
bool finish_method(JavaThread& self, const void* pc, Slot* fp, const Slot* at, int slots,
                   Slot* result);

// Runs the native method of the frame, from its lock to its unlock. The frame remains.
bool run_native(JavaThread& self, const void* pc, Slot* fp, Slot* result);

// --- observers (hooks.h) ---

void call_entry_hooks(JavaThread& self, const void* pc, Slot* fp);
void call_exit_hooks(JavaThread& self, const void* pc, Slot* fp, const Slot* result);

inline void notify_entered(JavaThread& self, const void* pc, Slot* fp) {
  if (__builtin_expect(vm::active_hooks() != nullptr, 0))
    call_entry_hooks(self, pc, fp);
}
// `result` is the place of the result, which is a root slot for a reference; null if there is none.
inline void notify_left(JavaThread& self, const void* pc, Slot* fp, const Slot* result) {
  if (__builtin_expect(vm::active_hooks() != nullptr, 0))
    call_exit_hooks(self, pc, fp, result);
}

// --- locks ---

// JVMS 2.11.10: takes the monitor of the receiver, or of the class for a static method.
bool lock_method(JavaThread& self, const void* pc, Slot* fp);
// In a run that counts ticks, these are the points of a synchronized method: before lock_method,
// and before a frame that returns calls the observers, still under its locks.
void lock_point(JavaThread& self, const void* pc, Slot* fp);
void unlock_point(JavaThread& self, const void* pc, Slot* fp);

// Gives back all locks that the frame still holds: the method's own lock, then those of
// monitorenter, innermost first. Returns false if locking was not structured (a monitor was left,
// or the method's lock was gone). The caller must then throw IllegalMonitorStateException.
// REQUIRES: kInVm.
bool release_locks(JavaThread& self, Slot* fp);

// The fast paths of 6.5.monitorenter and monitorexit, for an object that no other thread wants: one
// atomic instruction and a record each. If they return false, nothing has been done, and the
// functions below must do the work.
[[gnu::always_inline]] inline bool try_monitorenter(JavaThread& self, Object* object, Slot* fp) {
  std::vector<runtime::HeldMonitor>& held = self.held_monitors;
  if (held.size() == held.capacity() || !sync::try_fast_enter(self, object->multi_use_word()))
    return false;
  // OPTIMIZATION: without this the compiler keeps code here that lets the vector grow.
  if (held.size() == held.capacity())
    __builtin_unreachable();
  held.push_back({object, fp});
  return true;
}
// The fast path serves the usual case only: the monitor is the innermost one of this frame.
inline bool try_monitorexit(JavaThread& self, Object* object, const Slot* fp) {
  std::vector<runtime::HeldMonitor>& held = self.held_monitors;
  bool is_innermost = !held.empty() && held.back().fp == fp && held.back().object == object;
  if (!is_innermost || !sync::try_fast_exit(self, object->multi_use_word()))
    return false;
  held.pop_back();
  return true;
}

// These handle every case. The object is in *slot, an operand slot, and not null; the caller has
// thrown NullPointerException otherwise. REQUIRES: the fast path has declined.
bool monitorenter(JavaThread& self, const void* pc, Slot* fp, Object* const* slot);
bool monitorexit(JavaThread& self, const void* pc, Slot* fp, Object* const* slot);

}  // namespace minijvm::interp
