// Counts the objects of each class and the bytes that they take. Used by jcmd GC.class_histogram
// and jmap -histo.
// Tested by tests/java/management/AttachSelf.java.
#pragma once

#include <string>

#include "runtime/fwd.h"

namespace minijvm::vm {

// Returns the text, with the class that takes the most bytes first. With `live_only`, a full
// collection runs first. Stops the world. REQUIRES: kInVm.
std::string class_histogram(runtime::JavaThread& self, bool live_only);

}  // namespace minijvm::vm
