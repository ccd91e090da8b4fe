#include "vm/java/boxing.h"

#include "runtime/class.h"
#include "runtime/java_thread.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "vm/java/allocation.h"
#include "vm/java/class_init.h"

namespace minijvm::vm {

using runtime::BasicType;
using runtime::Class;
using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using runtime::Slot;
using runtime::wk;
using sync::NoSafepoint;

// Rows: basic type, class in well_known.def, field type in memory, how the slot takes it.
#define MJ_BOXES(X)                                        \
  X(kBoolean, Boolean, std::uint8_t, set_int, as_int)      \
  X(kChar, Character, std::uint16_t, set_int, as_int)      \
  X(kFloat, Float, float, set_float, as_float)             \
  X(kDouble, Double, double, set_double, as_double)        \
  X(kByte, Byte, std::int8_t, set_int, as_int)             \
  X(kShort, Short, std::int16_t, set_int, as_int)          \
  X(kInt, Integer, std::int32_t, set_int, as_int)          \
  X(kLong, Long, std::int64_t, set_long, as_long)

namespace {

// JLS 5.1.2: rank in byte < short < int < long < float < double; boolean and char stand apart.
int rank_of(BasicType type) {
  switch (type) {
    case BasicType::kByte: return 1;
    case BasicType::kShort: return 2;
    case BasicType::kInt: return 3;
    case BasicType::kLong: return 4;
    case BasicType::kFloat: return 5;
    case BasicType::kDouble: return 6;
    default: return 0;
  }
}

bool can_widen(BasicType from, BasicType to) {
  if (from == to) {
    return true;
  }
  if (from == BasicType::kChar) {
    return rank_of(to) >= rank_of(BasicType::kInt);
  }
  return rank_of(from) != 0 && rank_of(to) > rank_of(from);
}

}  // namespace

Class* box_class(JavaThread&, BasicType type) {
  switch (type) {
#define MJ_CASE(kind, Name, memory, set, as) \
  case BasicType::kind: return wk().java_lang_##Name;
    MJ_BOXES(MJ_CASE)
#undef MJ_CASE
    default: return nullptr;
  }
}

JavaResult<Handle<>> box(JavaThread& self, BasicType type, Slot value) {
  Class* klass = box_class(self, type);
  MJ_CHECK(klass != nullptr, "there is no box for basic type %d", static_cast<int>(type));
  MJ_TRY(initialize_class(self, *klass));
  Handle<> boxed = MJ_TRY(new_instance(self, *klass));
  NoSafepoint still(self);
  Object* raw = boxed.raw(still);
  switch (type) {
#define MJ_CASE(kind, Name, memory, set, as) \
  case BasicType::kind: raw->store<memory>(wk().Name##_value, static_cast<memory>(value.as())); break;
    MJ_BOXES(MJ_CASE)
#undef MJ_CASE
    default: MJ_UNREACHABLE("basic type %d", static_cast<int>(type));
  }
  return boxed;
}

BasicType unbox(JavaThread& self, Handle<> object, Slot* value) {
  NoSafepoint still(self);
  const Object* raw = object.raw(still);
  if (raw == nullptr) {
    return BasicType::kVoid;
  }
  const Class* klass = raw->klass();
#define MJ_CASE(kind, Name, memory, set, as)        \
  if (klass == wk().java_lang_##Name) {             \
    value->set(raw->load<memory>(wk().Name##_value)); \
    return BasicType::kind;                         \
  }
  MJ_BOXES(MJ_CASE)
#undef MJ_CASE
  return BasicType::kVoid;
}

bool widen(BasicType from, BasicType to, Slot* value) {
  if (!can_widen(from, to)) {
    return false;
  }
  bool is_integral = rank_of(from) <= rank_of(BasicType::kInt);  // char too
  bool is_long = from == BasicType::kLong;
  if (from == to || (is_integral && rank_of(to) <= rank_of(BasicType::kInt))) {
    return true;
  }
  switch (to) {
    case BasicType::kLong: value->set_long(value->as_int()); return true;
    case BasicType::kFloat: value->set_float(is_long ? static_cast<float>(value->as_long()) : static_cast<float>(value->as_int())); return true;
    case BasicType::kDouble:
      value->set_double(is_integral ? value->as_int() : is_long ? static_cast<double>(value->as_long()) : static_cast<double>(value->as_float()));
      return true;
    default: return false;
  }
}

void truncate_to(BasicType type, Slot* value) {
  switch (type) {
    case BasicType::kBoolean: value->set_int((value->as_int() & 0xff) != 0); return;  // a C function may return any non-zero byte
    case BasicType::kByte: value->set_int(static_cast<std::int8_t>(value->as_int())); return;
    case BasicType::kChar: value->set_int(static_cast<std::uint16_t>(value->as_int())); return;
    case BasicType::kShort: value->set_int(static_cast<std::int16_t>(value->as_int())); return;
    default: return;
  }
}

}  // namespace minijvm::vm
