// Leaf functions: C++ bodies for methods of the class library that are called very often (interpreter-design.md 4b). They run in Java state
// without a transition, so they must not block, collect or throw; when anything is unusual they say false and the method itself runs.
// Proved by tests/java/library and by running all programs with and without them.
#pragma once

#include "runtime/java_value.h"

namespace minijvm::runtime {
class JavaThread;
class Method;
}  // namespace minijvm::runtime

namespace minijvm::interp {

// Writes the result, if there is one. False: nothing has been done.
using LeafBody = bool (*)(runtime::JavaThread& self, runtime::Slot* args, runtime::Slot* result);

struct LeafFunction {
  const char* name;  // "java/lang/Math.sqrt(D)D"
  LeafBody function;
};

extern const LeafFunction leaf_functions[];

// Index in leaf_functions; -1: none.
int leaf_function_of(const runtime::Method& method);

}  // namespace minijvm::interp
