// Declares the 230 JNI functions, each with the type that jni.h gives its slot in the table. So a
// wrong signature does not compile.
// Tested by tests/vm/native/jni_handles_test.cpp (the table) and tests/vm/embedding.
#pragma once

#include <jni.h>

#include <type_traits>

#include "runtime/object/java_value.h"

// There is a row for each of the eight primitive types: X(Name, jtype, BasicType, member of
// jvalue).
#define MJ_JNI_PRIMITIVE_TYPES(X)              \
  X(Boolean, jboolean, BasicType::kBoolean, z) \
  X(Byte, jbyte, BasicType::kByte, b)          \
  X(Char, jchar, BasicType::kChar, c)          \
  X(Short, jshort, BasicType::kShort, s)       \
  X(Int, jint, BasicType::kInt, i)             \
  X(Long, jlong, BasicType::kLong, j)          \
  X(Float, jfloat, BasicType::kFloat, f)       \
  X(Double, jdouble, BasicType::kDouble, d)

namespace minijvm::vm::jni {

using runtime::BasicType;

#define MJ_JNI(name) std::remove_pointer_t<decltype(JNINativeInterface_::name)> name;
#include "vm/natives/jni/jni_functions.def"
#undef MJ_JNI
jlong GetStringUTFLengthAsLong(JNIEnv* env, jstring string);  // JNI 24

}  // namespace minijvm::vm::jni
