// Freed memory that stays mapped: in sanitized builds a touch of it is reported at once. Elsewhere these do nothing.
// Proved by tests/runtime/class_unloading_test.cpp's programs in the sanitized build.
#pragma once

#include <cstddef>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

namespace minijvm {

inline void poison_memory([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __SANITIZE_ADDRESS__
  __asan_poison_memory_region(memory, bytes);
#endif
}

inline void unpoison_memory([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __SANITIZE_ADDRESS__
  __asan_unpoison_memory_region(memory, bytes);
#endif
}

}  // namespace minijvm
