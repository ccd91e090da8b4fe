// Reads objects and slots and writes them as records. The caller has the floor (stage.h), and a
// NoSafepoint keeps every raw pointer valid.
#include "tools/stepper/describe.h"

#include <fmt/format.h>

#include <algorithm>

#include "classfile/modified_utf8.h"
#include "gc/heap/heap_parts.h"
#include "gc/young/forwarding.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/object/java_objects.h"
#include "vm/java/mirrors.h"
#include "vm/java/strings.h"

namespace minijvm::vm::stepper {

namespace {

using classfile::SlotKind;
using runtime::Class;
using runtime::Field;
using runtime::Object;
using runtime::Slot;
using runtime::wk;

// Longer strings and arrays are cut, so that an answer stays readable.
constexpr std::int32_t kMostCharacters = 60;
constexpr std::int32_t kMostElements = 16;

// Returns a text such as "int[3]": the length goes into the first brackets of the type.
std::string array_text(const Object* array) {
  std::string text = runtime::external_type(array->klass()->name->text());
  return text.insert(text.find('[') + 1, std::to_string(array->array_length()));
}

// Returns 'a', or '\u00e4' for a character that is not printable ASCII.
std::string char_text(std::uint16_t unit) {
  return unit >= 0x20 && unit < 0x7f ? fmt::format("'{}'", static_cast<char>(unit))
                                     : fmt::format("'\\u{:04x}'", unit);
}

std::string number_text(char type, std::int32_t value) {
  switch (type) {
    case 'Z':
      return value != 0 ? "true" : "false";
    case 'C':
      return char_text(static_cast<std::uint16_t>(value));
    default:
      return std::to_string(value);
  }
}

void set_primitive(Json& record, std::string_view descriptor, std::string value) {
  record.set("type", runtime::external_type(descriptor)).set("value", std::move(value));
}

// Describes one value in memory, which is read by the first letter of its descriptor (JVMS 4.3.2).
void describe_at(const View& view, const Object* holder, std::size_t offset,
                 std::string_view descriptor, Json& record) {
  switch (descriptor[0]) {
    case 'Z':
      set_primitive(record, descriptor, number_text('Z', holder->load<std::uint8_t>(offset)));
      return;
    case 'B':
      set_primitive(record, descriptor, number_text('B', holder->load<std::int8_t>(offset)));
      return;
    case 'C':
      set_primitive(record, descriptor, number_text('C', holder->load<std::uint16_t>(offset)));
      return;
    case 'S':
      set_primitive(record, descriptor, number_text('S', holder->load<std::int16_t>(offset)));
      return;
    case 'I':
      set_primitive(record, descriptor, number_text('I', holder->load<std::int32_t>(offset)));
      return;
    case 'J':
      set_primitive(record, descriptor, std::to_string(holder->load<std::int64_t>(offset)));
      return;
    case 'F':
      set_primitive(record, descriptor, fmt::format("{}", holder->load<float>(offset)));
      return;
    case 'D':
      set_primitive(record, descriptor, fmt::format("{}", holder->load<double>(offset)));
      return;
    default:
      describe_reference(view, holder->load_ref(offset), descriptor, record);
  }
}

// Returns the instance fields, those of the superclasses first, in the order of their declaration.
Json fields_of(const View& view, const Object* object, const Class& klass) {
  Json fields = klass.super == nullptr ? Json::list() : fields_of(view, object, *klass.super);
  for (const Field& field : klass.fields) {
    if (field.is_static())
      continue;
    Json record = Json::record();
    record.set("name", field.name->text()).set("offset", field.offset);
    describe_field(view, object, field, record);
    fields.add(std::move(record));
  }
  return fields;
}

Json elements_of(const View& view, const Object* array) {
  Json elements = Json::list();
  for (std::int32_t i = 0; i < std::min(array->array_length(), kMostElements); ++i) {
    Json record = Json::record();
    record.set("name", fmt::format("[{}]", i));
    describe_element(view, array, i, record);
    elements.add(std::move(record));
  }
  return elements;
}

}  // namespace

std::string hex(const void* address) {
  return fmt::format("{:#x}", reinterpret_cast<std::uintptr_t>(address));
}

// Only the units that are shown are read, since a String may have millions.
std::string string_text(const View& view, const java::String* string, std::int32_t most) {
  const std::int32_t length = string_length(view.still, string);
  std::u16string units;
  for (std::int32_t i = 0; i < std::min(length, most); ++i)
    units.push_back(static_cast<char16_t>(string_unit(view.still, string, i)));
  return '"' + classfile::from_utf16(units) + (length > most ? "..." : "") + '"';
}

// The names are those of gc/heap/heap_parts.h.
const char* space_of(const Object* object) {
  const gc::Heap& heap = gc::the_heap();
  // from() and to() are not const members.
  auto& spaces = const_cast<gc::Heap&>(heap);
  const auto* address = reinterpret_cast<const std::byte*>(object);
  if (heap.eden.contains(address))
    return "eden";
  if (spaces.from().contains(address))
    return "from";
  if (spaces.to().contains(address))
    return "to";
  if (heap.old.space().contains(address))
    return "old";
  return heap.fixed.space().contains(address) ? "fixed" : "outside of the heap";
}

std::string object_text(const View& view, const Object* object) {
  if (object == nullptr)
    return "null";
  // The class word may hold a forwarding pointer now, so the class cannot be read.
  if (!view.is_settled)
    return fmt::format("<{}>", hex(object));
  const Class& klass = *object->klass();
  if (&klass == wk().java_lang_String)
    return string_text(view, as<java::String>(object), kMostCharacters);
  if (&klass == wk().java_lang_Class)
    return "class " + class_of_mirror(as<java::ClassMirror>(object)).external_name();
  return fmt::format("{} <{}>", klass.is_array() ? array_text(object) : klass.external_name(),
                     hex(object));
}

void describe_reference(const View& view, const Object* object, std::string_view descriptor,
                        Json& record) {
  // The dynamic type if it can be read, otherwise the declared one.
  bool is_known = object != nullptr && view.is_settled;
  std::string declared = descriptor.empty() ? "reference" : runtime::external_type(descriptor);
  bool is_array = is_known && object->klass()->is_array();
  record.set("type", is_array   ? runtime::external_type(object->klass()->name->text())
                     : is_known ? object->klass()->external_name()
                                : declared);
  record.set("value", object_text(view, object));
  if (object != nullptr)
    record.set("address", hex(object));
}

void describe_slot(const View& view, SlotKind kind, const Slot& slot, std::string_view descriptor,
                   Json& record) {
  switch (kind) {
    // JVMS 2.11.1: the stack has no boolean, byte, char or short.
    case SlotKind::kInt: {
      bool is_narrow = descriptor.size() == 1 &&
                       std::string_view("ZBCS").find(descriptor[0]) != std::string_view::npos;
      set_primitive(record, is_narrow ? descriptor : "I",
                    number_text(is_narrow ? descriptor[0] : 'I', slot.as_int()));
      return;
    }
    case SlotKind::kLong:
      set_primitive(record, "J", std::to_string(slot.as_long()));
      return;
    case SlotKind::kFloat:
      set_primitive(record, "F", fmt::format("{}", slot.as_float()));
      return;
    case SlotKind::kDouble:
      set_primitive(record, "D", fmt::format("{}", slot.as_double()));
      return;
    case SlotKind::kReference:
      describe_reference(view, slot.ref, descriptor, record);
      return;
    // The value that jsr pushes: the bci to which ret returns.
    case SlotKind::kReturnAddress:
      record.set("type", "returnAddress").set("value", std::to_string(slot.as_int()));
      return;
    // The slot has nothing that an instruction could read.
    case SlotKind::kDead:
    case SlotKind::kSecond:
      record.set("type", "unset").set("value", "-");
      return;
  }
}

void describe_field(const View& view, const Object* holder, const Field& field, Json& record) {
  describe_at(view, holder, field.offset, field.descriptor->text(), record);
}

void describe_element(const View& view, const Object* array, std::int32_t index, Json& record) {
  const Class& klass = *array->klass();
  describe_at(view, array, Object::element_offset(index, klass.log2_element),
              klass.name->text().substr(1), record);
}

Json describe_object(const View& view, const Object* object) {
  Json record = Json::record();
  describe_reference(view, object, "", record);
  if (object == nullptr)
    return record;
  record.set("space", space_of(object));
  std::uint64_t word = object->class_word();
  if (!view.is_settled) {
    // Between the phases the class word of an object that was copied holds the copy's address.
    if (gc::is_forwarded(word))
      record.set("forwarded_to", hex(gc::forwardee(word)));
    return record;
  }
  // The size comes from the heap's own function, since the object may be in the fixed space.
  record.set("bytes", static_cast<std::int64_t>(gc::the_heap().bytes_of(object)));
  const Class& klass = *object->klass();
  if (klass.is_array()) {
    record.set("length", object->array_length()).set("elements", elements_of(view, object));
  } else {
    record.set("fields", fields_of(view, object, klass));
  }
  return record;
}

}  // namespace minijvm::vm::stepper
