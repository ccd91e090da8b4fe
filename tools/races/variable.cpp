// Finds fields by their offsets. Called only where there is a race.
#include "tools/races/variable.h"

#include <fmt/format.h>

#include <string_view>

#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/object/java_objects.h"
#include "runtime/object/object.h"
#include "runtime/object/well_known.h"
#include "vm/java/mirrors.h"

namespace minijvm::vm::races {

using runtime::Class;
using runtime::Field;
using runtime::Object;

namespace {

struct Suppression {
  std::string_view holder;
  std::string_view field;
};
constexpr Suppression kSuppressions[] = {
#define MJ_SUPPRESSION(holder, field, reason) {holder, field},
#include "tools/races/suppressions.def"
};

const Field* field_at(const Class& klass, std::int64_t offset, bool is_static) {
  for (const Field& field : klass.fields) {
    if (field.is_static() == is_static && field.offset == offset) {
      return &field;
    }
  }
  return nullptr;
}

}  // namespace

Declaration declaration_of(const Object& object, std::int64_t offset) {
  const Class* klass = object.klass();
  if (klass->is_array()) {
    return {klass, nullptr};
  }
  if (klass == runtime::wk().java_lang_Class) {
    const Class& mirrored = class_of_mirror(&static_cast<const java::ClassMirror&>(object));
    if (const Field* field = field_at(mirrored, offset, true)) {
      return {&mirrored, field};
    }
  }
  for (const Class* holder = klass; holder != nullptr; holder = holder->super) {
    if (const Field* field = field_at(*holder, offset, false)) {
      return {holder, field};
    }
  }
  return {klass, nullptr};
}

std::string declaration_text(const Declaration& declaration) {
  if (declaration.field == nullptr) {
    return declaration.holder->is_array()
               ? "element of " + runtime::external_type(declaration.holder->name->text())
               : "offset of " + declaration.holder->external_name();
  }
  const Field& field = *declaration.field;
  return fmt::format("{}{}.{} ({})", field.is_static() ? "static " : "",
                     declaration.holder->external_name(), field.name->text(),
                     runtime::external_type(field.descriptor->text()));
}

std::string variable_text(const Declaration& declaration, const Object& object,
                          std::int64_t offset) {
  if (declaration.field != nullptr) {
    return declaration_text(declaration);
  }
  const Class& klass = *object.klass();
  if (!klass.is_array()) {
    return fmt::format("offset {} of a {}", offset, klass.external_name());
  }
  const auto first = static_cast<std::int64_t>(Object::element_offset(0, klass.log2_element));
  return fmt::format("element {} of an array {} of length {}",
                     (offset - first) >> klass.log2_element,
                     runtime::external_type(klass.name->text()), object.array_length());
}

std::string shared_name(const Declaration& declaration) {
  const runtime::Class& holder = *declaration.holder;
  if (declaration.field != nullptr) {
    return holder.external_name() + '.' + std::string(declaration.field->name->text());
  }
  return holder.is_array() ? runtime::external_type(holder.name->text()) : "";
}

bool may_race(const Declaration& declaration) {
  if (declaration.field == nullptr) {
    return false;
  }
  for (const Suppression& row : kSuppressions) {
    if (declaration.holder->name->text() == row.holder &&
        declaration.field->name->text() == row.field) {
      return true;
    }
  }
  return false;
}

}  // namespace minijvm::vm::races
