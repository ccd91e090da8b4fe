// Allocates the memory that agents get from functions and give back with Deallocate (JVMTI, "Memory
// Management"). It comes from malloc.
// Tested by tests/vm/jvmti. The bodies are in functions/general.cpp.
#pragma once

#include <jvmti.h>

#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace minijvm::vm::jvmti {

// Returns null if there is no memory, or if `bytes` is 0.
void* allocate_bytes(std::size_t bytes);
template <class T>
T* allocate_array(std::size_t count) {
  return static_cast<T*>(allocate_bytes(count * sizeof(T)));
}
// Frees the memory; accepts null.
inline void free_bytes(void* memory) { std::free(memory); }
// Copies the text and appends a '\0'. Returns OUT_OF_MEMORY if there is no memory.
jvmtiError copy_text(std::string_view text, char** result);

}  // namespace minijvm::vm::jvmti
