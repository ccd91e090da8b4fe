// Executes cells of fields, constants and classes for the first time: the cell calls link_sites.h
// and becomes the quick cell for the answer. While this thread is still initialising the class, the
// cell does its work once and stays as it is (JVMS 5.5). Called from the loop, in kInJava.
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/link/class_linker.h"
#include "runtime/object/java_objects.h"
#include "vm/interp/cells/cell_state.h"
#include "vm/interp/link_sites.h"
#include "vm/interp/reference/ops_field.h"
#include "vm/interp/watched_access.h"
#include "vm/interp/watched_cells.h"
#include "vm/java/errors/exceptions.h"

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

// Links the field; null if an exception is pending.
Field* find(JavaThread& self, const Cell* pc, Slot* fp, FieldUse use, bool* may_keep) {
  SlowPath slow(self, pc, fp);
  JavaResult<LinkedField> linked = vm::link_field(self, method_of(fp), pool_index_at(pc, fp), use);
  if (!linked.ok())
    return nullptr;
  LinkedField found = linked.take();
  *may_keep = found.may_keep;
  return found.field;
}

// Returns the place of a type in the families that read fields (cells.def): b c s i l d a.
int read_form(BasicType type) {
  switch (type) {
    case BasicType::kBoolean:
    case BasicType::kByte:
      return 0;
    case BasicType::kChar:
      return 1;
    case BasicType::kShort:
      return 2;
    case BasicType::kInt:
    case BasicType::kFloat:
      return 3;
    case BasicType::kLong:
      return 4;
    case BasicType::kDouble:
      return 5;
    default:
      return 6;
  }
}
// Returns the place in the families that write fields: z b c i l d a. A boolean is cut to one bit,
// a char and a short to two bytes.
int write_form(BasicType type) {
  if (type == BasicType::kBoolean)
    return 0;
  if (type == BasicType::kByte)
    return 1;
  return type == BasicType::kShort ? 2 : read_form(type) + (type == BasicType::kChar ? 1 : 0);
}

// A family has two forms for each type that is read, six for each that is written (cells.def); for
// static fields these are one and two. One cell writes static fields of type long and double.
CellOp getfield_for(BasicType type) { return variant(CellOp::getfield_b_r, 2 * read_form(type)); }
CellOp putfield_for(BasicType type) { return variant(CellOp::putfield_z_r, 6 * write_form(type)); }
CellOp getstatic_for(BasicType type) { return variant(CellOp::getstatic_b, read_form(type)); }
CellOp putstatic_for(BasicType type) {
  int form = write_form(type);
  return variant(CellOp::putstatic_z, 2 * (form > write_form(BasicType::kLong) ? form - 1 : form));
}
static_assert(variant(CellOp::getfield_b_r, 2 * 6) == CellOp::getfield_a_r);
static_assert(variant(CellOp::putfield_z_r, 6 * 6) == CellOp::putfield_a_r);
static_assert(variant(CellOp::getstatic_b, 6) == CellOp::getstatic_a);
static_assert(variant(CellOp::putstatic_z, 2 * 5) == CellOp::putstatic_a);

// The static's address goes into the data cell: mirrors never move.
void keep_static(const Cell* pc, const Field& field, CellOp op) {
  const char* address = reinterpret_cast<const char*>(field.holder->mirror) + field.offset;
  std::atomic_ref<const void*>(data_of(writable(pc))->pointer)
      .store(address, std::memory_order_relaxed);
  quicken(pc, op);
}

// The same for a field whose accesses are watched: the cell needs to know it.
void keep_field(const Cell* pc, const Field& field, CellOp op) {
  std::atomic_ref<const void*>(data_of(writable(pc))->pointer)
      .store(&field, std::memory_order_relaxed);
  quicken(pc, op);
}

// Links the class that a cell refers to, and makes the cell `quick` with it. Returns null if an
// exception is pending.
using ClassLinker = JavaResult<Class*> (*)(JavaThread&, Method&, std::uint16_t);
Class* keep_class(JavaThread& self, const Cell* pc, Slot* fp, ClassLinker link, CellOp quick) {
  SlowPath slow(self, pc, fp);
  Class* klass = link(self, method_of(fp), pool_index_at(pc, fp)).value_or(nullptr);
  if (klass == nullptr)
    return nullptr;
  DataCell& data = *data_of(writable(pc));
  std::atomic_ref<const void*>(data.pointer).store(klass, std::memory_order_relaxed);
  // newarray_quick needs the size of the elements.
  if (klass->is_array()) {
    std::atomic_ref<std::int32_t>(data.number)
        .store(klass->log2_element, std::memory_order_relaxed);
  }
  quicken(pc, quick);
  return klass;
}

}  // namespace

// A pointed field is accessed here each time, since only slow paths may stop.
Continuation link_getfield(JavaThread& self, const Cell* pc, Slot* fp, int form) {
  bool may_keep = false;
  Field* field = find(self, pc, fp, FieldUse::kGetField, &may_keep);
  if (field == nullptr)
    return throw_pending(self, pc, fp);
  if (is_pointed(fp, *field)) {
    if (fp[pc->b].ref == nullptr)
      return throw_null(self, pc, fp);
    access_field(self, pc, fp, vm::OpKind::kRead, *field, &fp[pc->b].ref);
    load_field(fp[pc->b].ref, *field, &fp[pc->a]);
    return {pc + 1, fp};
  }
  if (is_watched(fp, *field)) {
    set_c(pc, watched_field(*field, 0));
    quicken(pc, CellOp::getfield_watched);
    return {pc, fp};
  }
  set_c(pc, static_cast<std::int32_t>(field->offset));
  quicken(pc, variant(getfield_for(field->type), form));
  return {pc, fp};
}

Continuation link_putfield(JavaThread& self, const Cell* pc, Slot* fp, int form) {
  bool may_keep = false;
  Field* field = find(self, pc, fp, FieldUse::kPutField, &may_keep);
  if (field == nullptr)
    return throw_pending(self, pc, fp);
  if (is_pointed(fp, *field)) {
    if (fp[pc->b].ref == nullptr)
      return throw_null(self, pc, fp);
    access_field(self, pc, fp, vm::OpKind::kWrite, *field, &fp[pc->b].ref);
    store_field(self, fp[pc->b].ref, *field, value_to_put(pc, fp, field->type, form));
    return {pc + 1, fp};
  }
  if (is_watched(fp, *field)) {
    set_c(pc, watched_field(*field, form));
    quicken(pc, CellOp::putfield_watched);
    return {pc, fp};
  }
  set_c(pc, static_cast<std::int32_t>(field->offset));
  quicken(pc, variant(putfield_for(field->type), form + (field->is_volatile() ? 3 : 0)));
  return {pc, fp};
}

// Links a getfield and a putfield of the same constant. Both must be allowed: a final field may be
// read only.
Continuation link_addfield(JavaThread& self, const Cell* pc, Slot* fp, int form) {
  bool may_keep = false;
  Field* field = find(self, pc, fp, FieldUse::kGetField, &may_keep);
  if (field == nullptr || find(self, pc, fp, FieldUse::kPutField, &may_keep) == nullptr)
    return throw_pending(self, pc, fp);
  CellOp quick = field->type == BasicType::kInt    ? CellOp::addfield_i_r
                 : field->type == BasicType::kLong ? CellOp::addfield_l_r
                                                   : CellOp::addfield_d_r;
  set_c(pc, static_cast<std::int32_t>(field->offset));
  quicken(pc, variant(quick, form + (field->is_volatile() ? 2 : 0)));
  return {pc, fp};
}

Continuation link_getstatic(JavaThread& self, const Cell* pc, Slot* fp) {
  bool may_keep = false;
  Field* field = find(self, pc, fp, FieldUse::kGetStatic, &may_keep);
  if (field == nullptr)
    return throw_pending(self, pc, fp);
  if (is_pointed(fp, *field) || (is_watched(fp, *field) && !may_keep)) {
    access_field(self, pc, fp, vm::OpKind::kRead, *field, nullptr);
  } else if (is_watched(fp, *field)) {
    keep_field(pc, *field, CellOp::getstatic_watched);
    return {pc, fp};
  } else if (may_keep) {
    keep_static(pc, *field, getstatic_for(field->type));
    return {pc, fp};
  }
  load_field(field->holder->mirror, *field, &fp[pc->a]);
  return {pc + 2, fp};
}

Continuation link_putstatic(JavaThread& self, const Cell* pc, Slot* fp) {
  bool may_keep = false;
  Field* field = find(self, pc, fp, FieldUse::kPutStatic, &may_keep);
  if (field == nullptr)
    return throw_pending(self, pc, fp);
  if (is_pointed(fp, *field) || (is_watched(fp, *field) && !may_keep)) {
    access_field(self, pc, fp, vm::OpKind::kWrite, *field, nullptr);
  } else if (is_watched(fp, *field)) {
    keep_field(pc, *field, CellOp::putstatic_watched);
    return {pc, fp};
  } else if (may_keep) {
    keep_static(pc, *field, variant(putstatic_for(field->type), field->is_volatile() ? 1 : 0));
    return {pc, fp};
  }
  store_field(self, field->holder->mirror, *field, fp[pc->b]);
  return {pc + 2, fp};
}

// ldc has an index of one byte, ldc_w and ldc2_w have one of two bytes.
Continuation link_ldc(JavaThread& self, const Cell* pc, Slot* fp) {
  const std::uint8_t* at = instruction_at(pc, fp);
  std::uint16_t pool_index = static_cast<classfile::Opcode>(*at) == classfile::Opcode::ldc
                                 ? at[1]
                                 : classfile::load_u2(at + 1);
  bool linked = false;
  {
    SlowPath slow(self, pc, fp);
    JavaResult<LinkedConstant> constant = vm::link_constant(self, method_of(fp), pool_index);
    if (constant.ok()) {
      linked = true;
      LinkedConstant found = constant.take();
      bool is_reference = runtime::is_reference(found.type);
      const void* kept =
          is_reference ? static_cast<const void*>(found.reference) : found.value.pointer;
      std::atomic_ref<const void*>(data_of(writable(pc))->pointer)
          .store(kept, std::memory_order_relaxed);
      quicken(pc, is_reference ? CellOp::ldc_ref : CellOp::ldc_raw);
    }
  }
  return linked ? Continuation{pc, fp} : throw_pending(self, pc, fp);
}

// JVMS 6.5.checkcast: null has every type, and resolves nothing.
Continuation link_checkcast(JavaThread& self, const Cell* pc, Slot* fp) {
  if (fp[pc->b].ref == nullptr) {
    fp[pc->a].ref = nullptr;
    return {pc + 2, fp};
  }
  const CellOp quick = pc->a == pc->b ? CellOp::checkcast_quick : CellOp::checkcast_copy_quick;
  Class* klass = keep_class(self, pc, fp, vm::link_class, quick);
  return klass != nullptr ? Continuation{pc, fp} : throw_pending(self, pc, fp);
}

Continuation link_instanceof(JavaThread& self, const Cell* pc, Slot* fp) {
  if (fp[pc->b].ref == nullptr) {
    fp[pc->a].set_int(0);
    return {pc + 2, fp};
  }
  Class* klass = keep_class(self, pc, fp, vm::link_class, CellOp::instanceof_quick);
  return klass != nullptr ? Continuation{pc, fp} : throw_pending(self, pc, fp);
}

// The data cell holds the class and its size.
Continuation link_new(JavaThread& self, const Cell* pc, Slot* fp) {
  LinkedClass found;
  {
    SlowPath slow(self, pc, fp);
    found = vm::link_new(self, method_of(fp), pool_index_at(pc, fp)).value_or(LinkedClass{});
  }
  if (found.klass == nullptr)
    return throw_pending(self, pc, fp);
  DataCell& data = *data_of(writable(pc));
  std::atomic_ref<const void*>(data.pointer).store(found.klass, std::memory_order_relaxed);
  std::atomic_ref<std::int32_t>(data.number)
      .store(static_cast<std::int32_t>(found.klass->instance_bytes), std::memory_order_relaxed);
  // The data cell is filled even then, since new_object reads the class there.
  if (!found.may_keep)
    return new_object(self, pc, fp);
  quicken(pc, CellOp::new_quick);
  return {pc, fp};
}

// Primitive arrays have no pool index: the instruction says the type of the elements.
Continuation link_newarray(JavaThread& self, const Cell* pc, Slot* fp) {
  (void)self;
  const Class& klass =
      *runtime::primitive_array_class(static_cast<BasicType>(instruction_at(pc, fp)[1]));
  DataCell& data = *data_of(writable(pc));
  std::atomic_ref<const void*>(data.pointer).store(&klass, std::memory_order_relaxed);
  std::atomic_ref<std::int32_t>(data.number).store(klass.log2_element, std::memory_order_relaxed);
  quicken(pc, CellOp::newarray_quick);
  return {pc, fp};
}

Continuation link_anewarray(JavaThread& self, const Cell* pc, Slot* fp) {
  Class* klass = keep_class(self, pc, fp, vm::link_array_of, CellOp::newarray_quick);
  return klass != nullptr ? Continuation{pc, fp} : throw_pending(self, pc, fp);
}

}  // namespace minijvm::interp
