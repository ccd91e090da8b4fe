// How much native memory holds classes, and how much their translated code: counted by the arenas, shown by java.lang.management.
// Proved by tests/runtime/loader_data_test.cpp.
#pragma once

#include <cstddef>

namespace minijvm::runtime {

enum class MetadataUse : bool { kClass, kCode };

struct MetadataSize {
  std::size_t used = 0;
  std::size_t committed = 0;
};
MetadataSize class_metadata_size();
MetadataSize code_size();

}  // namespace minijvm::runtime
