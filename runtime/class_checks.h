// What JVMS 5.3.5 demands of a class's superclass and superinterfaces, with HotSpot's texts.
// Proved by tests/runtime/resolution_test.cpp and tests/java/bad_input.
#pragma once

#include "runtime/link_error.h"

namespace minijvm::runtime {

class Class;
class JavaThread;

// Steps 3 and 4: the superclass is no interface, a superinterface is one.
Linked<void> check_kind_of_superclass(const Class& klass, const Class& super);
Linked<void> check_kind_of_superinterface(const Class& klass, const Class& interface);
// Step 3: `super` may be the superclass of `klass` (whose name, loader, package and file are set).
Linked<void> check_superclass(JavaThread& self, Class& klass, Class& super);
// Step 4: `interface` may be a superinterface.
Linked<void> check_superinterface(JavaThread& self, Class& klass, Class& interface);

}  // namespace minijvm::runtime
