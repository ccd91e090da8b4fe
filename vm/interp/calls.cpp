#include "vm/interp/calls.h"

#include "classfile/descriptor.h"
#include "classfile/opcodes.h"
#include "runtime/oop_map_cache.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "sync/monitor_fast.h"
#include "vm/interp/early_exit.h"
#include "vm/interp/hooks.h"
#include "vm/interp/link_sites.h"
#include "vm/interp/method_handle_calls.h"
#include "vm/interp/frame_locks.h"
#include "vm/interp/sites.h"
#include "vm/java/boxing.h"
#include "vm/java/call_java.h"
#include "vm/java/exceptions.h"
#include "vm/native/native_call.h"

namespace minijvm::interp {

using runtime::kFrameCaller;
using runtime::kFrameHeaderSlots;
using runtime::kFrameLock;
using runtime::kFrameMethod;
using runtime::kFrameReturnPc;

namespace {

Step raise_stack_overflow(State& s) {
  SlowPath slow(s);
  return thrown(vm::throw_stack_overflow(s.self));
}

Step raise_abstract(State& s, const Method& method) {
  std::string message = "Missing implementation of resolved method " + method.text_with_holder() + ".";
  return raise(s, "java/lang/AbstractMethodError", message.c_str());
}

// The header of a new frame; its locals are the arguments and what follows them.
void push_frame(State& s, Method& method, Slot* args) {
  Slot* fp = args + method.max_locals;
  fp[kFrameReturnPc].pointer = s.pc;
  fp[kFrameCaller].frame = s.fp;
  fp[kFrameMethod].pointer = &method;
  fp[kFrameLock].ref = nullptr;
  s.fp = fp;
  s.locals = args;
  s.method = &method;
  s.sp = fp + kFrameHeaderSlots;
}

// Goes back to the caller with the result, which may lie where the header is: a method without locals has its result slot there.
Step pop_frame(State& s, Slot result, int result_slots) {
  Slot* result_at = s.locals;
  const void* return_pc = s.fp[kFrameReturnPc].pointer;
  Slot* caller = s.fp[kFrameCaller].frame;
  if (result_slots != 0) {
    *result_at = result;
  }
  if (s.is_guest) return Step::kLeave;
  s.fp = caller;
  s.sp = result_at + result_slots;
  if (is_entry_frame(caller)) {
    s.method = nullptr;
    s.pc = nullptr;
    return Step::kLeave;
  }
  s.method = static_cast<Method*>(const_cast<void*>(caller[kFrameMethod].pointer));
  s.locals = caller - s.method->max_locals;
  s.sites = sites_of(*s.method);
  s.pc = static_cast<const std::uint8_t*>(return_pc);
  bool is_long = *s.pc == static_cast<std::uint8_t>(classfile::Opcode::invokeinterface) ||
                 *s.pc == static_cast<std::uint8_t>(classfile::Opcode::invokedynamic);
  s.pc += is_long ? 5 : 3;
  return Step::kJump;
}

// JVMS 2.11.10, 6.5.invokevirtual: the monitor of the receiver, or of the class for a static method. False: an exception is pending.
bool lock_method(State& s) {
  Object* const* object = s.method->is_static() ? &s.method->holder->mirror : &s.locals[0].ref;
  bool entered = sync::try_fast_enter(s.self, (*object)->multi_use_word());
  if (!entered) {
    SlowPath slow(s);
    if (!vm::lock_object(s.self, object).ok()) return false;
  }
  s.fp[kFrameLock].ref = *object;
  return true;
}

// Gives back what a frame that completes normally still holds. False: IllegalMonitorStateException is pending.
bool unlock_method(State& s) {
  Object* locked = s.fp[kFrameLock].ref;
  bool holds_more = !s.self.held_monitors.empty() && vm::holds_monitors(s.self, s.fp);
  if (locked == nullptr && !holds_more) return true;
  if (!holds_more && sync::try_fast_exit(s.self, locked->multi_use_word())) {
    s.fp[kFrameLock].ref = nullptr;
    return true;
  }
  SlowPath slow(s);
  if (vm::release_locks(s.self, s.fp)) return true;
  (void)vm::throw_new(s.self, "java/lang/IllegalMonitorStateException");
  return false;
}

void tell_entered(State& s) {
  vm::InterpHooks* hooks = vm::hooks_of(*s.method);
  if (hooks == nullptr) return;
  SlowPath slow(s);
  hooks->method_entered(s.self, *s.method);
}

void tell_left(State& s, const Slot* result) {
  vm::InterpHooks* hooks = vm::hooks_of(*s.method);
  if (hooks == nullptr) return;
  SlowPath slow(s);
  hooks->method_left(s.self, *s.method, result);
}

// HotSpot registers when Object.<init> returns.
bool register_finalizer(State& s) {
  SlowPath slow(s);
  vm::CallArgs args;
  args.push(Handle<>(&s.locals[0].ref));
  return vm::call_java(s.self, *runtime::wk().Finalizer_register, args).ok();
}

// What a native call gave, while the world may stop between the call and the return: references stay in a handle.
struct NativeResult {
  Slot slot{};
  Handle<> reference;

  // Null: none.
  const Slot* where(BasicType type) const {
    if (runtime::is_reference(type)) return reinterpret_cast<const Slot*>(reference.slot());
    return type == BasicType::kVoid ? nullptr : &slot;
  }
};

bool call_in_vm(State& s, NativeResult* result) {
  sync::JavaToVm to_vm(s.self);
  Slot raw{};
  bool returned = vm::call_native(s.self, *s.method, s.locals, &raw).ok();
  if (!returned) return false;
  if (runtime::is_reference(s.method->return_type)) {
    NoSafepoint still(s.self);
    result->reference = runtime::make_handle(s.self, still, raw.ref);
  } else {
    vm::truncate_to(s.method->return_type, &raw);
    result->slot = raw;
  }
  return true;
}

// A native method: a frame of its own without operands, whose pc is null (bci -1).
Step run_native(State& s, Method& method, Slot* args) {
  push_frame(s, method, args);
  s.pc = nullptr;
  s.sites = nullptr;
  if (method.is_synchronized() && !lock_method(s)) return Step::kThrow;
  tell_entered(s);
  s.publish();
  runtime::HandleScope scope(s.self);
  NativeResult result;
  if (!call_in_vm(s, &result)) return Step::kThrow;
  if (s.self.has_pending_exception()) return Step::kThrow;
  tell_left(s, result.where(method.return_type));
  if (!unlock_method(s)) return Step::kThrow;
  if (runtime::is_reference(method.return_type)) {
    NoSafepoint still(s.self);
    result.slot.ref = result.reference.raw(still);
  }
  return pop_frame(s, result.slot, runtime::slots_of(method.return_type));
}

Step run_bytecode(State& s, Method& method, Slot* args, bool must_poll) {
  push_frame(s, method, args);
  s.sites = sites_of(method);
  s.pc = method.bytecode;
  if (must_poll) {
    Step polled = poll_slow(s);
    if (polled == Step::kThrow) return polled;
  }
  if (method.is_synchronized() && !lock_method(s)) return Step::kThrow;
  tell_entered(s);
  return Step::kJump;
}

// Follows an intrinsic to the method that really runs; null: an exception is pending.
Method* follow_handle_call(State& s, const Method& intrinsic, const Slot* args) {
  vm::HandleCall call = vm::target_of_handle_call(s.self, intrinsic, args);
  if (call.failure == vm::HandleCallFailure::kNone) return call.target;
  SlowPath slow(s);
  switch (call.failure) {
    case vm::HandleCallFailure::kNullPointer: (void)vm::throw_null_pointer(s.self); return nullptr;
    case vm::HandleCallFailure::kSelect: return vm::select_or_throw(s.self, *call.receiver, *call.resolved, runtime::SelectFor::kOtherCall).value_or(nullptr);
    case vm::HandleCallFailure::kAbstract: (void)vm::throw_new(s.self, "java/lang/AbstractMethodError"); return nullptr;
    case vm::HandleCallFailure::kDeleted: (void)vm::throw_new(s.self, "java/lang/NoSuchMethodError"); return nullptr;
    case vm::HandleCallFailure::kNative:
      (void)vm::throw_new(s.self, "java/lang/UnsupportedOperationException", "MethodHandle.linkToNative");
      return nullptr;
    case vm::HandleCallFailure::kNoMethod:
    case vm::HandleCallFailure::kNone: break;
  }
  (void)vm::throw_new(s.self, "java/lang/InternalError", "a method handle or member name without its method");
  return nullptr;
}

// In handles: an appendix stands above the operands that the collector knows of.
vm::CallArgs arguments_of(State& s, const Method& method, const Slot* at) {
  NoSafepoint still(s.self);
  vm::CallArgs passed;
  if (!method.is_static()) passed.push(runtime::make_handle(s.self, still, (at++)->ref));
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

// A guest's call: the other engine runs the callee, in a nested activation.
Step call_out(State& s, Method& method, Slot* args) {
  SlowPath slow(s);
  vm::CallArgs passed = arguments_of(s, method, args);
  vm::JavaResult<vm::JavaValue> result = vm::call_java(s.self, method, passed);
  if (!result.ok()) return Step::kThrow;
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

}  // namespace

Step enter_successor(State& s, Method& deleted, Slot* args) {
  Method* successor = vm::successor_of(deleted);
  if (successor != nullptr) return enter_method(s, *successor, args);
  SlowPath slow(s);
  return thrown(vm::throw_deleted(s.self, deleted));
}

Step enter_method(State& s, Method& method, Slot* args) {
  if (s.is_guest) return call_out(s, method, args);
  Method* callee = &method;
  while (vm::is_call_intrinsic(*callee)) {
    callee = follow_handle_call(s, *callee, args);
    if (callee == nullptr) return Step::kThrow;
  }
  if (callee->is_deleted) return enter_successor(s, *callee, args);
  // Stack check and entry poll in one: the limit is 0 while a poll is wanted.
  Slot* frame_end = args + callee->max_locals + kFrameHeaderSlots + callee->max_stack;
  bool must_poll = false;
  if (frame_end > s.self.stack_limit.load(std::memory_order_relaxed)) {
    if (frame_end > s.self.true_stack_limit) return raise_stack_overflow(s);
    must_poll = true;
  }
  if (callee->is_native()) return run_native(s, *callee, args);
  if (callee->bytecode == nullptr) return raise_abstract(s, *callee);
  return run_bytecode(s, *callee, args, must_poll);
}

Step begin_guest(State& s) {
  if (s.method->is_synchronized() && !lock_method(s)) return Step::kThrow;
  tell_entered(s);
  return Step::kJump;
}

Step return_from_method(State& s, int result_slots) {
  Method& method = *s.method;
  if (method.is_object_init && s.locals[0].ref->klass()->has_finalizer && !register_finalizer(s)) return Step::kThrow;
  tell_left(s, result_slots == 0 ? nullptr : s.sp - result_slots);
  if (!unlock_method(s)) return Step::kThrow;
  Slot result = s.sp[-result_slots];
  if (result_slots == 1) {
    vm::truncate_to(method.return_type, &result);  // 6.5.ireturn: to the type the method declares
  }
  return pop_frame(s, result, result_slots);
}

namespace {

void give_back_locks(State& s) {
  SlowPath slow(s);
  (void)vm::release_locks(s.self, s.fp);
}

// The caller stands before its call again, whose operands are the arguments.
Step call_anew(State& s) {
  runtime::Frame frame(s.fp, s.pc, true);
  clear_lost_references(frame);
  give_back_locks(s);
  if (s.is_guest) {
    s.was_popped = true;
    return Step::kLeave;
  }
  s.pc = static_cast<const std::uint8_t*>(s.fp[kFrameReturnPc].pointer);
  s.fp = s.fp[kFrameCaller].frame;
  s.method = s.frame_method();
  s.locals = s.fp - s.method->max_locals;
  s.sites = sites_of(*s.method);
  s.sp = s.fp + kFrameHeaderSlots + runtime::stack_depth_at(*s.method, static_cast<std::int32_t>(s.bci()));
  return Step::kJump;
}

}  // namespace

Step leave_early(State& s, const vm::EarlyExit& exit) {
  if (exit.kind == vm::EarlyExit::kPop) return call_anew(s);
  BasicType type = s.method->return_type;
  Slot result = exit.value;
  const Slot* where = runtime::is_reference(type) ? reinterpret_cast<const Slot*>(exit.reference.slot()) : &result;
  tell_left(s, type == BasicType::kVoid ? nullptr : where);
  give_back_locks(s);
  if (runtime::is_reference(type)) {
    NoSafepoint still(s.self);
    result.ref = exit.reference.raw(still);
  }
  return pop_frame(s, result, runtime::slots_of(type));
}

Method* guarded_method(const vm::CallTarget& target, const Class& receiver) {
  if (!receiver.is_subclass_of(*target.guard)) return nullptr;
  const bool is_overridable = target.kind == vm::CallKind::kObject && target.method->vtable_index >= 0;
  return is_overridable ? receiver.vtable()[target.method->vtable_index] : target.method;
}

vm::Pending throw_wrong_receiver(JavaThread& self, const Class& receiver, const vm::CallTarget& target) {
  const Class& interface = *target.guard;
  if (target.kind == vm::CallKind::kObject) {
    std::string message = "Class " + receiver.external_name() + " does not implement the requested interface " + interface.external_name();
    return vm::throw_new(self, "java/lang/IncompatibleClassChangeError", message.c_str());
  }
  std::string message = "Receiver class " + receiver.external_name() + " must be the current class or a subtype of interface " + interface.external_name();
  return vm::throw_new(self, "java/lang/IllegalAccessError", message.c_str());
}

}  // namespace minijvm::interp
