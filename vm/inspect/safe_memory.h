// Reading memory that may not be there: a fatal report looks at the structures that are suspect. Nothing here faults, allocates or locks.
// Proved by tests/vm/fatal_report.
#pragma once

#include <cstddef>

namespace minijvm::vm {

// Are all these bytes mapped and readable now?
bool can_read(const void* address, std::size_t bytes);

// Likewise for one object; false also for null and for an address that T's alignment forbids.
template <class T>
bool can_read(const T* pointer) {
  return reinterpret_cast<std::size_t>(pointer) % alignof(T) == 0 && can_read(static_cast<const void*>(pointer), sizeof(T));
}

}  // namespace minijvm::vm
