// Implements the instructions that make or test objects, take monitors, or load constants that
// link, for the reference interpreter. They run in kInJava and enter the VM for what may stop.
#include "vm/interp/reference/ops_object.h"

#include <array>

#include "vm/interp/link_sites.h"
#include "vm/interp/reference/sites.h"
#include "vm/java/allocation.h"
#include "vm/java/errors/exceptions.h"

namespace minijvm::interp {

using vm::JavaResult;
using vm::LinkedClass;
using vm::LinkedConstant;

namespace {

// Links a class that the site may keep; null if an exception is pending.
using ClassLinker = JavaResult<Class*> (*)(JavaThread&, Method&, std::uint16_t);
Class* find_class(State& s, ClassLinker link) {
  StateSlowPath slow(s);
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

// 6.5.ldc: the constant is resolved at the first execution, and kept as a copy in the site.
const LinkedConstant* find_constant(State& s, std::uint16_t pool_index) {
  StateSlowPath slow(s);
  JavaResult<LinkedConstant> linked = vm::link_constant(s.self, *s.method, pool_index);
  return linked.ok() ? keep_copy(s, linked.take()) : nullptr;
}

// Links the class of a `new`; null if an exception is pending. The site does not keep it while this
// thread still initialises it (JVMS 5.5).
Class* find_new_class(State& s) {
  StateSlowPath slow(s);
  JavaResult<LinkedClass> linked = vm::link_new(s.self, *s.method, s.u2(1));
  if (!linked.ok())
    return nullptr;
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
    if (constant == nullptr)
      return Step::kThrow;
  }
  // A reference is read from its slot each time, because the collector may have moved the object.
  if (runtime::is_reference(constant->type)) {
    s.push(*constant->reference);
  } else {
    *s.sp = constant->value;
    s.sp += runtime::slots_of(constant->type);
  }
  return Step::kNext;
}

namespace {

// Runs `make` in the VM, then stores the object instead of `operands` slots. The thread may stop on
// its way back from the VM, and the slot becomes a root only after the instruction; so the object
// stays in a handle until then.
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
  if (!made.ok())
    return Step::kThrow;
  // From here on the thread cannot stop, so the operands may be removed and the raw object pushed.
  NoSafepoint still(s.self);
  s.sp -= operands;
  s.push(made.take().raw(still));
  return Step::kNext;
}

}  // namespace

// 6.5.new: resolve the class, initialise it (both in link_new), then make the instance.
Step new_object(State& s) {
  Class* klass = kept<Class>(s);
  if (klass == nullptr) {
    klass = find_new_class(s);
    if (klass == nullptr)
      return Step::kThrow;
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
  if (klass == nullptr)
    return Step::kThrow;
  std::int32_t length = s.sp[-1].as_int();
  return push_made(s, 1, [&] { return vm::new_array(s.self, *klass, length); });
}

// 6.5.multianewarray: the class is that of the whole array, and the lengths may be fewer than its
// dimensions.
Step new_multi_array(State& s) {
  Class* klass = class_of_site(s, vm::link_class);
  if (klass == nullptr)
    return Step::kThrow;
  // 6.5.multianewarray: at most 255 dimensions, whose lengths are on the stack in order.
  std::array<std::int32_t, 255> lengths;
  std::size_t dimensions = s.u1(3);
  for (std::size_t i = 0; i < dimensions; ++i) {
    lengths[i] = (s.sp - dimensions)[i].as_int();
  }
  return push_made(s, static_cast<int>(dimensions), [&] {
    return vm::new_multi_array(s.self, *klass, {lengths.data(), dimensions});
  });
}

// JVMS 6.5.checkcast: null has every type, and resolves nothing.
Step check_cast(State& s) {
  if (s.sp[-1].ref == nullptr)
    return Step::kNext;
  const Class* klass = class_of_site(s, vm::link_class);
  if (klass == nullptr)
    return Step::kThrow;
  const Class& found = *s.sp[-1].ref->klass();
  if (found.is_subclass_of(*klass))
    return Step::kNext;
  // 6.5.checkcast: ClassCastException if the object's class cannot be cast to the resolved class.
  StateSlowPath slow(s);
  return thrown(vm::throw_class_cast(s.self, found, *klass));
}

// 6.5.instanceof: null is an instance of no type.
Step instance_of(State& s) {
  if (s.sp[-1].ref == nullptr) {
    s.sp[-1].set_int(0);
    return Step::kNext;
  }
  const Class* klass = class_of_site(s, vm::link_class);
  if (klass == nullptr)
    return Step::kThrow;
  s.sp[-1].set_int(s.sp[-1].ref->klass()->is_subclass_of(*klass) ? 1 : 0);
  return Step::kNext;
}

// 6.5.monitorenter: one try of the fast path, then the function for all cases (activation.h).
Step enter_monitor_of_operand(State& s) {
  Slot* top = s.sp - 1;
  if (top->ref == nullptr)
    return raise_null_pointer(s);
  point(s.self, s.pc, s.fp, vm::OpKind::kLock, top->ref);
  if (!try_monitorenter(s.self, top->ref, s.fp)) {
    bool entered = monitorenter(s.self, s.pc, s.fp, &top->ref);
    s.refresh_method();
    if (!entered)
      return Step::kThrow;
  }
  s.sp = top;
  return Step::kNext;
}
// 6.5.monitorexit: the fast path is for the innermost monitor of the frame, as in nested blocks.

Step exit_monitor_of_operand(State& s) {
  Slot* top = s.sp - 1;
  if (top->ref == nullptr)
    return raise_null_pointer(s);
  point(s.self, s.pc, s.fp, vm::OpKind::kUnlock, top->ref);
  if (!try_monitorexit(s.self, top->ref, s.fp)) {
    bool left = monitorexit(s.self, s.pc, s.fp, &top->ref);
    s.refresh_method();
    if (!left)
      return Step::kThrow;
  }
  s.sp = top;
  return Step::kNext;
}

// 6.5.athrow: a null operand throws NullPointerException instead.
Step throw_operand(State& s) {
  if (s.sp[-1].ref == nullptr)
    return raise_null_pointer(s);
  s.self.pending_exception = s.sp[-1].ref;
  return Step::kThrow;
}

}  // namespace minijvm::interp
