// Links fields, and accesses a field of any type. The cells use load_field and store_field, too,
// while a class is being initialised (cells/cell_link.cpp).
#include "vm/interp/reference/ops_field.h"

#include "gc/heap/barrier.h"
#include "vm/interp/link_sites.h"

namespace minijvm::interp {
namespace {

// Plain accesses are relaxed atomic ones, so no value is ever torn.
template <class T>
T read(const Object* object, const Field& field) {
  auto* at = const_cast<Object*>(object);
  return field.is_volatile() ? at->atomic<T>(field.offset).load(std::memory_order_seq_cst)
                             : at->atomic<T>(field.offset).load(std::memory_order_relaxed);
}

template <class T>
void write(Object* object, const Field& field, T value) {
  if (field.is_volatile()) {
    // JLS 17.4: a volatile store is sequentially consistent.
    object->atomic<T>(field.offset).store(value, std::memory_order_seq_cst);
  } else {
    object->store<T>(field.offset, value);
  }
}

}  // namespace

Field* find_field(State& s, FieldUse use) {
  StateSlowPath slow(s);
  vm::JavaResult<vm::LinkedField> linked = vm::link_field(s.self, *s.method, s.u2(1), use);
  if (!linked.ok())
    return nullptr;
  vm::LinkedField found = linked.take();
  // The site keeps the field only once every thread may use it without waiting for the class's
  // initialisation (JVMS 5.5).
  if (found.may_keep) {
    keep(s, found.field);
  }
  return found.field;
}

// JVMS 2.11.1: a value narrower than int is extended to int; only a char is extended with zeros.
void load_field(const Object* object, const Field& field, Slot* to) {
  switch (field.type) {
    case BasicType::kBoolean:
    case BasicType::kByte:
      to->set_int(read<std::int8_t>(object, field));
      return;
    case BasicType::kChar:
      to->set_int(read<std::uint16_t>(object, field));
      return;
    case BasicType::kShort:
      to->set_int(read<std::int16_t>(object, field));
      return;
    case BasicType::kInt:
      to->set_int(read<std::int32_t>(object, field));
      return;
    case BasicType::kFloat:
      to->set_float(read<float>(object, field));
      return;
    case BasicType::kLong:
      to->set_long(read<std::int64_t>(object, field));
      return;
    case BasicType::kDouble:
      to->set_double(read<double>(object, field));
      return;
    case BasicType::kObject:
    case BasicType::kArray:
      to->ref = read<Object*>(object, field);
      return;
    case BasicType::kVoid:
      break;
  }
  MJ_UNREACHABLE("a field of type %d", static_cast<int>(field.type));
}

void store_field(JavaThread& self, Object* object, const Field& field, Slot from) {
  switch (field.type) {
    // 6.5.putfield: a boolean keeps its low bit.
    case BasicType::kBoolean:
      write(object, field, static_cast<std::int8_t>(from.as_int() & 1));
      return;
    case BasicType::kByte:
      write(object, field, static_cast<std::int8_t>(from.as_int()));
      return;
    case BasicType::kChar:
      write(object, field, static_cast<std::uint16_t>(from.as_int()));
      return;
    case BasicType::kShort:
      write(object, field, static_cast<std::int16_t>(from.as_int()));
      return;
    case BasicType::kInt:
      write(object, field, from.as_int());
      return;
    case BasicType::kFloat:
      write(object, field, from.as_float());
      return;
    case BasicType::kLong:
      write(object, field, from.as_long());
      return;
    case BasicType::kDouble:
      write(object, field, from.as_double());
      return;
    case BasicType::kObject:
    case BasicType::kArray: {
      // gc stores references, because a store must run the write barrier.
      NoSafepoint still(self);
      if (field.is_volatile()) {
        gc::store_ref_volatile(still, object, field.offset, from.ref);
      } else {
        gc::store_ref(still, object, field.offset, from.ref);
      }
      return;
    }
    case BasicType::kVoid:
      break;
  }
  MJ_UNREACHABLE("a field of type %d", static_cast<int>(field.type));
}

}  // namespace minijvm::interp
