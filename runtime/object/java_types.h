// The names of the types in runtime/object/java_objects.h, for headers that need no more.
#pragma once

#include "runtime/object/java_value.h"

namespace minijvm::java {

#define MJ_TYPE(type, base, klass) struct type;
#include "runtime/object/well_known.def"

struct ObjectArray;
template <runtime::BasicType>
struct PrimitiveArray;
using BooleanArray = PrimitiveArray<runtime::BasicType::kBoolean>;
using DoubleArray = PrimitiveArray<runtime::BasicType::kDouble>;
using ByteArray = PrimitiveArray<runtime::BasicType::kByte>;
using IntArray = PrimitiveArray<runtime::BasicType::kInt>;
using LongArray = PrimitiveArray<runtime::BasicType::kLong>;

}  // namespace minijvm::java
