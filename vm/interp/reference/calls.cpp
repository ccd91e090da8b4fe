// Moves the registers of the reference interpreter from frame to frame at calls and returns.
// Callers are the invoke and return instructions (ops_invoke.cpp), in kInJava.
#include "vm/interp/reference/calls.h"

#include <atomic>

#include "classfile/descriptor.h"
#include "classfile/opcodes.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/oop_map_cache.h"
#include "vm/interp/callee.h"
#include "vm/interp/early_exit.h"
#include "vm/interp/method_handle_calls.h"
#include "vm/interp/reference/sites.h"
#include "vm/interp/ticks.h"
#include "vm/interp/watched_access.h"
#include "vm/java/call_java.h"
#include "vm/java/errors/exceptions.h"

namespace minijvm::interp {

using runtime::kFrameHeaderSlots;

namespace {

// Pushes a frame and makes it the current one.
void enter_frame(State& s, Method& method, Slot* args) {
  Slot* fp = args + method.max_locals;
  push_frame(fp, s.pc, s.fp, method);
  // A signal's handler believes a frame that s.fp names (tools/profile).
  std::atomic_signal_fence(std::memory_order_release);
  s.fp = fp;
  s.locals = args;
  s.method = &method;
  s.sp = fp + kFrameHeaderSlots;
}

// Sets the registers, except sp, for a frame that continues. Returns false for an entry frame: C++
// continues then.
bool resume_frame(State& s, const Caller& caller) {
  s.fp = caller.fp;
  if (is_entry_frame(caller.fp)) {
    s.method = nullptr;
    s.pc = nullptr;
    return false;
  }
  s.method = method_or_null(caller.fp);
  s.locals = locals_of(caller.fp);
  s.sites = sites_of(*s.method);
  s.pc = static_cast<const std::uint8_t*>(caller.pc);
  return true;
}

// Ends the frame. The caller goes on behind its call, with the result on top of its operands.
Step leave_frame(State& s, Slot result, int result_slots) {
  Slot* result_at = s.locals;
  Caller caller = pop_frame(s.fp, result, result_slots);
  // If this loop runs one frame for the other engine, that engine continues in the caller.
  if (s.runs_one_frame)
    return Step::kLeave;
  s.sp = result_at + result_slots;
  if (!resume_frame(s, caller))
    return Step::kLeave;
  // The saved pc is at the call. invokeinterface and invokedynamic are five bytes long, the others
  // three.
  bool is_long = *s.pc == static_cast<std::uint8_t>(classfile::Opcode::invokeinterface) ||
                 *s.pc == static_cast<std::uint8_t>(classfile::Opcode::invokedynamic);
  s.pc += is_long ? 5 : 3;
  return Step::kJump;
}

// Calls a native method, which gets a frame without operands whose pc is null (bci -1).
Step call_native(State& s, Method& method, Slot* args) {
  enter_frame(s, method, args);
  // A native method has no pc: its bci is -1.
  s.pc = nullptr;
  s.sites = nullptr;
  Slot result{};
  if (!run_native(s.self, s.pc, s.fp, &result))
    return Step::kThrow;
  return leave_frame(s, result, runtime::slots_of(method.return_type));
}

Step call_bytecode(State& s, Method& method, Slot* args, bool must_poll) {
  enter_frame(s, method, args);
  s.sites = sites_of(method);
  s.pc = method.bytecode;
  // The poll comes before the lock is taken, when the frame is complete: its oop map is that of bci
  // 0.
  if (must_poll) {
    Step polled = poll_slow(s);
    if (polled == Step::kThrow)
      return polled;
  }
  return begin_made_frame(s);
}

// The arguments go into handles, because an appendix is above the operands that the collector
// knows.
vm::CallArgs arguments_of(State& s, const Method& method, const Slot* at) {
  NoSafepoint still(s.self);
  vm::CallArgs passed;
  if (!method.is_static())
    passed.push(runtime::make_handle(s.self, still, (at++)->ref));
  for (classfile::FieldType type : classfile::MethodDescriptor(method.descriptor->text())) {
    if (type.is_reference()) {
      passed.push(runtime::make_handle(s.self, still, at->ref));
    } else {
      for (unsigned i = 0; i < type.slots(); ++i) passed.push_slot(at[i]);
    }
    at += type.slots();
  }
  return passed;
}

// A frame among those of the other engine lets that engine run the callee, in a nested activation.
Step call_other_engine(State& s, Method& method, Slot* args) {
  StateSlowPath slow(s);
  vm::CallArgs passed = arguments_of(s, method, args);
  vm::JavaResult<vm::JavaValue> result = vm::call_java(s.self, method, passed);
  if (!result.ok())
    return Step::kThrow;
  vm::JavaValue value = result.take();
  s.sp = args + runtime::slots_of(value.type);
  if (runtime::is_reference(value.type)) {
    NoSafepoint still(s.self);
    args->ref = value.reference.raw(still);
  } else if (value.type != BasicType::kVoid) {
    *args = value.slot;
  }
  return Step::kNext;
}

// While ticks are counted, this engine calls leaf functions as the other one does. Returns false if
// there is none, or if it declines; then the method itself runs.
bool call_leaf(State& s, const Method& method, int leaf, Slot* args) {
  if (leaf < 0)
    return false;
  if (const LeafAccess& access = vm::the_vm.interp.leaf_accesses[leaf]; access.is_seen()) {
    access_by_leaf(s.self, s.pc, s.fp, access, args);
    s.refresh_method();
  }
  Slot result{};
  if (!vm::the_vm.interp.leaf_bodies[leaf](s.self, args, &result))
    return false;
  const int slots = runtime::slots_of(method.return_type);
  if (slots > 0)
    *args = result;
  s.sp = args + slots;
  return true;
}

// Follows intrinsics, which have no frame: the method that an intrinsic leads to takes its
// arguments. Returns null if an exception is pending.
Method* callee_of(State& s, Method& method, const Slot* args) {
  Method* callee = &method;
  while (callee != nullptr && vm::is_call_intrinsic(*callee)) {
    callee = follow_intrinsic(s.self, s.pc, s.fp, *callee, args);
  }
  return callee == nullptr ? nullptr : runnable(s.self, s.pc, s.fp, *callee);
}

}  // namespace

Step enter_method(State& s, Method& method, Slot* args) {
  // A frame that this engine runs for the other one makes its calls through C++.
  if (s.runs_one_frame)
    return call_other_engine(s, method, args);
  Method* callee = callee_of(s, method, args);
  s.refresh_method();
  if (callee == nullptr)
    return Step::kThrow;
  if (counts_ticks()) {
    const CallFacts facts = call_facts(*callee);
    if (call_leaf(s, *callee, facts.leaf, args))
      return Step::kNext;
    (void)s.self.ticks_.take(facts.ticks);
  }
  StackRoom room =
      stack_room(s.self, args + callee->max_locals + kFrameHeaderSlots + callee->max_stack);
  if (room == StackRoom::kOverflow) {
    StateSlowPath slow(s);
    return thrown(vm::throw_stack_overflow(s.self));
  }
  if (callee->is_native())
    return call_native(s, *callee, args);
  return call_bytecode(s, *callee, args, room == StackRoom::kPollFirst || s.self.ticks_.is_due());
}

// JVMS 2.11.10: the lock is taken after the frame exists and before the first instruction.
Step begin_made_frame(State& s) {
  if (s.method->is_synchronized() && counts_ticks())
    lock_point(s.self, s.pc, s.fp);
  bool is_locked = !s.method->is_synchronized() || lock_method(s.self, s.pc, s.fp);
  if (is_locked)
    notify_entered(s.self, s.pc, s.fp);
  s.refresh_method();
  return is_locked ? Step::kJump : Step::kThrow;
}

Step return_from_method(State& s, int result_slots) {
  Slot result{};
  if (counts_ticks())
    unlock_point(s.self, s.pc, s.fp);
  if (counts_ticks() && freezes(*s.method))
    watch_freeze(s.self, s.pc, s.fp);
  bool is_finished = finish_method(s.self, s.pc, s.fp, s.sp - result_slots, result_slots, &result);
  s.refresh_method();
  return is_finished ? leave_frame(s, result, result_slots) : Step::kThrow;
}

// A forced return has a result; a popped frame has none, and its caller repeats the call.
Step leave_early(State& s, const vm::EarlyExit& exit) {
  if (exit.kind == vm::EarlyExit::kReturn) {
    Slot result = finish_early(s.self, s.pc, s.fp, exit);
    return leave_frame(s, result, runtime::slots_of(s.method->return_type));
  }
  Caller caller = undo_call(s.self, s.pc, s.fp);
  if (s.runs_one_frame) {
    s.was_popped = true;
    return Step::kLeave;
  }
  // The caller is before its call again, and its operands are the arguments.
  (void)resume_frame(s, caller);
  s.sp = s.fp + kFrameHeaderSlots +
         runtime::stack_depth_at(*s.method, static_cast<std::int32_t>(s.bci()));
  return Step::kJump;
}

}  // namespace minijvm::interp
