// Java values and objects for people and tools, by reading memory only. Proved by tests/vm/stepper.
#pragma once

#include <string>
#include <string_view>

#include "classfile/flow/slot_flow.h"
#include "runtime/java_value.h"
#include "sync/no_safepoint.h"
#include "vm/inspect/stepper/value.h"

namespace minijvm::runtime {
class Class;
class Field;
class Object;
}  // namespace minijvm::runtime

namespace minijvm::vm::stepper {

// What may be read now. Between two phases of a collection an object may have two places, or none that can be read yet: then only addresses
// are shown, and where an object was forwarded to.
struct View {
  const sync::NoSafepoint& still;
  bool is_settled = true;
};

std::string hex(const void* address);

// "null", "\"text\"", "Point <0x7f...>", "int[3] <0x7f...>", "class Point".
std::string object_text(const View& view, const runtime::Object* object);
// Into a record: the type of the object, of null the declared one if it is known (a descriptor); value; address.
void describe_reference(const View& view, const runtime::Object* object, std::string_view descriptor, Value& record);
// The descriptor, if it is known, tells boolean, char, byte and short from int.
void describe_slot(const View& view, classfile::SlotKind kind, const runtime::Slot& slot, std::string_view descriptor, Value& record);
// The value of a field or a static, read from `holder` (an object, or the mirror).
void describe_field(const View& view, const runtime::Object* holder, const runtime::Field& field, Value& record);

// Type, address, where it lies, its size, then fields or elements.
Value describe_object(const View& view, const runtime::Object* object);
// The elements of an array as records: index, type, value.
void describe_element(const View& view, const runtime::Object* array, std::int32_t index, Value& record);

}  // namespace minijvm::vm::stepper
