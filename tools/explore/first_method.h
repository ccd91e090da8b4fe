// -XX:ProgramFrom=CLASS.METHOD: what comes before this method is not the program's. A class alone
// is vm/java/class_init.cpp's.
// Tested by tests/tools/explore/run.
#pragma once

#include <string>

namespace minijvm::vm {

// Begins the program where a method of this name (a.b.Test.method, of any descriptor) is entered
// first. A name without a dot is of no method. The call site of a method that does no more than
// read or write a field may skip its entry, so such a method begins nothing. REQUIRES: no Java has
// run.
void begin_program_at(const std::string& name);

}  // namespace minijvm::vm
