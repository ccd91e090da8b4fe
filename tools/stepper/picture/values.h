// Writes the values of a picture: {"name": "o", "type": "Gate", "value": "Gate #4", "ref": 4}. An
// object is named by its number. Strings, boxes and classes are shown as text where they are
// referred to, and have no number.
// Tested by tests/vm/stepper.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "tools/stepper/describe.h"
#include "tools/stepper/picture/numbered_objects.h"

namespace minijvm::vm::stepper {

// Notes the objects to which values refer, so that a picture shows them as well.
class Values {
 public:
  Values(const View& view, NumberedObjects& numbers) : view_(view), numbers_(numbers) {}

  // These set type, value and ref in the record.
  void set_slot(classfile::SlotKind kind, const runtime::Slot& slot, std::string_view descriptor,
                Json& record);
  void set_field(const runtime::Object* holder, const runtime::Field& field, Json& record);
  void set_element(const runtime::Object* array, std::int32_t index, Json& record);

  // Returns the object in a few words: "Gate #4", "int[3] #5", "Integer 5", "class Gate", or a
  // String's text in quotes.
  std::string text(runtime::Object* object);
  // Returns the object's number and notes the object. Between two phases of a collection, numbers
  // are looked up only, and 0 means that none is known.
  ObjectNo number(runtime::Object* object);

  // The objects in the order in which values first referred to them.
  const std::vector<runtime::Object*>& found() const { return found_; }
  const View& view() const { return view_; }

 private:
  void set_reference(runtime::Object* object, std::string_view declared, Json& record);

  const View& view_;
  NumberedObjects& numbers_;
  std::vector<runtime::Object*> found_;
  std::unordered_set<const runtime::Object*> noted_;
};

// Returns whether the object is shown as text where it is referred to. REQUIRES: it can be read.
bool is_plain_text(const runtime::Object& object);
// Returns type and value of what a box holds; nothing if the object is no box.
std::optional<Json> boxed_value(const View& view, const runtime::Object& object);
// Returns a class's name without its package.
std::string simple_name(const runtime::Class& klass);
// Returns the text, or its beginning and "..." if it is longer than a picture shows.
std::string cut(std::string text);

}  // namespace minijvm::vm::stepper
