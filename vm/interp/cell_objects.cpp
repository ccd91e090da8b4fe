// Cells that test, make and lock objects (JVMS 6.5.checkcast, instanceof, new, newarray, multianewarray, monitorenter, monitorexit).
#include <array>

#include "runtime/class.h"
#include "runtime/object.h"
#include "vm/interp/cell_state.h"
#include "vm/interp/frame_locks.h"
#include "vm/interp/link_sites.h"
#include "vm/java/allocation.h"
#include "vm/java/exceptions.h"

namespace minijvm::interp {

using runtime::Class;
using runtime::Handle;
using sync::NoSafepoint;
using vm::JavaResult;

namespace {

std::uint32_t class_bits(const Object& object) { return static_cast<std::uint32_t>(object.class_word()); }

const Class& wanted_class(const Cell* pc) { return *static_cast<const Class*>(data_of(writable(pc))->pointer); }

// The last class that passed: any answer that was ever right stays right, so a race does no harm.
void remember_class(const Cell* pc, const Object& object) {
  std::atomic_ref<std::uint32_t>(data_of(writable(pc))->klass).store(class_bits(object), std::memory_order_relaxed);
}

// Until the scope around ends: while the object lives, so does its class, though the operand goes.
void keep(JavaThread& self, Object& object) {
  NoSafepoint still(self);
  runtime::make_handle(self, still, &object);
}

// Runs `make` in the VM and puts what it made into the slot. The handle outlives the transition back, which may stop: the slot is not a
// root before the instruction is over.
template <class Make>
Go put_made(JavaThread& self, const Cell* pc, Slot* fp, int cells, Make make) {
  self.anchor = {pc, fp};
  runtime::HandleScope scope(self);
  JavaResult<Handle<>> made = vm::kPending;
  {
    sync::JavaToVm to_vm(self);
    made = make();
  }
  if (!made.ok()) return throw_pending(self, pc, fp);
  NoSafepoint still(self);
  fp[pc->a].ref = made.take().raw(still);
  return {pc + cells, fp};
}

}  // namespace

Go check_cast(JavaThread& self, const Cell* pc, Slot* fp) {
  Object& object = *fp[pc->b].ref;
  const Class& wanted = wanted_class(pc);
  if (object.klass()->is_subclass_of(wanted)) {
    remember_class(pc, object);
    return {pc + 2, fp};
  }
  const Class& found = *object.klass();
  {
    runtime::HandleScope scope(self);
    keep(self, object);
    clear_operands(fp);
    CellSlowPath slow(self, pc, fp);
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

Go new_object(JavaThread& self, const Cell* pc, Slot* fp) {
  return put_made(self, pc, fp, 2, [&] { return vm::new_instance(self, wanted_class(pc)); });
}

Go new_array(JavaThread& self, const Cell* pc, Slot* fp) {
  std::int32_t length = fp[pc->b].as_int();
  return put_made(self, pc, fp, 2, [&] { return vm::new_array(self, wanted_class(pc), length); });
}

// a: the slot of the first length and of the result, b: how many dimensions. The class is linked each time: who makes such arrays has time.
Go new_multi_array(JavaThread& self, const Cell* pc, Slot* fp) {
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

Go enter_monitor(JavaThread& self, const Cell* pc, Slot* fp) {
  Slot& slot = fp[pc->b];
  if (slot.ref == nullptr) return throw_null(self, pc, fp);
  bool entered = false;
  {
    CellSlowPath slow(self, pc, fp);
    entered = vm::lock_object(self, &slot.ref).ok();
  }
  if (!entered) return throw_pending(self, pc, fp);
  self.held_monitors.push_back({slot.ref, fp});
  return {pc + 1, fp};
}

Go exit_monitor(JavaThread& self, const Cell* pc, Slot* fp) {
  Slot& slot = fp[pc->b];
  if (slot.ref == nullptr) return throw_null(self, pc, fp);
  bool left = false;
  {
    CellSlowPath slow(self, pc, fp);
    left = vm::unlock_object(self, &slot.ref, fp).ok();
  }
  return left ? Go{pc + 1, fp} : throw_pending(self, pc, fp);
}

}  // namespace minijvm::interp
