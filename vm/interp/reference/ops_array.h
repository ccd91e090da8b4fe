// Runs the instructions that read and write array elements, and arraylength (JVMS 6.5).
// Tested by tests/java/arrays.
#pragma once

#include "gc/heap/reference_fields.h"
#include "vm/interp/reference/state.h"
#include "vm/vm.h"

namespace minijvm::interp {

// Throws the exception for an array at at[0] that is null or has no element with the index at
// at[1].
[[gnu::cold]] Step raise_bad_element(State& s, const Slot* at);
[[gnu::cold]] Step raise_array_store(State& s, const Slot* value);

// Returns false for a null array and for an index outside of the array. The unsigned comparison
// covers negative indexes, too.
inline bool element_exists(const Slot* at) {
  const Object* array = at[0].ref;
  return array != nullptr && static_cast<std::uint32_t>(at[1].as_int()) <
                                 static_cast<std::uint32_t>(array->array_length());
}

// Another thread may run before the access, if the run asks at accesses (activation.h).
inline void access_element(State& s, vm::OpKind kind, const Slot* at) {
  if (__builtin_expect(vm::the_vm.java.points.at_elements, 0)) {
    access_element(s.self, s.pc, s.fp, kind, &at[0].ref, at[1].as_int());
    s.refresh_method();
  }
}

template <class T>
inline Step load_element(State& s) {
  Slot* at = s.sp - 2;
  if (!element_exists(at))
    return raise_bad_element(s, at);
  access_element(s, vm::OpKind::kRead, at);
  T value = at[0].ref->elements<T>()[at[1].as_int()];
  s.sp = at;
  s.push(value);
  return Step::kNext;
}
MJ_BYTECODE op_iaload(State& s) { return load_element<std::int32_t>(s); }
MJ_BYTECODE op_laload(State& s) { return load_element<std::int64_t>(s); }
MJ_BYTECODE op_faload(State& s) { return load_element<float>(s); }
MJ_BYTECODE op_daload(State& s) { return load_element<double>(s); }
MJ_BYTECODE op_aaload(State& s) { return load_element<Object*>(s); }
// baload also reads boolean arrays, whose elements are 0 and 1.
MJ_BYTECODE op_baload(State& s) { return load_element<std::int8_t>(s); }
MJ_BYTECODE op_caload(State& s) { return load_element<std::uint16_t>(s); }
MJ_BYTECODE op_saload(State& s) { return load_element<std::int16_t>(s); }

// The narrow stores cut the value to the element's size.
template <class T>
inline Step store_element(State& s) {
  Slot* at = s.sp - 2 - kOperandSlots<T>;
  if (!element_exists(at))
    return raise_bad_element(s, at);
  access_element(s, vm::OpKind::kWrite, at);
  at[0].ref->elements<T>()[at[1].as_int()] = value_in<T>(at[2]);
  s.sp = at;
  return Step::kNext;
}
MJ_BYTECODE op_iastore(State& s) { return store_element<std::int32_t>(s); }
MJ_BYTECODE op_lastore(State& s) { return store_element<std::int64_t>(s); }
MJ_BYTECODE op_fastore(State& s) { return store_element<float>(s); }
MJ_BYTECODE op_dastore(State& s) { return store_element<double>(s); }
MJ_BYTECODE op_castore(State& s) { return store_element<std::uint16_t>(s); }
MJ_BYTECODE op_sastore(State& s) { return store_element<std::int16_t>(s); }

// JVMS 6.5.bastore: a boolean array keeps the low bit.
MJ_BYTECODE op_bastore(State& s) {
  Slot* at = s.sp - 3;
  if (!element_exists(at))
    return raise_bad_element(s, at);
  access_element(s, vm::OpKind::kWrite, at);
  bool is_boolean = at[0].ref->klass()->element_type == BasicType::kBoolean;
  std::int32_t value = is_boolean ? at[2].as_int() & 1 : at[2].as_int();
  at[0].ref->elements<std::int8_t>()[at[1].as_int()] = static_cast<std::int8_t>(value);
  s.sp = at;
  return Step::kNext;
}

// JVMS 6.5.aastore: the value must be null or an instance of the component type.
MJ_BYTECODE op_aastore(State& s) {
  Slot* at = s.sp - 3;
  if (!element_exists(at))
    return raise_bad_element(s, at);
  access_element(s, vm::OpKind::kWrite, at);
  Object* array = at[0].ref;
  Object* value = at[2].ref;
  if (value != nullptr && !value->klass()->is_subclass_of(*array->klass()->component))
    return raise_array_store(s, &at[2]);
  NoSafepoint still(s.self);
  runtime::as<java::ObjectArray>(array)->store_element(still, at[1].as_int(), value);
  s.sp = at;
  return Step::kNext;
}

MJ_BYTECODE op_arraylength(State& s) {
  const Object* array = s.sp[-1].ref;
  if (array == nullptr)
    return raise_null_pointer(s);
  s.sp[-1].set_int(array->array_length());
  return Step::kNext;
}

}  // namespace minijvm::interp
