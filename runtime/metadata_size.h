// How much native memory holds classes and their files, and how much their translated code: shown by java.lang.management, and limited by
// -XX:MaxMetaspaceSize.
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
