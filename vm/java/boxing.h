// Boxes and primitive conversions: java.lang.Integer and its kin from and to slots, and the widening that reflection allows (JLS 5.1.2).
// Proved by tests/vm/native/boxing_test.cpp and tests/java/reflection.
#pragma once

#include "runtime/handle.h"
#include "runtime/java_value.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class Class;
class JavaThread;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// A new box (not a cached one, as HotSpot's reflection). REQUIRES: a primitive type that is not void.
JavaResult<runtime::Handle<>> box(runtime::JavaThread& self, runtime::BasicType type, runtime::Slot value);
// What a box holds; kVoid: the object is no box (or null).
runtime::BasicType unbox(runtime::JavaThread& self, runtime::Handle<> object, runtime::Slot* value);
// java.lang.Integer for kInt; null for references and void.
runtime::Class* box_class(runtime::JavaThread& self, runtime::BasicType type);

// Converts *value from one primitive type to another by identity or widening (JLS 5.1.1, 5.1.2). False: there is no such conversion.
bool widen(runtime::BasicType from, runtime::BasicType to, runtime::Slot* value);
// Cuts a 32- or 64-bit result to what its type holds: boolean to 0 or 1, byte, short and char to their bits, as ireturn does.
void truncate_to(runtime::BasicType type, runtime::Slot* value);

}  // namespace minijvm::vm
