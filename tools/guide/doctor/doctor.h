// `minijvm --doctor`: says which JDK is used and why, what is missing, how to attach a debugger
// here, and whether there is an archive. It looks and tries; it changes nothing.
// Tested by tests/tools/guide/run.
#pragma once

#include <string>

namespace minijvm::guide {

// Prints what it finds. Returns the exit code: 1 if programs do not run.
int examine(const std::string& prefix);

}  // namespace minijvm::guide
