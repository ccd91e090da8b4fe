// Control between methods for cells: entering, native calls, method handle intrinsics, locked and checked returns, polls.
#include "gc/stress.h"
#include "runtime/class.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "sync/monitor_fast.h"
#include "sync/safepoint.h"
#include "vm/interp/cell_state.h"
#include "vm/interp/frame_locks.h"
#include "vm/interp/hooks.h"
#include "vm/interp/link_sites.h"
#include "vm/interp/method_handle_calls.h"
#include "vm/interp/translator.h"
#include "vm/java/boxing.h"
#include "vm/java/call_java.h"
#include "vm/java/exceptions.h"
#include "vm/java/thread_control.h"
#include "vm/native/native_call.h"

namespace minijvm::interp {

using runtime::kFrameCaller;
using runtime::kFrameHeaderSlots;
using runtime::kFrameLock;
using runtime::kFrameMethod;
using runtime::kFrameReturnPc;
using sync::NoSafepoint;

namespace {

bool is_entry_frame_at(const Slot* fp) { return fp[kFrameMethod].bits == runtime::kEntryFrame; }

// A caller's frame, or the entry frame: what was below it is where this thread stands then.
template <class Throw>
Go throw_in_caller(JavaThread& self, const Cell* pc, Slot* fp, Throw make) {
  bool from_cpp = is_entry_frame_at(fp);
  if (!from_cpp) {
    clear_operands(fp);
  }
  {
    const void* anchor_pc = from_cpp ? fp[kFrameReturnPc].pointer : pc;
    Slot* anchor_fp = from_cpp ? fp[kFrameCaller].frame : fp;
    CellSlowPath slow(self, static_cast<const Cell*>(anchor_pc), anchor_fp);
    (void)make();
  }
  return throw_pending(self, pc, fp);
}

Go throw_overflow(JavaThread& self, const Cell* pc, Slot* fp) {
  return throw_in_caller(self, pc, fp, [&] { return vm::throw_stack_overflow(self); });
}

void push_frame(const Cell* pc, Slot* fp, Method& method, Slot* frame) {
  frame[kFrameReturnPc].pointer = pc;
  frame[kFrameCaller].frame = fp;
  frame[kFrameMethod].pointer = &method;
  frame[kFrameLock].ref = nullptr;
}

// JVMS 2.11.10, 6.5.invokevirtual: the monitor of the receiver, or of the class for a static method. False: an exception is pending.
bool lock_method(JavaThread& self, const Cell* pc, Slot* fp) {
  Method& method = method_of(fp);
  Object* const* object = method.is_static() ? &method.holder->mirror : &fp[-static_cast<std::int64_t>(method.max_locals)].ref;
  if (!sync::try_fast_enter(self, (*object)->multi_use_word())) {
    CellSlowPath slow(self, pc, fp);
    if (!vm::lock_object(self, object).ok()) return false;
  }
  fp[kFrameLock].ref = *object;
  return true;
}

// Gives back what a frame that completes normally still holds. False: IllegalMonitorStateException is pending.
bool unlock_method(JavaThread& self, const Cell* pc, Slot* fp) {
  Object* locked = fp[kFrameLock].ref;
  bool holds_more = !self.held_monitors.empty() && vm::holds_monitors(self, fp);
  if (locked == nullptr && !holds_more) return true;
  if (!holds_more && sync::try_fast_exit(self, locked->multi_use_word())) {
    fp[kFrameLock].ref = nullptr;
    return true;
  }
  CellSlowPath slow(self, pc, fp);
  if (vm::release_locks(self, fp)) return true;
  (void)vm::throw_new(self, "java/lang/IllegalMonitorStateException");
  return false;
}

void tell_entered(JavaThread& self, const Cell* pc, Slot* fp) {
  vm::InterpHooks* hooks = vm::hooks_of(method_of(fp));
  if (hooks == nullptr) return;
  CellSlowPath slow(self, pc, fp);
  hooks->method_entered(self, method_of(fp));
}

void tell_left(JavaThread& self, const Cell* pc, Slot* fp, const Slot* result) {
  vm::InterpHooks* hooks = vm::hooks_of(method_of(fp));
  if (hooks == nullptr) return;
  CellSlowPath slow(self, pc, fp);
  hooks->method_left(self, method_of(fp), result);
}

// HotSpot registers when Object.<init> returns.
bool register_finalizer(JavaThread& self, const Cell* pc, Slot* fp) {
  CellSlowPath slow(self, pc, fp);
  vm::CallArgs args;
  args.push(runtime::Handle<>(&fp[-static_cast<std::int64_t>(method_of(fp).max_locals)].ref));
  return vm::call_java(self, *runtime::wk().Finalizer_register, args).ok();
}

// Back to the caller, which goes on behind its call. The result may lie where the header is: a method without locals has it there.
Go pop_frame(Slot* fp, Slot result, int result_slots) {
  Slot* result_at = fp - method_of(fp).max_locals;
  const auto* to = static_cast<const Cell*>(fp[kFrameReturnPc].pointer);
  Slot* caller = fp[kFrameCaller].frame;
  if (result_slots != 0) {
    *result_at = result;
  }
  return {to + 1, caller};
}

// What a native call gave, while the world may stop between the call and the return: references stay in a handle.
struct NativeResult {
  Slot slot{};
  runtime::Handle<> reference;

  // Null: none.
  const Slot* where(runtime::BasicType type) const {
    if (runtime::is_reference(type)) return reinterpret_cast<const Slot*>(reference.slot());
    return type == runtime::BasicType::kVoid ? nullptr : &slot;
  }
};

bool call_in_vm(JavaThread& self, Slot* fp, NativeResult* result) {
  Method& method = method_of(fp);
  sync::JavaToVm to_vm(self);
  Slot raw{};
  if (!vm::call_native(self, method, fp - method.max_locals, &raw).ok()) return false;
  if (self.has_pending_exception()) return false;
  if (runtime::is_reference(method.return_type)) {
    NoSafepoint still(self);
    result->reference = runtime::make_handle(self, still, raw.ref);
  } else {
    vm::truncate_to(method.return_type, &raw);
    result->slot = raw;
  }
  return true;
}

}  // namespace

Go poll_at(JavaThread& self, const Cell* pc, Slot* fp) {
  self.anchor = {pc, fp};
  sync::poll(self);
  if (gc::kGcStress) {
    gc::stress_poll(self);
  }
  vm::accept_async_exception(self);
  self.arm_stack_limit(self.poll_requested());
  if (self.poll_requested()) {
    self.arm_stack_limit(true);  // armed between the look and the store
  }
  return self.has_pending_exception() ? throw_pending(self, pc, fp) : Go{pc, fp};
}

Go enter_successor(JavaThread& self, const Cell* pc, Slot* fp, Method& deleted, Slot* args) {
  Method* successor = vm::successor_of(deleted);
  if (successor != nullptr) return enter(self, pc, fp, *successor, args);
  return throw_in_caller(self, pc, fp, [&] { return vm::throw_deleted(self, deleted); });
}

Go enter(JavaThread& self, const Cell* pc, Slot* fp, Method& method, Slot* args) {
  if (method.is_deleted) return enter_successor(self, pc, fp, method, args);
  if (method.bytecode == nullptr && !method.is_native() && !vm::is_call_intrinsic(method)) {
    std::string message = "Missing implementation of resolved method " + method.text_with_holder() + ".";
    return throw_in_caller(self, pc, fp, [&] { return vm::throw_new(self, "java/lang/AbstractMethodError", message.c_str()); });
  }
  const Code* code = prepared_code(self, method);
  Slot* frame = args + code->locals_bytes / static_cast<std::int32_t>(sizeof(Slot));
  auto* end = reinterpret_cast<Slot*>(reinterpret_cast<char*>(frame) + code->frame_bytes);
  if (end > self.stack_limit.load(std::memory_order_relaxed)) return enter_slow(self, pc, fp, code->cells(), frame);
  push_frame(pc, fp, method, frame);
  return {code->cells(), frame};
}

Go enter_slow(JavaThread& self, const Cell* pc, Slot* fp, const Cell* code, Slot* frame) {
  const Code& callee = code_of(code);
  auto* end = reinterpret_cast<Slot*>(reinterpret_cast<char*>(frame) + callee.frame_bytes);
  if (end > self.true_stack_limit) return throw_overflow(self, pc, fp);
  push_frame(pc, fp, *callee.method, frame);
  // An intrinsic has no frame of its own: what it calls polls.
  return vm::is_call_intrinsic(*callee.method) ? Go{code, frame} : poll_at(self, code, frame);
}

Go enter_locked(JavaThread& self, const Cell* pc, Slot* fp) {
  return lock_method(self, pc, fp) ? Go{pc + 1, fp} : throw_pending(self, pc, fp);
}

// a: minus the locals; b: the slot of the result, c: how many slots it takes.
Go return_checked(JavaThread& self, const Cell* pc, Slot* fp) {
  Method& method = method_of(fp);
  const Object* receiver = fp[-static_cast<std::int64_t>(method.max_locals)].ref;
  if (method.is_object_init && receiver->klass()->has_finalizer && !register_finalizer(self, pc, fp)) return throw_pending(self, pc, fp);
  tell_left(self, pc, fp, pc->c == 0 ? nullptr : &fp[pc->b]);
  if (!unlock_method(self, pc, fp)) return throw_pending(self, pc, fp);
  Slot result{};
  if (pc->c != 0) {
    result = fp[pc->b];
  }
  if (pc->c == 1) {
    vm::truncate_to(method.return_type, &result);  // 6.5.ireturn: to the type the method declares
  }
  return pop_frame(fp, result, pc->c);
}

Go call_native_method(JavaThread& self, const Cell* pc, Slot* fp) {
  Method& method = method_of(fp);
  if (method.is_synchronized() && !lock_method(self, pc, fp)) return throw_pending(self, pc, fp);
  tell_entered(self, pc, fp);
  self.anchor = {pc, fp};
  runtime::HandleScope scope(self);
  NativeResult result;
  bool returned = call_in_vm(self, fp, &result);
  if (!returned || self.has_pending_exception()) return throw_pending(self, pc, fp);
  tell_left(self, pc, fp, result.where(method.return_type));
  if (!unlock_method(self, pc, fp)) return throw_pending(self, pc, fp);
  if (runtime::is_reference(method.return_type)) {
    NoSafepoint still(self);
    result.slot.ref = result.reference.raw(still);
  }
  return pop_frame(fp, result.slot, runtime::slots_of(method.return_type));
}

Go enter_current(JavaThread& self, const Cell*, Slot* fp) {
  Method& old = method_of(fp);
  const auto* pc = static_cast<const Cell*>(fp[kFrameReturnPc].pointer);
  return enter(self, pc, fp[kFrameCaller].frame, old.current(), fp - old.max_locals);
}

// MethodHandle.invokeBasic and linkTo*: the target runs in the place of the intrinsic, with its arguments.
Go follow_handle(JavaThread& self, const Cell*, Slot* fp) {
  Method& intrinsic = method_of(fp);
  Slot* args = fp - intrinsic.max_locals;
  const auto* pc = static_cast<const Cell*>(fp[kFrameReturnPc].pointer);
  Slot* caller = fp[kFrameCaller].frame;
  vm::HandleCall call = vm::target_of_handle_call(self, intrinsic, args);
  if (call.failure == vm::HandleCallFailure::kNone) return enter(self, pc, caller, *call.target, args);
  if (call.failure == vm::HandleCallFailure::kSelect) {
    Method* selected = nullptr;
    {
      // The arguments are the caller's own again, as the map at its call says.
      bool from_cpp = is_entry_frame_at(caller);
      const void* anchor_pc = from_cpp ? caller[kFrameReturnPc].pointer : pc;
      CellSlowPath slow(self, static_cast<const Cell*>(anchor_pc), from_cpp ? caller[kFrameCaller].frame : caller);
      selected = vm::select_or_throw(self, *call.receiver, *call.resolved, runtime::SelectFor::kOtherCall).value_or(nullptr);
    }
    return selected == nullptr ? throw_pending(self, pc, caller) : enter(self, pc, caller, *selected, args);
  }
  return throw_in_caller(self, pc, caller, [&] {
    switch (call.failure) {
      case vm::HandleCallFailure::kNullPointer: return vm::throw_null_pointer(self);
      case vm::HandleCallFailure::kAbstract: return vm::throw_new(self, "java/lang/AbstractMethodError");
      case vm::HandleCallFailure::kDeleted: return vm::throw_new(self, "java/lang/NoSuchMethodError");
      case vm::HandleCallFailure::kNative:
        return vm::throw_new(self, "java/lang/UnsupportedOperationException", "MethodHandle.linkToNative");
      default: return vm::throw_new(self, "java/lang/InternalError", "a method handle or member name without its method");
    }
  });
}

// A returnAddress is a bci, as an int (ops_control.h).
Go cell_ret(JavaThread& self, const Cell* pc, Slot* fp) {
  const Code& code = *existing_code(method_of(fp));  // the current one: all operands are in place
  const Cell* to = code.cell_at_entry(static_cast<std::uint32_t>(fp[pc->b].as_int()));
  return self.poll_requested() ? poll_at(self, to, fp) : Go{to, fp};
}

}  // namespace minijvm::interp
