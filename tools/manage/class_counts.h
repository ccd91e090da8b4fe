// Counts the classes of all loaders, for management and for the counters of tools/perfdata.
// Tested by tests/java/management.
#pragma once

#include <cstdint>

namespace minijvm::vm::jmm {

// Array and primitive classes are not loaded from class files, so they do not count.
struct ClassCounts {
  std::int64_t loaded = 0;
  std::int64_t initialized = 0;
};

// Visits all classes. REQUIRES: kInVm.
ClassCounts count_classes();

}  // namespace minijvm::vm::jmm
