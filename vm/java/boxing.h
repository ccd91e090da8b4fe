// Boxes and unboxes java.lang.Integer and the seven other types, from and to slots, and widens
// primitives as reflection allows (JLS 5.1.2).
// Tested by tests/vm/native/boxing_test.cpp and tests/java/reflection.
#pragma once

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "runtime/object/java_value.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Makes a new box, never one from a box cache; HotSpot's reflection does the same.
// REQUIRES: a primitive type that is not void.
JavaResult<runtime::Handle<>> box(runtime::JavaThread& self, runtime::BasicType type,
                                  runtime::Slot value);
// Writes the value of a box to *value and returns its primitive type. Returns kVoid if the object
// is null or no box.
runtime::BasicType unbox(runtime::JavaThread& self, runtime::Handle<> object, runtime::Slot* value);
// Returns the box class: java.lang.Integer for kInt. Returns null for references and void.
runtime::Class* box_class(runtime::JavaThread& self, runtime::BasicType type);

// Converts *value from one primitive type to another by identity or widening (JLS 5.1.1, 5.1.2).
// Returns false if there is no such conversion, for example from long to int.
bool widen(runtime::BasicType from, runtime::BasicType to, runtime::Slot* value);
// Cuts a 32-bit result to what its type holds, as ireturn does: boolean to 0 or 1; byte, short and
// char to their bits. Other types keep their value.
void truncate_to(runtime::BasicType type, runtime::Slot* value);

}  // namespace minijvm::vm
