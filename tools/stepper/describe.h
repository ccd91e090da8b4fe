// Turns Java values and objects into records for people and tools. No method of the program is
// called: everything is read from memory, so toString is never run and nothing changes.
// Tested by tests/vm/stepper.
#pragma once

#include <string>
#include <string_view>

#include "base/json/json.h"
#include "classfile/flow/slot_flow.h"
#include "runtime/fwd.h"
#include "runtime/object/java_types.h"
#include "runtime/object/java_value.h"
#include "sync/threads/no_safepoint.h"

namespace minijvm::vm::stepper {

// Says whether objects may be read now. Between two phases of a collection an object may have two
// places, or none that can be read. Then is_settled is false, and only addresses are shown, and the
// place to which an object was forwarded.
struct View {
  const sync::NoSafepoint& still;
  bool is_settled = true;
};

// Returns an address as "0x7f12...".
std::string hex(const void* address);

// Returns at most that many UTF-16 units of a String, in quotes; "..." stands for the rest.
std::string string_text(const View& view, const java::String* string, std::int32_t most);
// Returns the space of the heap in which the object is: eden, from, to, old, fixed.
const char* space_of(const runtime::Object* object);

// Returns an object in a few words: null, "text", Point <0x7f...>, int[3] <0x7f...>, class Point.
std::string object_text(const View& view, const runtime::Object* object);
// Sets type, value and address of a reference in the record. The type is the object's class; for
// null the declared type, if `descriptor` is not empty.
void describe_reference(const View& view, const runtime::Object* object,
                        std::string_view descriptor, Json& record);
// Sets type and value of a frame's slot. A frame's int may be a boolean, char, byte or short; the
// variable's descriptor tells them apart, if it is known.
void describe_slot(const View& view, classfile::SlotKind kind, const runtime::Slot& slot,
                   std::string_view descriptor, Json& record);
// Sets type and value of a field, which is read from `holder`: an object, or the mirror for a
// static field.
void describe_field(const View& view, const runtime::Object* holder, const runtime::Field& field,
                    Json& record);

// Returns a record: type, address, space, size in bytes, then fields or elements.
Json describe_object(const View& view, const runtime::Object* object);
// Sets type and value of one element of an array.
void describe_element(const View& view, const runtime::Object* array, std::int32_t index,
                      Json& record);

}  // namespace minijvm::vm::stepper
