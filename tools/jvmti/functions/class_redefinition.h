// Redefines classes while the program runs: prepares the new versions, stops the world, exchanges
// the method bodies, and gives each frame the version of the method that it runs.
// tools/redefine/redefinition.h makes the exchange; class_files.h passes the bytes through the
// agents first. Tested by tests/java/instrument.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tools/redefine/redefinition.h"

namespace minijvm::vm::jvmti {

// Holds one class and its new class file.
struct ClassRedefinition {
  runtime::Class* klass;
  std::span<const std::byte> bytes;
  // The bytes with which the next RetransformClasses begins; empty means `bytes`.
  std::span<const std::byte> original;
};

// Redefines all of the classes or, on an error, none. May load classes and run Java code. REQUIRES:
// self in kInVm; the caller keeps the classes alive.
Expected<void, redefine::RedefinitionError> redefine_classes(
    runtime::JavaThread& self, const std::vector<ClassRedefinition>& wanted);

}  // namespace minijvm::vm::jvmti
