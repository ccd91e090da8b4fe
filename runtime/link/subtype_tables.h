// The tables that a subtype test reads: the display of superclasses, and the list of
// superinterfaces. class_builder.cpp makes them once the supers of a class are loaded.
// Tested by tests/runtime/hierarchy_test.cpp.
#pragma once

#include "runtime/fwd.h"

namespace minijvm::runtime {

// Fills the display, the depth and the secondaries of a class whose super and interfaces are set.
// The tables lie in the memory of `home`.
void make_subtype_tables(Class& klass, LoaderData& home);

}  // namespace minijvm::runtime
