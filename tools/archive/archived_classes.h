// The loaded classes that an archive or a list of classes has.
// Tested by tests/vm/archive.
#pragma once

#include <vector>

#include "runtime/fwd.h"

namespace minijvm::vm {

// Returns the classes that another run may load with the same bytes, roughly in the order in which
// they were loaded. REQUIRES: kInVm, and no safepoint while they are used, since classes die there.
std::vector<runtime::Class*> archived_classes();

}  // namespace minijvm::vm
