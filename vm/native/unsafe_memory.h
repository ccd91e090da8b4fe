// What programs have got by jdk.internal.misc.Unsafe, counted while memory is tracked (base/memory_tracking.h): direct buffers, above all.
// Proved by tests/java/management/NativeMemory.java.
#pragma once

#include <cstddef>

namespace minijvm::vm {

struct UnsafeMemory {
  std::size_t bytes = 0;
  std::size_t blocks = 0;
};
UnsafeMemory unsafe_memory();

}  // namespace minijvm::vm
