#include "vm/interp/ops_object.h"

#include <array>

#include "sync/monitor_fast.h"
#include "vm/interp/link_sites.h"
#include "vm/interp/frame_locks.h"
#include "vm/interp/sites.h"
#include "vm/java/allocation.h"
#include "vm/java/exceptions.h"

namespace minijvm::interp {

using vm::JavaResult;
using vm::LinkedClass;
using vm::LinkedConstant;

namespace {

// A class that the site may keep; null with an exception pending.
using ClassLinker = JavaResult<Class*> (*)(JavaThread&, Method&, std::uint16_t);
Class* find_class(State& s, ClassLinker link) {
  SlowPath slow(s);
  Class* klass = link(s.self, *s.method, s.u2(1)).value_or(nullptr);
  if (klass != nullptr) {
    keep(s, klass);
  }
  return klass;
}
Class* class_of_site(State& s, ClassLinker link) {
  Class* klass = kept<Class>(s);
  return klass != nullptr ? klass : find_class(s, link);
}

const LinkedConstant* find_constant(State& s, std::uint16_t pool_index) {
  SlowPath slow(s);
  JavaResult<LinkedConstant> linked = vm::link_constant(s.self, *s.method, pool_index);
  return linked.ok() ? keep_copy(s, linked.take()) : nullptr;
}

// The class of a `new`; null with an exception pending. Not kept while this thread still initialises it.
Class* find_new_class(State& s) {
  SlowPath slow(s);
  JavaResult<LinkedClass> linked = vm::link_new(s.self, *s.method, s.u2(1));
  if (!linked.ok()) return nullptr;
  LinkedClass found = linked.take();
  if (found.may_keep) {
    keep(s, found.klass);
  }
  return found.klass;
}

}  // namespace

Step load_constant(State& s, std::uint16_t pool_index) {
  const LinkedConstant* constant = kept<const LinkedConstant>(s);
  if (constant == nullptr) {
    constant = find_constant(s, pool_index);
    if (constant == nullptr) return Step::kThrow;
  }
  if (runtime::is_reference(constant->type)) {
    s.push_ref(*constant->reference);
  } else {
    *s.sp = constant->value;
    s.sp += runtime::slots_of(constant->type);
  }
  return Step::kNext;
}

namespace {

// Runs `make` in the VM, then puts what it made in the place of `operands` slots. The handle outlives the transition back, which may stop:
// the slot is not a root before the instruction is over.
template <class Make>
Step push_made(State& s, int operands, Make make) {
  s.publish();
  runtime::HandleScope scope(s.self);
  JavaResult<Handle<>> made = vm::kPending;
  {
    sync::JavaToVm to_vm(s.self);
    made = make();
  }
  s.refresh_method();
  if (!made.ok()) return Step::kThrow;
  NoSafepoint still(s.self);
  s.sp -= operands;
  s.push_ref(made.take().raw(still));
  return Step::kNext;
}

}  // namespace

Step new_object(State& s) {
  Class* klass = kept<Class>(s);
  if (klass == nullptr) {
    klass = find_new_class(s);
    if (klass == nullptr) return Step::kThrow;
  }
  return push_made(s, 0, [&] { return vm::new_instance(s.self, *klass); });
}

Step new_primitive_array(State& s) {
  auto element = static_cast<BasicType>(s.u1(1));
  std::int32_t length = s.sp[-1].as_int();
  return push_made(s, 1, [&] { return vm::new_primitive_array(s.self, element, length); });
}

Step new_reference_array(State& s) {
  Class* klass = class_of_site(s, vm::link_array_of);
  if (klass == nullptr) return Step::kThrow;
  std::int32_t length = s.sp[-1].as_int();
  return push_made(s, 1, [&] { return vm::new_array(s.self, *klass, length); });
}

Step new_multi_array(State& s) {
  Class* klass = class_of_site(s, vm::link_class);
  if (klass == nullptr) return Step::kThrow;
  std::array<std::int32_t, 255> lengths;
  std::size_t dimensions = s.u1(3);
  for (std::size_t i = 0; i < dimensions; ++i) {
    lengths[i] = (s.sp - dimensions)[i].as_int();
  }
  return push_made(s, static_cast<int>(dimensions), [&] { return vm::new_multi_array(s.self, *klass, {lengths.data(), dimensions}); });
}

// JVMS 6.5.checkcast: null fits everything, and links nothing.
Step check_cast(State& s) {
  if (s.sp[-1].ref == nullptr) return Step::kNext;
  const Class* klass = class_of_site(s, vm::link_class);
  if (klass == nullptr) return Step::kThrow;
  const Class& found = *s.sp[-1].ref->klass();
  if (found.is_subclass_of(*klass)) return Step::kNext;
  SlowPath slow(s);
  return thrown(vm::throw_class_cast(s.self, found, *klass));
}

Step instance_of(State& s) {
  if (s.sp[-1].ref == nullptr) {
    s.sp[-1].set_int(0);
    return Step::kNext;
  }
  const Class* klass = class_of_site(s, vm::link_class);
  if (klass == nullptr) return Step::kThrow;
  s.sp[-1].set_int(s.sp[-1].ref->klass()->is_subclass_of(*klass) ? 1 : 0);
  return Step::kNext;
}

Step enter_monitor(State& s) {
  Slot* top = s.sp - 1;
  if (top->ref == nullptr) return raise_null_pointer(s);
  if (!sync::try_fast_enter(s.self, top->ref->multi_use_word())) {
    SlowPath slow(s);
    if (!vm::lock_object(s.self, &top->ref).ok()) return Step::kThrow;
  }
  s.self.held_monitors.push_back({top->ref, s.fp});
  s.sp = top;
  return Step::kNext;
}

Step exit_monitor(State& s) {
  Slot* top = s.sp - 1;
  if (top->ref == nullptr) return raise_null_pointer(s);
  std::vector<runtime::HeldMonitor>& held = s.self.held_monitors;
  bool is_innermost = !held.empty() && held.back().fp == s.fp && held.back().object == top->ref;
  if (is_innermost && sync::try_fast_exit(s.self, top->ref->multi_use_word())) {
    held.pop_back();
  } else {
    SlowPath slow(s);
    if (!vm::unlock_object(s.self, &top->ref, s.fp).ok()) return Step::kThrow;
  }
  s.sp = top;
  return Step::kNext;
}

Step throw_operand(State& s) {
  if (s.sp[-1].ref == nullptr) return raise_null_pointer(s);
  s.self.pending_exception = s.sp[-1].ref;
  return Step::kThrow;
}

}  // namespace minijvm::interp
