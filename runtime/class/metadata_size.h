// Counts how many bytes of native memory hold classes and their files, and how many hold translated
// code. java.lang.management shows the numbers, and -XX:MaxMetaspaceSize limits the first.
// Tested by tests/runtime/loader_data_test.cpp.
#pragma once

#include <cstddef>

namespace minijvm::runtime {

// The purpose of an allocation in a loader's arena.
enum class MetadataUse : bool { kClass, kCode };

// The bytes in use, and the bytes taken from the operating system.
struct MetadataSize {
  std::size_t used = 0;
  std::size_t committed = 0;
};
// Both are sums over all loaders. Code is not part of the class size.
MetadataSize class_metadata_size();
MetadataSize code_size();

}  // namespace minijvm::runtime
