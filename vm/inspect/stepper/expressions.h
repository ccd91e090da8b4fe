// What `print` understands: a path from a local variable, `this`, a field of `this`, a class's static, an operand (#0 is the top) or an address
// that was shown, through fields and elements: point.next.values[3], Counter.total, 0x7f..., #0.name. Proved by tests/vm/stepper.
#pragma once

#include <optional>
#include <string>

#include "base/expected.h"
#include "runtime/frame.h"
#include "vm/inspect/slot_kinds.h"
#include "vm/inspect/stepper/describe.h"

namespace minijvm::vm::stepper {

// Either a reference or a primitive's type and value.
struct Found {
  bool is_reference = false;
  runtime::Object* object = nullptr;
  Value value = Value::record();
};

class Finder {
 public:
  // Without a frame there are no locals.
  Finder(const View& view, SlotKinds& kinds, std::optional<runtime::Frame> frame) : view_(view), kinds_(kinds), frame_(frame) {}

  // The error: a sentence.
  Expected<Found, std::string> find(const std::string& path);

 private:
  Expected<Found, std::string> find_root(std::string_view* rest);
  Expected<Found, std::string> find_static(std::string_view path, std::string_view* rest);
  std::optional<Found> find_operand(std::string_view word);
  std::optional<Found> find_local(std::string_view name);
  std::optional<Found> find_address(std::string_view word);
  std::optional<Found> field_of(runtime::Object* object, std::string_view name);
  Expected<Found, std::string> follow(Found from, std::string_view* rest);
  Found from_slot(classfile::SlotKind kind, const runtime::Slot& slot, std::string_view descriptor);

  const View& view_;
  SlotKinds& kinds_;
  std::optional<runtime::Frame> frame_;
};

// A loaded class of that name, in full or without its package; null: there is none.
runtime::Class* find_class(std::string_view name);

}  // namespace minijvm::vm::stepper
