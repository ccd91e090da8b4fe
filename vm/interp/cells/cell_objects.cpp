// Tests, makes and locks objects for cells, where the loop cannot do it by itself (JVMS
// 6.5.checkcast, instanceof, new, newarray, multianewarray, monitorenter, monitorexit). Called from
// the loop, in kInJava.
#include <array>

#include "runtime/class/class.h"
#include "runtime/object/object.h"
#include "vm/interp/cells/cell_state.h"
#include "vm/interp/link_sites.h"
#include "vm/java/allocation.h"
#include "vm/java/errors/exceptions.h"

namespace minijvm::interp {

using runtime::Class;
using runtime::Handle;
using sync::NoSafepoint;
using vm::JavaResult;

namespace {

std::uint32_t class_bits(const Object& object) {
  return static_cast<std::uint32_t>(object.class_word());
}

const Class& wanted_class(const Cell* pc) {
  return *static_cast<const Class*>(data_of(writable(pc))->pointer);
}

// Remembers the class of the object that passed last. An answer that was right once stays right, so
// a race does no harm.
void remember_class(const Cell* pc, const Object& object) {
  std::atomic_ref<std::uint32_t>(data_of(writable(pc))->klass)
      .store(class_bits(object), std::memory_order_relaxed);
}

// Makes a handle that lasts until the surrounding scope ends. While the object lives, its class is
// not unloaded, even though the operand is discarded.
void keep(JavaThread& self, Object& object) {
  NoSafepoint still(self);
  runtime::make_handle(self, still, &object);
}

// Runs `make` in the VM and puts the object into the slot. The thread may stop on its way back from
// the VM, and the slot becomes a root only after the instruction; so the object stays in a handle
// until then.
template <class Make>
Continuation put_made(JavaThread& self, const Cell* pc, Slot* fp, int cells, Make make) {
  self.anchor = {pc, fp};
  runtime::HandleScope scope(self);
  JavaResult<Handle<>> made = vm::kPending;
  {
    sync::JavaToVm to_vm(self);
    made = make();
  }
  if (!made.ok())
    return throw_pending(self, pc, fp);
  NoSafepoint still(self);
  fp[pc->a].ref = made.take().raw(still);
  return {pc + cells, fp};
}

}  // namespace

Continuation check_cast(JavaThread& self, const Cell* pc, Slot* fp) {
  Object& object = *fp[pc->b].ref;
  const Class& wanted = wanted_class(pc);
  if (object.klass()->is_subclass_of(wanted)) {
    remember_class(pc, object);
    fp[pc->a].ref = &object;
    return {pc + 2, fp};
  }
  const Class& found = *object.klass();
  {
    runtime::HandleScope scope(self);
    keep(self, object);
    clear_operands(fp);
    SlowPath slow(self, pc, fp);
    (void)vm::throw_class_cast(self, found, wanted);
  }
  return throw_pending(self, pc, fp);
}

bool instance_of(const Cell* pc, const Object& object) {
  bool is = object.klass()->is_subclass_of(wanted_class(pc));
  if (is) {
    remember_class(pc, object);
  }
  return is;
}

Continuation new_object(JavaThread& self, const Cell* pc, Slot* fp) {
  return put_made(self, pc, fp, 2, [&] { return vm::new_instance(self, wanted_class(pc)); });
}

Continuation new_array(JavaThread& self, const Cell* pc, Slot* fp) {
  std::int32_t length = fp[pc->b].as_int();
  return put_made(self, pc, fp, 2, [&] { return vm::new_array(self, wanted_class(pc), length); });
}

// Operand a is the slot of the first length and of the result, b the number of dimensions. The
// class is linked at each execution, because such arrays are rare.
Continuation new_multi_array(JavaThread& self, const Cell* pc, Slot* fp) {
  std::array<std::int32_t, 255> lengths;
  auto dimensions = static_cast<std::size_t>(pc->b);
  for (std::size_t i = 0; i < dimensions; ++i) {
    lengths[i] = fp[pc->a + static_cast<std::int64_t>(i)].as_int();
  }
  std::uint16_t pool_index = pool_index_at(pc, fp);
  return put_made(self, pc, fp, 1, [&]() -> JavaResult<Handle<>> {
    Class* klass = MJ_TRY(vm::link_class(self, method_of(fp), pool_index));
    return vm::new_multi_array(self, *klass, {lengths.data(), dimensions});
  });
}

Continuation monitorenter_slow(JavaThread& self, const Cell* pc, Slot* fp) {
  Slot& slot = fp[pc->b];
  if (slot.ref == nullptr)
    return throw_null(self, pc, fp);
  bool entered = monitorenter(self, pc, fp, &slot.ref);
  return entered ? Continuation{pc + 1, fp} : throw_pending(self, pc, fp);
}

Continuation monitorexit_slow(JavaThread& self, const Cell* pc, Slot* fp) {
  Slot& slot = fp[pc->b];
  if (slot.ref == nullptr)
    return throw_null(self, pc, fp);
  bool left = monitorexit(self, pc, fp, &slot.ref);
  return left ? Continuation{pc + 1, fp} : throw_pending(self, pc, fp);
}

}  // namespace minijvm::interp
