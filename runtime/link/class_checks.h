// Checks what JVMS 5.3.5 demands of a class's superclass and superinterfaces, with HotSpot's
// messages. class_builder.cpp calls these functions while it derives a class.
// Tested by tests/runtime/resolution_test.cpp and tests/java/bad_input.
#pragma once

#include "runtime/fwd.h"
#include "runtime/link/link_error.h"

namespace minijvm::runtime {

// Steps 3 and 4: the superclass must be a class and each superinterface an interface; otherwise the
// error is an IncompatibleClassChangeError.
Linked<void> check_kind_of_superclass(const Class& klass, const Class& super);
Linked<void> check_kind_of_superinterface(const Class& klass, const Class& interface);
// Step 3: checks that `klass` may extend `super`: the superclass is not final, permits klass if it
// is sealed, and is accessible to klass. REQUIRES: name, loader, package and file of klass are set.
Linked<void> check_superclass(JavaThread& self, Class& klass, Class& super);
// Step 4: checks the same for a superinterface, which is never final.
Linked<void> check_superinterface(JavaThread& self, Class& klass, Class& interface);

}  // namespace minijvm::runtime
