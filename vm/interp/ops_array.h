// JVMS 6.5: reading and writing array elements, arraylength. Proved by tests/java/arrays.
#pragma once

#include "gc/barrier.h"
#include "vm/interp/state.h"

namespace minijvm::interp {

// The exception for the array and the index at *at, which do not go together.
[[gnu::cold]] Step raise_bad_element(State& s, const Slot* at);
[[gnu::cold]] Step raise_array_store(State& s, const Slot* value);

// Array and index at at[0] and at[1]: a null array or an index outside of it is false.
inline bool element_exists(const Slot* at) {
  const Object* array = at[0].ref;
  return array != nullptr && static_cast<std::uint32_t>(at[1].as_int()) < static_cast<std::uint32_t>(array->array_length());
}

inline void put(Slot* to, std::int32_t value) { to->set_int(value); }
inline void put(Slot* to, std::int64_t value) { to->set_long(value); }
inline void put(Slot* to, float value) { to->set_float(value); }
inline void put(Slot* to, double value) { to->set_double(value); }
inline void put(Slot* to, Object* value) { to->ref = value; }

template <class T>
constexpr int kStackSlots = sizeof(T) == 8 && !std::is_pointer_v<T> ? 2 : 1;

template <class T>
inline Step load_element(State& s) {
  Slot* at = s.sp - 2;
  if (!element_exists(at)) return raise_bad_element(s, at);
  T value = at[0].ref->elements<T>()[at[1].as_int()];
  put(at, value);
  s.sp = at + kStackSlots<T>;
  return Step::kNext;
}
MJ_BYTECODE op_iaload(State& s) { return load_element<std::int32_t>(s); }
MJ_BYTECODE op_laload(State& s) { return load_element<std::int64_t>(s); }
MJ_BYTECODE op_faload(State& s) { return load_element<float>(s); }
MJ_BYTECODE op_daload(State& s) { return load_element<double>(s); }
MJ_BYTECODE op_aaload(State& s) { return load_element<Object*>(s); }
MJ_BYTECODE op_baload(State& s) { return load_element<std::int8_t>(s); }  // boolean arrays too: 0 and 1
MJ_BYTECODE op_caload(State& s) { return load_element<std::uint16_t>(s); }
MJ_BYTECODE op_saload(State& s) { return load_element<std::int16_t>(s); }

template <class T>
inline T taken(const Slot& from) {
  if constexpr (std::is_same_v<T, float>) {
    return from.as_float();
  } else if constexpr (std::is_same_v<T, double>) {
    return from.as_double();
  } else if constexpr (sizeof(T) == 8) {
    return from.as_long();
  } else {
    return static_cast<T>(from.as_int());
  }
}

template <class T>
inline Step store_element(State& s) {
  Slot* at = s.sp - 2 - kStackSlots<T>;
  if (!element_exists(at)) return raise_bad_element(s, at);
  at[0].ref->elements<T>()[at[1].as_int()] = taken<T>(at[2]);
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
  if (!element_exists(at)) return raise_bad_element(s, at);
  bool is_boolean = at[0].ref->klass()->element_type == BasicType::kBoolean;
  std::int32_t value = is_boolean ? at[2].as_int() & 1 : at[2].as_int();
  at[0].ref->elements<std::int8_t>()[at[1].as_int()] = static_cast<std::int8_t>(value);
  s.sp = at;
  return Step::kNext;
}

// JVMS 6.5.aastore: the value must be null or fit the component type.
MJ_BYTECODE op_aastore(State& s) {
  Slot* at = s.sp - 3;
  if (!element_exists(at)) return raise_bad_element(s, at);
  Object* array = at[0].ref;
  Object* value = at[2].ref;
  if (value != nullptr && !value->klass()->is_subclass_of(*array->klass()->component)) return raise_array_store(s, &at[2]);
  NoSafepoint still(s.self);
  gc::store_ref(still, array, Object::element_offset(at[1].as_int(), 3), value);
  s.sp = at;
  return Step::kNext;
}

MJ_BYTECODE op_arraylength(State& s) {
  const Object* array = s.sp[-1].ref;
  if (array == nullptr) return raise_null_pointer(s);
  s.sp[-1].set_int(array->array_length());
  return Step::kNext;
}

}  // namespace minijvm::interp
