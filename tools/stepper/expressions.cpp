// Evaluates paths by reading memory. The caller has the floor, so the frame and the objects do not
// change.
#include "tools/stepper/expressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/safe_memory.h"
#include "gc/heap/heap.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/object/java_objects.h"
#include "tools/stepper/frames.h"
#include "tools/stepper/plan.h"
#include "tools/stepper/stops/stop_places.h"

namespace minijvm::vm::stepper {

namespace {

using classfile::SlotKind;
using runtime::Class;
using runtime::Field;
using runtime::Object;
using runtime::Slot;

using Result = Expected<Found, std::string>;

// Returns a failure with the sentence that the user reads.
Unexpected<std::string> sorry(std::string sentence) {
  return Unexpected<std::string>(std::move(sentence));
}

// Takes the leading name of a path; the rest begins with '.' or '['.
std::string_view take_word(std::string_view* path) {
  std::size_t end = path->find_first_of(".[");
  std::string_view word = path->substr(0, end);
  *path = end == std::string_view::npos ? std::string_view() : path->substr(end);
  return word;
}

// Returns the first loaded class that matches, of any loader.
template <class Match>
Class* find_class_where(Match match) {
  struct Search final : runtime::ClassVisitor {
    explicit Search(Match& how) : matches(how) {}
    void visit(Class& klass) override {
      if (found == nullptr && matches(klass))
        found = &klass;
    }
    Match& matches;
    Class* found = nullptr;
  } search(match);
  runtime::for_each_class(search);
  return search.found;
}

Found reference(Object* object) {
  Found found;
  found.is_reference = true;
  found.object = object;
  return found;
}

// Returns a field's value, read from an object or, for a static field, from the mirror.
Found field_value(const View& view, Object* holder, const Field& field) {
  Found found;
  if (runtime::is_reference(field.type))
    found = reference(holder->load_ref(field.offset));
  else
    describe_field(view, holder, field, found.value);
  found.holder = holder;
  found.field = &field;
  return found;
}

// Finds a field as in JVMS 5.4.3.2 without interfaces: in the class, then in its superclasses.
const Field* find_field(const Class& klass, std::string_view name, bool is_static) {
  for (const Class* each = &klass; each != nullptr; each = each->super) {
    for (const Field& field : each->fields) {
      if (field.name->text() == name && field.is_static() == is_static)
        return &field;
    }
  }
  return nullptr;
}

}  // namespace

// The full name is preferred, then a class of the program, then one of the class library. For
// example "Node" is the program's class although the library has several.
Class* find_class(std::string_view name) {
  auto is_meant = [name](const Class& klass) {
    return klass.is_instance_class() && names_class(name, klass);
  };
  Class* exact = find_class_where(
      [&](const Class& klass) { return is_meant(klass) && klass.external_name() == name; });
  if (exact != nullptr)
    return exact;
  Class* own =
      find_class_where([&](const Class& klass) { return is_meant(klass) && !is_library(klass); });
  return own != nullptr ? own : find_class_where(is_meant);
}

Found Finder::from_slot(SlotKind kind, const Slot& slot, std::string_view descriptor) {
  if (kind == SlotKind::kReference)
    return reference(slot.ref);
  Found found;
  describe_slot(view_, kind, slot, descriptor, found.value);
  return found;
}

std::optional<Found> Finder::find_local(std::string_view name) {
  if (!frame_)
    return std::nullopt;
  for (const Local& local : locals_of(kinds_, *frame_)) {
    if (local.name == name)
      return from_slot(local.kind, *local.slot, local.descriptor);
  }
  return std::nullopt;
}

// Finds an operand; "#0" is the operand on top. A long or double counts once.
Result Finder::find_operand(std::string_view word) {
  std::size_t number = 0;
  const bool is_number =
      std::from_chars(word.data() + 1, word.data() + word.size(), number).ec == std::errc();
  std::vector<Operand> operands;
  if (frame_ && is_number)
    operands = operands_of(kinds_, thread_, *frame_);
  if (number >= operands.size())
    return sorry(fmt::format("there is no operand {} here", word));
  const Operand& operand = operands[operands.size() - 1 - number];
  if (operand.slot == nullptr)
    return sorry(fmt::format("the operand {} is not in its slot", word));
  return from_slot(operand.kind, *operand.slot, "");
}

// Accepts an address that is probably an object's: it is in the heap, can be read, and its class
// word refers to a loaded class. Between the phases of a collection every address in the heap is
// accepted, since class words may forward.
std::optional<Found> Finder::find_address(std::string_view word) {
  std::uintptr_t address = 0;
  auto [end, error] = std::from_chars(word.data() + 2, word.data() + word.size(), address, 16);
  auto* object = reinterpret_cast<Object*>(address);
  bool is_place = error == std::errc() && end == word.data() + word.size() &&
                  gc::heap_contains(object) && can_read(object);
  if (!is_place)
    return std::nullopt;
  if (!view_.is_settled)
    return reference(object);
  const Class* klass = object->klass();
  return find_class_where([klass](const Class& each) { return &each == klass; }) == nullptr
             ? std::nullopt
             : std::optional<Found>(reference(object));
}

std::optional<Found> Finder::field_of(Object* object, std::string_view name) {
  const Class& klass = *object->klass();
  // An array has the field `length` (JLS 10.7).
  if (klass.is_array() && name == "length") {
    Found found;
    found.value.set("type", "int").set("value", std::to_string(object->array_length()));
    return found;
  }
  const Field* field = klass.is_array() ? nullptr : find_field(klass, name, false);
  return field == nullptr ? std::nullopt : std::optional<Found>(field_value(view_, object, *field));
}

// Finds the longest prefix of the path that is a loaded class, then its static field: in
// "a.b.C.x.y" the class is a.b.C, if it is loaded.
Result Finder::find_static(std::string_view path, std::string_view* rest) {
  for (std::size_t dot = path.rfind('.'); dot != std::string_view::npos && dot != 0;
       dot = path.rfind('.', dot - 1)) {
    Class* klass = find_class(path.substr(0, dot));
    if (klass == nullptr)
      continue;
    *rest = path.substr(dot + 1);
    std::string_view name = take_word(rest);
    const Field* field = find_field(*klass, name, true);
    if (field == nullptr)
      return sorry(fmt::format("{} has no static field {}", klass->external_name(), name));
    return field_value(view_, field->holder->mirror, *field);
  }
  return sorry(
      fmt::format("there is no local variable, field or class '{}' here", take_word(&path)));
}

// Follows the order of Java's scopes: a local variable, then a field of `this`, then a class.
Result Finder::find_root(std::string_view* rest) {
  std::string_view path = *rest;
  std::string_view word = take_word(rest);
  if (word.starts_with("0x")) {
    std::optional<Found> object = find_address(word);
    return object ? Result(*object) : sorry(fmt::format("no object lies at {}", word));
  }
  if (word.starts_with('#'))
    return find_operand(word);
  if (std::optional<Found> local = find_local(word))
    return *local;
  std::optional<Found> receiver = find_local("this");
  if (receiver && receiver->object != nullptr && view_.is_settled) {
    if (std::optional<Found> field = field_of(receiver->object, word))
      return *field;
  }
  return find_static(path, rest);
}

// Takes one step along the path: ".name" or "[index]".
Result Finder::follow(Found from, std::string_view* rest) {
  if (!from.is_reference)
    return sorry("a primitive value has no members");
  if (from.object == nullptr)
    return sorry("null has no members");
  if (!view_.is_settled)
    return sorry("objects cannot be read between two phases of a collection");
  bool is_index = rest->front() == '[';
  rest->remove_prefix(1);
  if (!is_index) {
    std::string_view name = take_word(rest);
    std::optional<Found> field = field_of(from.object, name);
    return field ? Result(*field)
                 : sorry(fmt::format("{} has no field {}", from.object->klass()->external_name(),
                                     name));
  }
  // The index must be a decimal number that "]" follows.
  std::int32_t index = -1;
  auto [end, error] = std::from_chars(rest->data(), rest->data() + rest->size(), index);
  std::size_t used = static_cast<std::size_t>(end - rest->data());
  if (error != std::errc() || used >= rest->size() || (*rest)[used] != ']')
    return sorry("an index is written [3]");
  rest->remove_prefix(used + 1);
  const Class& klass = *from.object->klass();
  if (!klass.is_array() || index < 0 || index >= from.object->array_length())
    return sorry(fmt::format("there is no element {}", index));
  Found found;
  if (klass.kind == runtime::ClassKind::kObjectArray)
    found = reference(runtime::as<java::ObjectArray>(from.object)->at(index));
  else
    describe_element(view_, from.object, index, found.value);
  found.holder = from.object;
  found.index = index;
  return found;
}

Result Finder::find(const std::string& path) {
  std::string_view rest = path;
  Found found = MJ_TRY(find_root(&rest));
  while (!rest.empty()) found = MJ_TRY(follow(std::move(found), &rest));
  return found;
}

}  // namespace minijvm::vm::stepper
