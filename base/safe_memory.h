// Tells whether memory can be read that may not be mapped: a fatal report looks at structures that
// may be damaged. Nothing here faults, allocates or locks.
// Tested by tests/vm/fatal_report.
#pragma once

#include <cstddef>

namespace minijvm {

// Returns whether all these bytes are mapped and readable now.
bool can_read(const void* address, std::size_t bytes);

// Checks one object in the same way; returns false also for null and for an address that T's
// alignment forbids.
template <class T>
bool can_read(const T* pointer) {
  return reinterpret_cast<std::size_t>(pointer) % alignof(T) == 0 &&
         can_read(static_cast<const void*>(pointer), sizeof(T));
}

}  // namespace minijvm
