// Lists the classes of a loader and adds up their memory, for management.
// Tested by tests/tools/commands and tests/runtime/loader_data_test.cpp.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/fwd.h"

namespace minijvm::runtime {

// The memory of one loader in bytes.
struct LoaderMemory {
  // The arena: fields, methods, tables, translated code.
  std::size_t chunks = 0;
  std::size_t committed = 0;
  std::size_t used = 0;
  // The part of `used` that is translated code.
  std::size_t code = 0;
  // The Class structures with their vtables.
  std::size_t classes = 0;
};
LoaderMemory memory_of(const LoaderData& loader);

// Returns the classes that live in this data, in the order in which they were defined: arrays and
// hidden classes included, types such as int left out. The caller must not stop at a safepoint
// while it uses them, because classes die there.
std::vector<Class*> classes_of(const LoaderData& loader);

}  // namespace minijvm::runtime
