// Makes, ends and locks frames, for the two engines (reference/calls.cpp, cells/cell_calls.cpp),
// with the help of natives, monitors and observers. Callers are in kInJava unless a function says
// kInVm.
#include "vm/interp/activation.h"

#include <cstring>

#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/well_known.h"
#include "sync/monitor.h"
#include "sync/schedule/scheduler.h"
#include "sync/threads/safepoint.h"
#include "vm/interp/hooks.h"
#include "vm/interp/stack_reserve.h"
#include "vm/interp/watched_access.h"
#include "vm/java/boxing.h"
#include "vm/java/call_java.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/threads/quiet_code.h"
#include "vm/java/threads/shared_variables.h"
#include "vm/java/threads/thread_blocking.h"
#include "vm/java/threads/thread_control.h"
#include "vm/natives/native_call.h"
#include "vm/vm.h"

namespace minijvm::interp {

using runtime::BasicType;
using runtime::Handle;
using runtime::HeldMonitor;
using runtime::kFrameLock;
using sync::MonitorResult;
using sync::NoSafepoint;

void clear_operands(Slot* fp) {
  if (is_entry_frame(fp))
    return;
  std::memset(static_cast<void*>(fp + runtime::kFrameHeaderSlots), 0,
              method_of(fp).max_stack * sizeof(Slot));
}

bool poll(JavaThread& self, const void* pc, Slot* fp) {
  self.anchor = anchor_at(pc, fp);
  if (self.ticks_.is_due())
    sync::thread_model().tick_is_due(self);
  sync::poll(self);
  vm::accept_async_exception(self);
  vm::rearm_stack_limit(self);
  return !self.has_pending_exception();
}

// --- observers ---

void call_entry_hooks(JavaThread& self, const void* pc, Slot* fp) {
  vm::Observer* hooks = vm::hooks_of(method_of(fp));
  if (hooks == nullptr)
    return;
  SlowPath slow(self, pc, fp);
  // The way into the VM may have stopped, and the frame may run an older version of its method now
  // (runtime/class/class_versions.h): so the method is read from the frame once more.
  hooks->method_entered(self, method_of(fp));
}

void call_exit_hooks(JavaThread& self, const void* pc, Slot* fp, const Slot* result) {
  vm::Observer* hooks = vm::hooks_of(method_of(fp));
  if (hooks == nullptr)
    return;
  SlowPath slow(self, pc, fp);
  hooks->method_left(self, method_of(fp), result);
}

// --- locks ---

// Under a deterministic run no other thread runs, so no safepoint can come between these four and
// the number that the object gets: it has not moved by then.
void pass_point(JavaThread& self, const void* pc, Slot* fp, vm::OpKind kind, Object* object) {
  SlowPath slow(self, pc, fp);
  vm::pass_point(self, kind, object);
}

void access_field(JavaThread& self, const void* pc, Slot* fp, vm::OpKind kind,
                  const runtime::Field& field, Object* const* slot) {
  if (field.is_static())
    slot = runtime::root_slot(&field.holder->mirror);
  if (is_pointed(fp, field)) {
    SlowPath slow(self, pc, fp);
    vm::access_point(self, kind, {*slot, static_cast<std::int32_t>(field.offset), &field});
  }
  if (is_watched(fp, field))
    watch(self, pc, fp, vm::access_of(kind, field, *slot));
}

// The array may have moved at the point.
void access_element(JavaThread& self, const void* pc, Slot* fp, vm::OpKind kind,
                    Object* const* slot, std::int32_t index) {
  const bool may_be_point = vm::points_at() == vm::PointsAt::kAccesses;
  if (!may_be_point && has_told_of_element(self, kind, *slot, index))
    return;
  if (may_be_point && vm::accesses_for_program(*method_of(fp).holder) &&
      vm::may_have_shared_elements(*(*slot)->klass())) {
    SlowPath slow(self, pc, fp);
    const std::size_t offset = Object::element_offset(index, (*slot)->klass()->log2_element);
    vm::access_point(self, kind, {*slot, static_cast<std::int32_t>(offset), nullptr});
  }
  if (watches_accesses())
    watch_element(self, pc, fp, kind, *slot, index);
}

// The arguments of each such method begin with the Unsafe, the object, and the offset.
void access_by_leaf(JavaThread& self, const void* pc, Slot* fp, const LeafAccess& access,
                    const Slot* args) {
  if (is_entry_frame(fp) || is_entry_frame(fp[runtime::kFrameCaller].frame))
    return;
  if (access.is_point && vm::points_at() != vm::PointsAt::kOperations) {
    SlowPath slow(self, pc, fp);
    vm::access_point(self, access.kind,
                     {args[1].ref, static_cast<std::int32_t>(args[2].as_long()), nullptr});
  }
  if (watches_accesses())
    watch_leaf(self, pc, fp, access, args);
}

// JLS 17.5: nobody waits for a final field.
bool is_pointed(const Slot* fp, const runtime::Field& field) {
  const vm::PointsAt points = vm::points_at();
  if (points == vm::PointsAt::kOperations || field.is_final())
    return false;
  return field.is_volatile() || (points == vm::PointsAt::kAccesses && vm::may_be_shared(field) &&
                                 vm::accesses_for_program(*method_of(fp).holder));
}

namespace {

// Takes the lock after the fast path has declined.
inline bool lock_in_vm(JavaThread& self, const void* pc, Slot* fp, Object* const* slot) {
  SlowPath slow(self, pc, fp);
  MonitorResult result = vm::enter_monitor(self, slot);
  if (result == MonitorResult::kOutOfMemory) {
    (void)vm::throw_out_of_memory(self, "Java heap space");
    return false;
  }
  return true;
}

// The fast path of lock_method needs no registers for this.
[[gnu::noinline]] bool lock_slowly(JavaThread& self, const void* pc, Slot* fp,
                                   Object* const* slot) {
  return lock_in_vm(self, pc, fp, slot);
}

// Finds the innermost record of this object by this frame. The result is an index that counts from
// 1, or 0 for no record. JNI's records, whose fp is null, may lie between the others.
std::size_t find_record(const JavaThread& self, const Object* object, const Slot* fp) {
  for (std::size_t at = self.held_monitors.size(); at != 0; --at) {
    const HeldMonitor& record = self.held_monitors[at - 1];
    if (record.fp == fp && record.object == object)
      return at;
  }
  return 0;
}

inline void erase_record(JavaThread& self, std::size_t at) {
  self.held_monitors.erase(self.held_monitors.begin() + static_cast<std::ptrdiff_t>(at - 1));
}

// Returns whether the frame still holds monitors of monitorenter. Except for JNI's, the records are
// in the order of frames, so a record of an outer frame ends the search. (Stacks grow up, so an
// outer frame has a lower fp.)
bool holds_monitors(const JavaThread& self, const Slot* fp) {
  for (std::size_t at = self.held_monitors.size(); at != 0; --at) {
    const HeldMonitor& record = self.held_monitors[at - 1];
    if (record.fp == fp)
      return true;
    if (record.fp != nullptr && record.fp < fp)
      return false;
  }
  return false;
}

[[gnu::noinline]] bool unlock_slowly(JavaThread& self, const void* pc, Slot* fp) {
  SlowPath slow(self, pc, fp);
  if (release_locks(self, fp))
    return true;
  (void)vm::throw_new(self, "java/lang/IllegalMonitorStateException");
  return false;
}

// Gives back the locks of a frame that completes normally.
[[gnu::always_inline]] inline bool unlock_frame(JavaThread& self, const void* pc, Slot* fp) {
  Object* locked = fp[kFrameLock].ref;
  bool holds_more = !self.held_monitors.empty() && holds_monitors(self, fp);
  if (locked == nullptr && !holds_more)
    return true;
  if (!holds_more && sync::try_fast_exit(self, locked->multi_use_word())) {
    fp[kFrameLock].ref = nullptr;
    return true;
  }
  return unlock_slowly(self, pc, fp);
}

// Returns the slot of the object that a synchronized method locks.
inline Object* const* lock_slot(Slot* fp) {
  const Method& method = method_of(fp);
  return method.is_static() ? runtime::root_slot(&method.holder->mirror) : &locals_of(fp)->ref;
}

}  // namespace

void lock_point(JavaThread& self, const void* pc, Slot* fp) {
  point(self, pc, fp, vm::OpKind::kLock, *lock_slot(fp));
}

void unlock_point(JavaThread& self, const void* pc, Slot* fp) {
  if (fp[kFrameLock].ref != nullptr || holds_monitors(self, fp))
    point(self, pc, fp, vm::OpKind::kUnlock, fp[kFrameLock].ref);
}

bool lock_method(JavaThread& self, const void* pc, Slot* fp) {
  Object* const* object = lock_slot(fp);
  if (!sync::try_fast_enter(self, (*object)->multi_use_word()) &&
      !lock_slowly(self, pc, fp, object))
    return false;
  // The method may write to local 0, so the frame remembers the object by itself.
  fp[kFrameLock].ref = *object;
  return true;
}

bool release_locks(JavaThread& self, Slot* fp) {
  bool structured = true;
  Object** lock = &fp[kFrameLock].ref;
  if (*lock != nullptr) {
    structured = vm::exit_monitor(self, lock) == MonitorResult::kOk;
    *lock = nullptr;
  }
  for (std::size_t at = self.held_monitors.size(); at != 0; --at) {
    HeldMonitor& record = self.held_monitors[at - 1];
    if (record.fp != fp)
      continue;
    structured = false;
    (void)vm::exit_monitor(self, &record.object);
    erase_record(self, at);
  }
  return structured;
}

bool monitorenter(JavaThread& self, const void* pc, Slot* fp, Object* const* slot) {
  std::vector<HeldMonitor>& held = self.held_monitors;
  if (held.size() == held.capacity()) {
    // The fast path did not run, because there was no room to record the monitor. Now there is.
    held.reserve(2 * held.size() + 8);
    if (try_monitorenter(self, *slot, fp))
      return true;
  }
  if (!lock_in_vm(self, pc, fp, slot))
    return false;
  held.push_back({*slot, fp});
  return true;
}

// Rule 2 of JVMS 2.11.10: only the frame that has entered the monitor may exit it.
bool monitorexit(JavaThread& self, const void* pc, Slot* fp, Object* const* slot) {
  SlowPath slow(self, pc, fp);
  std::size_t at = find_record(self, *slot, fp);
  if (at == 0) {
    (void)vm::throw_new(self, "java/lang/IllegalMonitorStateException");
    return false;
  }
  MonitorResult result = vm::exit_monitor(self, slot);
  erase_record(self, at);
  if (result == MonitorResult::kOk)
    return true;
  // JNI's MonitorExit has released the monitor already.
  (void)vm::throw_new(self, "java/lang/IllegalMonitorStateException",
                      "current thread is not owner");
  return false;
}

// --- returns ---

namespace {

// HOTSPOT: an object is registered when Object.<init> returns, before the bodies of its subclasses'
// constructors run.
bool register_finalizer(JavaThread& self, const void* pc, Slot* fp) {
  SlowPath slow(self, pc, fp);
  vm::CallArgs args;
  args.push(Handle<>(&locals_of(fp)->ref));
  return vm::call_java(self, *runtime::wk().Finalizer_register, args).ok();
}

}  // namespace

bool finish_method(JavaThread& self, const void* pc, Slot* fp, const Slot* at, int slots,
                   Slot* result) {
  Method& method = method_of(fp);
  if (method.is_object_init && locals_of(fp)->ref->klass()->has_finalizer &&
      !register_finalizer(self, pc, fp))
    return false;
  notify_left(self, pc, fp, slots == 0 ? nullptr : at);
  if (!unlock_frame(self, pc, fp))
    return false;
  // The result is read last, because until here a collection may have moved the object.
  if (slots != 0) {
    *result = *at;
  }
  if (slots == 1) {
    vm::truncate_to(method.return_type, result);  // 6.5.ireturn: to the type the method declares
  }
  return true;
}

// --- natives ---

namespace {

// Holds the result of a native call. The thread may stop between the call and the return, so a
// reference stays in a handle.
struct NativeResult {
  Slot slot{};
  Handle<> reference;

  // Returns the place of the result for the observers; null if there is no result.
  const Slot* where(BasicType type) const {
    if (runtime::is_reference(type))
      return reinterpret_cast<const Slot*>(reference.slot());
    return type == BasicType::kVoid ? nullptr : &slot;
  }
};

bool call_in_vm(JavaThread& self, Slot* fp, NativeResult* result) {
  Method& method = method_of(fp);
  sync::JavaToVm to_vm(self);
  Slot raw{};
  if (!vm::call_native(self, method, locals_of(fp), &raw).ok() || self.has_pending_exception())
    return false;
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

bool run_native(JavaThread& self, const void* pc, Slot* fp, Slot* result) {
  Method& method = method_of(fp);
  const bool has_points = vm::the_vm.interp.counts_ticks;
  if (has_points && method.is_synchronized())
    lock_point(self, pc, fp);
  if (method.is_synchronized() && !lock_method(self, pc, fp))
    return false;
  notify_entered(self, pc, fp);
  self.anchor = {pc, fp};
  runtime::HandleScope scope(self);
  NativeResult returned;
  // The thread may stop on its way back from the VM, too, and get another thread's exception there.
  if (!call_in_vm(self, fp, &returned) || self.has_pending_exception())
    return false;
  if (has_points)
    unlock_point(self, pc, fp);
  notify_left(self, pc, fp, returned.where(method.return_type));
  if (!unlock_frame(self, pc, fp))
    return false;
  if (runtime::is_reference(method.return_type)) {
    NoSafepoint still(self);
    returned.slot.ref = returned.reference.raw(still);
  }
  *result = returned.slot;
  return true;
}

}  // namespace minijvm::interp
