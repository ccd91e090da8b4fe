// Walks up the superclasses. The callers hold a NoSafepoint.
#include "vm/natives/world/journal/object_fields.h"

#include "runtime/class/symbol_table.h"

namespace minijvm::vm {

using runtime::BasicType;
using runtime::Class;
using runtime::Field;
using runtime::Object;

std::vector<const Field*> instance_fields(const Class& klass, const Class* above) {
  std::vector<const Field*> fields;
  if (klass.super != nullptr && klass.super != above) {
    fields = instance_fields(*klass.super, above);
  }
  for (const Field& field : klass.fields) {
    if (!field.is_static()) {
      fields.push_back(&field);
    }
  }
  return fields;
}

std::int64_t load_bits(const Object& object, std::size_t offset, BasicType type) {
  switch (runtime::log2_size(type)) {
    case 0:
      return object.load<std::int8_t>(offset);
    case 1:
      return object.load<std::int16_t>(offset);
    case 2:
      return object.load<std::int32_t>(offset);
    default:
      return object.load<std::int64_t>(offset);
  }
}

void store_bits(Object& object, std::size_t offset, BasicType type, std::int64_t bits) {
  switch (runtime::log2_size(type)) {
    case 0:
      object.store(offset, static_cast<std::int8_t>(bits));
      return;
    case 1:
      object.store(offset, static_cast<std::int16_t>(bits));
      return;
    case 2:
      object.store(offset, static_cast<std::int32_t>(bits));
      return;
    default:
      object.store(offset, bits);
  }
}

Object* reference_in(const Object& object, std::string_view name, std::string_view descriptor) {
  const runtime::Symbol* field_name = runtime::find_symbol(name);
  const runtime::Symbol* type = runtime::find_symbol(descriptor);
  for (const Class* klass = object.klass(); klass != nullptr; klass = klass->super) {
    const Field* field = klass->find_declared_field(field_name, type);
    if (field != nullptr && !field->is_static()) {
      return object.load_ref(field->offset);
    }
  }
  return nullptr;
}

}  // namespace minijvm::vm
