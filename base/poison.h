// Marks memory that is free but stays mapped, for example the arena of a class loader that died.
// AddressSanitizer, in builds that have it, reports any access to poisoned memory at once. In other
// builds these functions do nothing.
// Tested by tests/runtime/class_unloading_test.cpp's programs in the sanitized build.
#pragma once

#include <cstddef>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

namespace minijvm {

// Forbids access to [memory, memory + bytes).
inline void poison_memory([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __SANITIZE_ADDRESS__
  __asan_poison_memory_region(memory, bytes);
#endif
}

// Allows access again. Memory that goes back to the kernel must not be poisoned: AddressSanitizer
// would report accesses to whatever is mapped there next.
inline void unpoison_memory([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __SANITIZE_ADDRESS__
  __asan_unpoison_memory_region(memory, bytes);
#endif
}

}  // namespace minijvm
