// Evaluates the paths that `print` and `lock` understand. A path begins with a local variable,
// `this`, a field of `this`, a class's static field, an operand, or an address that was shown; then
// it goes through fields and elements:
//
//   point.next.values[3]   a variable, its field, that one's field, an element
//   Counter.total          a static field of a class
//   items.length           the length of an array
//   #0.name                the operand on top of the stack, its field
//   0x7f12a4               an object by its address
//
// No method is called and no operator is known.
// Tested by tests/vm/stepper.
#pragma once

#include <optional>
#include <string>

#include "base/expected.h"
#include "runtime/frame/frame.h"
#include "tools/reports/slot_kinds.h"
#include "tools/stepper/describe.h"

namespace minijvm::vm::stepper {

// Holds the end of a path: a reference, or the type and value of a primitive.
struct Found {
  bool is_reference = false;
  runtime::Object* object = nullptr;
  Json value = Json::record();
  // Where the value was read, if that is a field or an element: the object, or the mirror of a
  // static field; the field, or null; the element's index.
  runtime::Object* holder = nullptr;
  const runtime::Field* field = nullptr;
  std::int32_t index = -1;
};

// Evaluates one path in one frame of the thread. REQUIRES: the thread does not run, or is the
// caller.
class Finder {
 public:
  // Without a frame there are no locals and no operands.
  Finder(const View& view, SlotKinds& kinds, const runtime::JavaThread& thread,
         std::optional<runtime::Frame> frame)
      : view_(view), kinds_(kinds), thread_(thread), frame_(frame) {}

  // Returns the value, or a sentence that says where the path ends in nothing.
  Expected<Found, std::string> find(const std::string& path);

 private:
  // Each takes the part that it understands from the front of the path and leaves the rest.
  Expected<Found, std::string> find_root(std::string_view* rest);
  Expected<Found, std::string> find_static(std::string_view path, std::string_view* rest);
  Expected<Found, std::string> find_operand(std::string_view word);
  std::optional<Found> find_local(std::string_view name);
  std::optional<Found> find_address(std::string_view word);
  std::optional<Found> field_of(runtime::Object* object, std::string_view name);
  Expected<Found, std::string> follow(Found from, std::string_view* rest);
  Found from_slot(classfile::SlotKind kind, const runtime::Slot& slot, std::string_view descriptor);

  const View& view_;
  SlotKinds& kinds_;
  const runtime::JavaThread& thread_;
  std::optional<runtime::Frame> frame_;
};

// Returns a loaded class of that name, in full or without its package; null if there is none.
runtime::Class* find_class(std::string_view name);

}  // namespace minijvm::vm::stepper
