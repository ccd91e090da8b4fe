// Runs getfield, putfield, getstatic and putstatic (JVMS 6.5). Static fields are in the mirror of
// the field's class.
// Tested by tests/java/fields and tests/java/initialization.
#pragma once

#include "runtime/class/field.h"
#include "runtime/link/resolution.h"
#include "runtime/object/java_objects.h"
#include "vm/interp/reference/sites.h"
#include "vm/interp/reference/state.h"
#include "vm/vm.h"

namespace minijvm::interp {

using runtime::Field;
using runtime::FieldUse;

// Returns the field that the instruction refers to; null if an exception is pending. The site keeps
// the field once its class is initialised for all threads.
[[gnu::cold]] Field* find_field(State& s, FieldUse use);

// These move one value between a field and the stack; a long or double is in the first of its two
// slots. Accesses of volatile fields are sequentially consistent (JLS 17.4).
void load_field(const Object* object, const Field& field, Slot* to);
void store_field(JavaThread& self, Object* object, const Field& field, Slot from);

// Another thread may run before the access, if the field is pointed (activation.h). The object, of
// an instance field, is in *slot: it may move then.
inline void access_field(State& s, const Field& field, vm::OpKind kind, Object* const* slot) {
  if (__builtin_expect(vm::the_vm.java.points.at_fields, 0)) {
    access_field(s.self, s.pc, s.fp, kind, field, slot);
    s.refresh_method();
  }
}

// Returns the field, which is linked at the first execution.
inline Field* field_of_site(State& s, FieldUse use) {
  Field* field = kept<Field>(s);
  return field != nullptr ? field : find_field(s, use);
}

// Resolution comes before the check for null (6.5.getfield: linking exceptions, then run-time
// ones).
MJ_BYTECODE op_getfield(State& s) {
  const Field* field = field_of_site(s, FieldUse::kGetField);
  if (field == nullptr)
    return Step::kThrow;
  if (s.sp[-1].ref == nullptr)
    return raise_null_pointer(s);
  access_field(s, *field, vm::OpKind::kRead, &s.sp[-1].ref);
  load_field(s.sp[-1].ref, *field, s.sp - 1);
  s.sp += runtime::slots_of(field->type) - 1;
  return Step::kNext;
}

MJ_BYTECODE op_putfield(State& s) {
  const Field* field = field_of_site(s, FieldUse::kPutField);
  if (field == nullptr)
    return Step::kThrow;
  Slot* value = s.sp - runtime::slots_of(field->type);
  if (value[-1].ref == nullptr)
    return raise_null_pointer(s);
  access_field(s, *field, vm::OpKind::kWrite, &value[-1].ref);
  store_field(s.self, value[-1].ref, *field, *value);
  s.sp = value - 1;
  return Step::kNext;
}

MJ_BYTECODE op_getstatic(State& s) {
  const Field* field = field_of_site(s, FieldUse::kGetStatic);
  if (field == nullptr)
    return Step::kThrow;
  access_field(s, *field, vm::OpKind::kRead, nullptr);
  load_field(field->holder->mirror, *field, s.sp);
  s.sp += runtime::slots_of(field->type);
  return Step::kNext;
}

MJ_BYTECODE op_putstatic(State& s) {
  const Field* field = field_of_site(s, FieldUse::kPutStatic);
  if (field == nullptr)
    return Step::kThrow;
  access_field(s, *field, vm::OpKind::kWrite, nullptr);
  s.sp -= runtime::slots_of(field->type);
  store_field(s.self, field->holder->mirror, *field, *s.sp);
  return Step::kNext;
}

}  // namespace minijvm::interp
