// JVMS 6.5: getfield, putfield, getstatic, putstatic. Statics lie in the mirror of the field's class.
// Proved by tests/java/fields and tests/java/initialization.
#pragma once

#include "runtime/field.h"
#include "runtime/resolution.h"
#include "vm/interp/sites.h"
#include "vm/interp/state.h"

namespace minijvm::interp {

using runtime::Field;
using runtime::FieldUse;

// The field that the instruction names; null with an exception pending. Kept in the site once its class is initialised for all.
[[gnu::cold]] Field* find_field(State& s, FieldUse use);

// One value between a field and the stack; category 2 in the first of its two slots. Volatile fields: JLS 17.4, sequentially consistent.
void load_field(const Object* object, const Field& field, Slot* to);
void store_field(JavaThread& self, Object* object, const Field& field, Slot from);

inline Field* field_of_site(State& s, FieldUse use) {
  Field* field = kept<Field>(s);
  return field != nullptr ? field : find_field(s, use);
}

MJ_BYTECODE op_getfield(State& s) {
  const Field* field = field_of_site(s, FieldUse::kGetField);
  if (field == nullptr) return Step::kThrow;
  const Object* object = s.sp[-1].ref;
  if (object == nullptr) return raise_null_pointer(s);
  load_field(object, *field, s.sp - 1);
  s.sp += runtime::slots_of(field->type) - 1;
  return Step::kNext;
}

MJ_BYTECODE op_putfield(State& s) {
  const Field* field = field_of_site(s, FieldUse::kPutField);
  if (field == nullptr) return Step::kThrow;
  Slot* value = s.sp - runtime::slots_of(field->type);
  if (value[-1].ref == nullptr) return raise_null_pointer(s);
  store_field(s.self, value[-1].ref, *field, *value);
  s.sp = value - 1;
  return Step::kNext;
}

MJ_BYTECODE op_getstatic(State& s) {
  const Field* field = field_of_site(s, FieldUse::kGetStatic);
  if (field == nullptr) return Step::kThrow;
  load_field(field->holder->mirror, *field, s.sp);
  s.sp += runtime::slots_of(field->type);
  return Step::kNext;
}

MJ_BYTECODE op_putstatic(State& s) {
  const Field* field = field_of_site(s, FieldUse::kPutStatic);
  if (field == nullptr) return Step::kThrow;
  s.sp -= runtime::slots_of(field->type);
  store_field(s.self, field->holder->mirror, *field, *s.sp);
  return Step::kNext;
}

}  // namespace minijvm::interp
