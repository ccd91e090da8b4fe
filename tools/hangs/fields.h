// Reads fields of the class library's objects by their names, where an explanation needs to know
// the state of a lock or a pool. A field that this library does not have reads as null or nothing,
// so an explanation says less with another library, and nothing wrong.
// Tested by tests/vm/hangs.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "runtime/fwd.h"

namespace minijvm::vm::hangs {

// The field of the object's class or of a superclass. The object may be null.
runtime::Object* ref_field(const runtime::Object* object, std::string_view name);
// An int, or a long.
std::optional<std::int64_t> number_field(const runtime::Object* object, std::string_view name);

// Is the object an instance of the class, or of a subclass? The name is as in "java/lang/Object".
bool is_a(const runtime::Object* object, std::string_view class_name);

}  // namespace minijvm::vm::hangs
