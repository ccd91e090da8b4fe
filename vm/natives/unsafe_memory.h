// Counts the memory that programs have allocated through jdk.internal.misc.Unsafe, which is mostly
// that of direct buffers. It is counted only while memory is tracked (base/memory_tracking.h).
// Tested by tests/java/management/NativeMemory.java.
#pragma once

#include <cstddef>

namespace minijvm::vm {

struct UnsafeMemory {
  // The usable size of the blocks, as malloc_usable_size returns it.
  std::size_t bytes = 0;
  std::size_t blocks = 0;
};
UnsafeMemory unsafe_memory();

}  // namespace minijvm::vm
