// Converts boxes and primitives as reflection and JNI need it. One table, MJ_BOXES, has the eight
// boxes; box_class, box and unbox expand it. Callers are in kInVm.
#include "vm/java/boxing.h"

#include <utility>

#include "runtime/class/class.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/allocation.h"
#include "vm/java/class_init.h"

namespace minijvm::vm {

using runtime::BasicType;
using runtime::Class;
using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using runtime::Slot;
using sync::NoSafepoint;

// The columns are the basic type, java::Integer and its like, the function that sets a slot to the
// value, and the one that reads it.
#define MJ_BOXES(X)                         \
  X(kBoolean, Boolean, set_int, as_int)     \
  X(kChar, Character, set_int, as_int)      \
  X(kFloat, Float, set_float, as_float)     \
  X(kDouble, Double, set_double, as_double) \
  X(kByte, Byte, set_int, as_int)           \
  X(kShort, Short, set_int, as_int)         \
  X(kInt, Integer, set_int, as_int)         \
  X(kLong, Long, set_long, as_long)

namespace {

template <class Box>
using ValueOf = decltype(std::declval<Box&>().value());

// Orders the types by widening (JLS 5.1.2): byte < short < int < long < float < double. Boolean and
// char have rank 0 and are treated apart.
int rank_of(BasicType type) {
  switch (type) {
    case BasicType::kByte:
      return 1;
    case BasicType::kShort:
      return 2;
    case BasicType::kInt:
      return 3;
    case BasicType::kLong:
      return 4;
    case BasicType::kFloat:
      return 5;
    case BasicType::kDouble:
      return 6;
    default:
      return 0;
  }
}

bool can_widen(BasicType from, BasicType to) {
  if (from == to) {
    return true;
  }
  // A char widens to int and up, but not to short: a short has no values above 32767.
  if (from == BasicType::kChar) {
    return rank_of(to) >= rank_of(BasicType::kInt);
  }
  return rank_of(from) != 0 && rank_of(to) > rank_of(from);
}

}  // namespace

Class* box_class(JavaThread&, BasicType type) {
  switch (type) {
#define MJ_CASE(kind, Name, set, as) \
  case BasicType::kind:              \
    return java::Name::java_class();
    MJ_BOXES(MJ_CASE)
#undef MJ_CASE
    default:
      return nullptr;
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
#define MJ_CASE(kind, Name, set, as)                                                        \
  case BasicType::kind:                                                                     \
    static_cast<java::Name*>(raw)->set_value(static_cast<ValueOf<java::Name>>(value.as())); \
    break;
    MJ_BOXES(MJ_CASE)
#undef MJ_CASE
    default:
      MJ_UNREACHABLE("basic type %d", static_cast<int>(type));
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
#define MJ_CASE(kind, Name, set, as)                          \
  if (klass == java::Name::java_class()) {                    \
    value->set(static_cast<const java::Name*>(raw)->value()); \
    return BasicType::kind;                                   \
  }
  MJ_BOXES(MJ_CASE)
#undef MJ_CASE
  return BasicType::kVoid;
}

bool widen(BasicType from, BasicType to, Slot* value) {
  if (!can_widen(from, to)) {
    return false;
  }
  // This includes char, whose rank is 0.
  bool is_integral = rank_of(from) <= rank_of(BasicType::kInt);
  bool is_long = from == BasicType::kLong;
  // Types up to int are all held in a slot as an int, so a conversion among them changes nothing.
  if (from == to || (is_integral && rank_of(to) <= rank_of(BasicType::kInt))) {
    return true;
  }
  switch (to) {
    case BasicType::kLong:
      value->set_long(value->as_int());
      return true;
    case BasicType::kFloat:
      value->set_float(is_long ? static_cast<float>(value->as_long())
                               : static_cast<float>(value->as_int()));
      return true;
    case BasicType::kDouble:
      // int and float have exact doubles; a long is rounded to the nearest one, as l2d does.
      value->set_double(is_integral ? value->as_int()
                        : is_long   ? static_cast<double>(value->as_long())
                                    : static_cast<double>(value->as_float()));
      return true;
    default:
      return false;
  }
}

void truncate_to(BasicType type, Slot* value) {
  switch (type) {
    // A C function may return any non-zero byte for true.
    case BasicType::kBoolean:
      value->set_int((value->as_int() & 0xff) != 0);
      return;
    case BasicType::kByte:
      value->set_int(static_cast<std::int8_t>(value->as_int()));
      return;
    case BasicType::kChar:
      value->set_int(static_cast<std::uint16_t>(value->as_int()));
      return;
    case BasicType::kShort:
      value->set_int(static_cast<std::int16_t>(value->as_int()));
      return;
    default:
      return;
  }
}

}  // namespace minijvm::vm
