// Leaf functions: C++ bodies for methods of the class library that are called very often. They run in Java state
// without a transition, so they must not block, collect or throw; when anything is unusual they say false and the method itself runs.
// So each is an optimisation of its method's common case, with the very same results.
// Proved by tests/java/library and by running all programs with and without them.
#pragma once

#include <span>

#include "runtime/java_value.h"

namespace minijvm::runtime {
class JavaThread;
class Method;
}  // namespace minijvm::runtime

namespace minijvm::interp {

// `args` as the method's locals, receiver first and not null. Writes the result, if there is one. False: nothing has been done.
using LeafBody = bool (*)(runtime::JavaThread& self, runtime::Slot* args, runtime::Slot* result);

struct LeafFunction {
  const char* name;  // "java/lang/Math.sqrt(D)D"
  LeafBody body;
};

std::span<const LeafFunction> array_leaves();   // leaf_arrays.cpp
std::span<const LeafFunction> number_leaves();  // leaf_numbers.cpp
std::span<const LeafFunction> object_leaves();  // leaf_objects.cpp
std::span<const LeafFunction> string_leaves();  // leaf_strings.cpp
std::span<const LeafFunction> unsafe_leaves();  // leaf_unsafe.cpp

// All of them, by index.
inline constexpr int kMaxLeaves = 512;
extern LeafBody leaf_bodies[kMaxLeaves];

// Index in leaf_bodies; -1: none, or the method has been redefined.
int leaf_function_of(const runtime::Method& method);

}  // namespace minijvm::interp
