// Finds fields by walking up the superclasses. The caller holds the world or a NoSafepoint.
#include "tools/hangs/fields.h"

#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/symbol_table.h"
#include "runtime/object/object.h"

namespace minijvm::vm::hangs {

using runtime::BasicType;
using runtime::Class;
using runtime::Field;
using runtime::Object;

namespace {

const Field* find_field(const Object* object, std::string_view name) {
  for (const Class* at = object == nullptr ? nullptr : object->klass(); at != nullptr;
       at = at->super) {
    for (const Field& field : at->fields) {
      if (!field.is_static() && field.name->text() == name) {
        return &field;
      }
    }
  }
  return nullptr;
}

}  // namespace

Object* ref_field(const Object* object, std::string_view name) {
  const Field* field = find_field(object, name);
  return field == nullptr || !runtime::is_reference(field->type) ? nullptr
                                                                 : object->load_ref(field->offset);
}

std::optional<std::int64_t> number_field(const Object* object, std::string_view name) {
  const Field* field = find_field(object, name);
  if (field == nullptr) {
    return std::nullopt;
  }
  switch (field->type) {
    case BasicType::kInt:
      return object->load<std::int32_t>(field->offset);
    case BasicType::kLong:
      return object->load<std::int64_t>(field->offset);
    default:
      return std::nullopt;
  }
}

bool is_a(const Object* object, std::string_view class_name) {
  for (const Class* at = object == nullptr ? nullptr : object->klass(); at != nullptr;
       at = at->super) {
    if (at->name->text() == class_name) {
      return true;
    }
  }
  return false;
}

}  // namespace minijvm::vm::hangs
