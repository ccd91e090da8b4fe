// Turns slots, fields and elements into records. The caller has the floor, and a NoSafepoint keeps
// every raw pointer valid.
#include "tools/stepper/picture/values.h"

#include <fmt/format.h>

#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/symbol_table.h"
#include "runtime/object/java_objects.h"
#include "vm/java/mirrors.h"

namespace minijvm::vm::stepper {

namespace {

using classfile::SlotKind;
using runtime::Class;
using runtime::Field;
using runtime::Object;
using runtime::wk;

constexpr std::size_t kMostCharacters = 80;

// Returns the field that holds the value of a box, such as Integer.value; null if the class is
// none of the eight (JLS 5.1.7).
const Field* box_field(const Class& klass) {
  static constexpr std::string_view kBoxes[] = {
      "java/lang/Boolean", "java/lang/Byte", "java/lang/Character", "java/lang/Short",
      "java/lang/Integer", "java/lang/Long", "java/lang/Float",     "java/lang/Double"};
  if (!klass.name->text().starts_with("java/lang/"))
    return nullptr;
  for (std::string_view box : kBoxes) {
    if (klass.name->text() != box)
      continue;
    for (const Field& field : klass.fields) {
      if (!field.is_static() && field.name->text() == "value")
        return &field;
    }
  }
  return nullptr;
}

bool is_reference(std::string_view descriptor) {
  return descriptor.starts_with('L') || descriptor.starts_with('[');
}

// Returns "int[3]" for an array, and the class's name for another object.
std::string kind_text(const Object* object) {
  std::string name = simple_name(*object->klass());
  if (!object->klass()->is_array())
    return name;
  return name.insert(name.find('[') + 1, std::to_string(object->array_length()));
}

}  // namespace

std::string simple_name(const Class& klass) {
  std::string name =
      klass.is_array() ? runtime::external_type(klass.name->text()) : klass.external_name();
  // A hidden class is called pkg.Name/0x..., and the part behind the slash is no package.
  const std::size_t slash = name.find('/');
  const std::size_t dot = name.rfind('.', slash);
  return dot == std::string::npos ? name : name.substr(dot + 1);
}

// A byte from 0x80 to 0xbf continues a character, which is not cut in two.
std::string cut(std::string text) {
  if (text.size() <= kMostCharacters)
    return text;
  std::size_t end = kMostCharacters;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  text.resize(end);
  return text + "...";
}

bool is_plain_text(const Object& object) {
  const Class& klass = *object.klass();
  return &klass == wk().java_lang_String || &klass == wk().java_lang_Class ||
         box_field(klass) != nullptr;
}

std::optional<Json> boxed_value(const View& view, const Object& object) {
  const Field* field = box_field(*object.klass());
  if (field == nullptr)
    return std::nullopt;
  Json value = Json::record();
  describe_field(view, &object, *field, value);
  return value;
}

ObjectNo Values::number(Object* object) {
  if (object == nullptr)
    return 0;
  if (!view_.is_settled)
    return numbers_.known_number(view_.still, object);
  if (noted_.insert(object).second)
    found_.push_back(object);
  return numbers_.number(view_.still, object);
}

std::string Values::text(Object* object) {
  if (object == nullptr)
    return "null";
  if (!view_.is_settled)
    return fmt::format("<{}>", hex(object));
  const Class& klass = *object->klass();
  if (&klass == wk().java_lang_String)
    return string_text(view_, runtime::as<java::String>(object), kMostCharacters);
  if (&klass == wk().java_lang_Class)
    return cut("class " + class_of_mirror(runtime::as<java::ClassMirror>(object)).external_name());
  if (std::optional<Json> value = boxed_value(view_, *object))
    return fmt::format("{} {}", simple_name(klass), (*value)["value"].text());
  return fmt::format("{} #{}", cut(kind_text(object)), number(object));
}

void Values::set_reference(Object* object, std::string_view declared, Json& record) {
  const bool is_known = object != nullptr && view_.is_settled;
  if (is_known) {
    const Class& klass = *object->klass();
    record.set("type", cut(klass.is_array() ? runtime::external_type(klass.name->text())
                                            : klass.external_name()));
  } else {
    record.set("type", declared.empty() ? "reference" : cut(runtime::external_type(declared)));
  }
  record.set("value", text(object));
  if (object == nullptr || (is_known && is_plain_text(*object)))
    return;
  if (ObjectNo at = number(object); at != 0)
    record.set("ref", at);
}

void Values::set_slot(SlotKind kind, const runtime::Slot& slot, std::string_view descriptor,
                      Json& record) {
  if (kind == SlotKind::kReference) {
    set_reference(slot.ref, descriptor, record);
  } else {
    describe_slot(view_, kind, slot, descriptor, record);
  }
}

void Values::set_field(const Object* holder, const Field& field, Json& record) {
  if (is_reference(field.descriptor->text())) {
    set_reference(holder->load_ref(field.offset), field.descriptor->text(), record);
  } else {
    describe_field(view_, holder, field, record);
  }
}

void Values::set_element(const Object* array, std::int32_t index, Json& record) {
  const Class& klass = *array->klass();
  if (is_reference(klass.name->text().substr(1))) {
    set_reference(array->load_ref(Object::element_offset(index, klass.log2_element)),
                  klass.name->text().substr(1), record);
  } else {
    describe_element(view_, array, index, record);
  }
}

}  // namespace minijvm::vm::stepper
