// Memory that agents get from functions and give back with Deallocate (JVMTI, "Memory Management").
#pragma once

#include <jvmti.h>

#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace minijvm::vm::jvmti {

// Null: there is no memory, or `count` is 0.
void* allocate_bytes(std::size_t bytes);
template <class T>
T* allocate_array(std::size_t count) {
  return static_cast<T*>(allocate_bytes(count * sizeof(T)));
}
inline void free_bytes(void* memory) { std::free(memory); }
// A copy with a zero behind it.
jvmtiError copy_text(std::string_view text, char** result);

}  // namespace minijvm::vm::jvmti
