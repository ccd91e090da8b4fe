// Redefining classes while the program runs: prepares the new versions, stops the world, exchanges the bodies and gives each frame the
// version that it runs (runtime/redefinition.h). Proved by tests/java/instrument.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "runtime/redefinition.h"

namespace minijvm::vm::jvmti {

struct ClassRedefinition {
  runtime::Class* klass;
  std::span<const std::byte> bytes;
  std::span<const std::byte> original;  // what RetransformClasses begins with; empty: `bytes`
};

// All of them or none. REQUIRES: self in kInVm; the classes are kept alive by the caller.
Expected<void, runtime::RedefinitionError> redefine_classes(runtime::JavaThread& self, const std::vector<ClassRedefinition>& wanted);

}  // namespace minijvm::vm::jvmti
