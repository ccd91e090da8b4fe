// First executions of fields, constants and classes: they ask link_sites and become the quick cell, or, while the class is still being
// initialised by this thread, do their work once and stay as they are (JVMS 5.5).
#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/field.h"
#include "runtime/object.h"
#include "vm/interp/cell_state.h"
#include "vm/interp/link_sites.h"
#include "vm/interp/ops_field.h"
#include "vm/java/exceptions.h"

namespace minijvm::interp {

using runtime::BasicType;
using runtime::Class;
using runtime::Field;
using runtime::FieldUse;
using vm::JavaResult;
using vm::LinkedClass;
using vm::LinkedConstant;
using vm::LinkedField;

namespace {

// Null with an exception pending.
Field* find(JavaThread& self, const Cell* pc, Slot* fp, FieldUse use, bool* may_keep) {
  CellSlowPath slow(self, pc, fp);
  JavaResult<LinkedField> linked = vm::link_field(self, method_of(fp), pool_index_at(pc, fp), use);
  if (!linked.ok()) return nullptr;
  LinkedField found = linked.take();
  *may_keep = found.may_keep;
  return found.field;
}

CellOp getfield_for(BasicType type) {
  switch (type) {
    case BasicType::kBoolean:
    case BasicType::kByte: return CellOp::getfield_b_r;
    case BasicType::kChar: return CellOp::getfield_c_r;
    case BasicType::kShort: return CellOp::getfield_s_r;
    case BasicType::kInt:
    case BasicType::kFloat: return CellOp::getfield_i_r;
    case BasicType::kLong: return CellOp::getfield_l_r;
    case BasicType::kDouble: return CellOp::getfield_d_r;
    default: return CellOp::getfield_a_r;
  }
}
CellOp putfield_for(BasicType type) {
  switch (type) {
    case BasicType::kBoolean: return CellOp::putfield_z_r;
    case BasicType::kByte: return CellOp::putfield_b_r;
    case BasicType::kChar:
    case BasicType::kShort: return CellOp::putfield_c_r;
    case BasicType::kInt:
    case BasicType::kFloat: return CellOp::putfield_i_r;
    case BasicType::kLong: return CellOp::putfield_l_r;
    case BasicType::kDouble: return CellOp::putfield_d_r;
    default: return CellOp::putfield_a_r;
  }
}
CellOp getstatic_for(BasicType type) {
  switch (type) {
    case BasicType::kBoolean:
    case BasicType::kByte: return CellOp::getstatic_b;
    case BasicType::kChar: return CellOp::getstatic_c;
    case BasicType::kShort: return CellOp::getstatic_s;
    case BasicType::kInt:
    case BasicType::kFloat: return CellOp::getstatic_i;
    case BasicType::kLong: return CellOp::getstatic_l;
    case BasicType::kDouble: return CellOp::getstatic_d;
    default: return CellOp::getstatic_a;
  }
}
CellOp putstatic_for(BasicType type) {
  switch (type) {
    case BasicType::kBoolean: return CellOp::putstatic_z;
    case BasicType::kByte: return CellOp::putstatic_b;
    case BasicType::kChar:
    case BasicType::kShort: return CellOp::putstatic_c;
    case BasicType::kInt:
    case BasicType::kFloat: return CellOp::putstatic_i;
    case BasicType::kLong:
    case BasicType::kDouble: return CellOp::putstatic_l;
    default: return CellOp::putstatic_a;
  }
}

// The static's address goes into the data cell: mirrors never move.
void keep_static(const Cell* pc, const Field& field, CellOp op) {
  const char* address = reinterpret_cast<const char*>(field.holder->mirror) + field.offset;
  std::atomic_ref<const void*>(data_of(writable(pc))->pointer).store(address, std::memory_order_relaxed);
  become(pc, op);
}

// Links the class a cell names and becomes `quick` with it; null with an exception pending.
using ClassLinker = JavaResult<Class*> (*)(JavaThread&, Method&, std::uint16_t);
Class* keep_class(JavaThread& self, const Cell* pc, Slot* fp, ClassLinker link, CellOp quick) {
  CellSlowPath slow(self, pc, fp);
  Class* klass = link(self, method_of(fp), pool_index_at(pc, fp)).value_or(nullptr);
  if (klass == nullptr) return nullptr;
  DataCell& data = *data_of(writable(pc));
  std::atomic_ref<const void*>(data.pointer).store(klass, std::memory_order_relaxed);
  if (klass->is_array()) {
    std::atomic_ref<std::int32_t>(data.number).store(klass->log2_element, std::memory_order_relaxed);
  }
  become(pc, quick);
  return klass;
}

}  // namespace

Go link_getfield(JavaThread& self, const Cell* pc, Slot* fp, int form) {
  bool may_keep = false;
  Field* field = find(self, pc, fp, FieldUse::kGetField, &may_keep);
  if (field == nullptr) return throw_pending(self, pc, fp);
  set_c(pc, static_cast<std::int32_t>(field->offset));
  become(pc, variant(getfield_for(field->type), form));
  return {pc, fp};
}

Go link_putfield(JavaThread& self, const Cell* pc, Slot* fp, int form) {
  bool may_keep = false;
  Field* field = find(self, pc, fp, FieldUse::kPutField, &may_keep);
  if (field == nullptr) return throw_pending(self, pc, fp);
  set_c(pc, static_cast<std::int32_t>(field->offset));
  become(pc, variant(putfield_for(field->type), form + (field->is_volatile() ? 3 : 0)));
  return {pc, fp};
}

// A getfield and a putfield of the same constant.
Go link_addfield(JavaThread& self, const Cell* pc, Slot* fp, int form) {
  bool may_keep = false;
  Field* field = find(self, pc, fp, FieldUse::kGetField, &may_keep);
  if (field == nullptr || find(self, pc, fp, FieldUse::kPutField, &may_keep) == nullptr) return throw_pending(self, pc, fp);
  CellOp quick = field->type == BasicType::kInt    ? CellOp::addfield_i_r
                 : field->type == BasicType::kLong ? CellOp::addfield_l_r
                                                   : CellOp::addfield_d_r;
  set_c(pc, static_cast<std::int32_t>(field->offset));
  become(pc, variant(quick, form + (field->is_volatile() ? 2 : 0)));
  return {pc, fp};
}

Go link_getstatic(JavaThread& self, const Cell* pc, Slot* fp) {
  bool may_keep = false;
  Field* field = find(self, pc, fp, FieldUse::kGetStatic, &may_keep);
  if (field == nullptr) return throw_pending(self, pc, fp);
  if (may_keep) {
    keep_static(pc, *field, getstatic_for(field->type));
    return {pc, fp};
  }
  load_field(field->holder->mirror, *field, &fp[pc->a]);
  return {pc + 2, fp};
}

Go link_putstatic(JavaThread& self, const Cell* pc, Slot* fp) {
  bool may_keep = false;
  Field* field = find(self, pc, fp, FieldUse::kPutStatic, &may_keep);
  if (field == nullptr) return throw_pending(self, pc, fp);
  if (may_keep) {
    keep_static(pc, *field, variant(putstatic_for(field->type), field->is_volatile() ? 1 : 0));
    return {pc, fp};
  }
  store_field(self, field->holder->mirror, *field, fp[pc->b]);
  return {pc + 2, fp};
}

// ldc has one byte of index, ldc_w and ldc2_w two.
Go link_ldc(JavaThread& self, const Cell* pc, Slot* fp) {
  const std::uint8_t* at = instruction_at(pc, fp);
  std::uint16_t pool_index = static_cast<classfile::Opcode>(*at) == classfile::Opcode::ldc ? at[1] : classfile::load_u2(at + 1);
  bool linked = false;
  {
    CellSlowPath slow(self, pc, fp);
    JavaResult<LinkedConstant> constant = vm::link_constant(self, method_of(fp), pool_index);
    if (constant.ok()) {
      linked = true;
      LinkedConstant found = constant.take();
      bool is_reference = runtime::is_reference(found.type);
      const void* kept = is_reference ? static_cast<const void*>(found.reference) : found.value.pointer;
      std::atomic_ref<const void*>(data_of(writable(pc))->pointer).store(kept, std::memory_order_relaxed);
      become(pc, is_reference ? CellOp::ldc_ref : CellOp::ldc_raw);
    }
  }
  return linked ? Go{pc, fp} : throw_pending(self, pc, fp);
}

// JVMS 6.5.checkcast: null fits everything, and links nothing.
Go link_checkcast(JavaThread& self, const Cell* pc, Slot* fp) {
  if (fp[pc->b].ref == nullptr) return {pc + 2, fp};
  Class* klass = keep_class(self, pc, fp, vm::link_class, CellOp::checkcast_quick);
  return klass != nullptr ? Go{pc, fp} : throw_pending(self, pc, fp);
}

Go link_instanceof(JavaThread& self, const Cell* pc, Slot* fp) {
  if (fp[pc->b].ref == nullptr) {
    fp[pc->a].set_int(0);
    return {pc + 2, fp};
  }
  Class* klass = keep_class(self, pc, fp, vm::link_class, CellOp::instanceof_quick);
  return klass != nullptr ? Go{pc, fp} : throw_pending(self, pc, fp);
}

Go link_new(JavaThread& self, const Cell* pc, Slot* fp) {
  LinkedClass found;
  {
    CellSlowPath slow(self, pc, fp);
    found = vm::link_new(self, method_of(fp), pool_index_at(pc, fp)).value_or(LinkedClass{});
  }
  if (found.klass == nullptr) return throw_pending(self, pc, fp);
  DataCell& data = *data_of(writable(pc));
  std::atomic_ref<const void*>(data.pointer).store(found.klass, std::memory_order_relaxed);
  std::atomic_ref<std::int32_t>(data.number).store(static_cast<std::int32_t>(found.klass->instance_bytes), std::memory_order_relaxed);
  if (!found.may_keep) return new_object(self, pc, fp);
  become(pc, CellOp::new_quick);
  return {pc, fp};
}

Go link_newarray(JavaThread& self, const Cell* pc, Slot* fp) {
  (void)self;
  const Class& klass = *runtime::primitive_array_class(static_cast<BasicType>(instruction_at(pc, fp)[1]));
  DataCell& data = *data_of(writable(pc));
  std::atomic_ref<const void*>(data.pointer).store(&klass, std::memory_order_relaxed);
  std::atomic_ref<std::int32_t>(data.number).store(klass.log2_element, std::memory_order_relaxed);
  become(pc, CellOp::newarray_quick);
  return {pc, fp};
}

Go link_anewarray(JavaThread& self, const Cell* pc, Slot* fp) {
  Class* klass = keep_class(self, pc, fp, vm::link_array_of, CellOp::newarray_quick);
  return klass != nullptr ? Go{pc, fp} : throw_pending(self, pc, fp);
}

}  // namespace minijvm::interp
