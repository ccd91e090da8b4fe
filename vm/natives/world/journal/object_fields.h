// The instance fields of a class in one order, inherited ones first: the order in which a journal
// has their values. A run by the same JDK has the same order, so a field is its number.
// Tested by tests/vm/journal.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/object/object.h"

namespace minijvm::vm {

// Returns the fields of the class and of its superclasses; none of `above` and what is above it.
std::vector<const runtime::Field*> instance_fields(const runtime::Class& klass,
                                                   const runtime::Class* above = nullptr);

// Reads a primitive value of this type as the bits of a long; a float or a double gives its bits.
std::int64_t load_bits(const runtime::Object& object, std::size_t offset, runtime::BasicType type);
// Writes the low bits.
void store_bits(runtime::Object& object, std::size_t offset, runtime::BasicType type,
                std::int64_t bits);

// Returns the reference in the field of this name; null if the class has no such field.
runtime::Object* reference_in(const runtime::Object& object, std::string_view name,
                              std::string_view descriptor);

}  // namespace minijvm::vm
