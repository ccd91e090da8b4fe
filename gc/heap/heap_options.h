// The options of the heap, as one value. Each member is the row of a flag in heap_options.def, with
// its default, so HeapOptions{} has all defaults.
// Tested by tests/gc/heap_test.cpp, and as flags by tests/vm/options_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace minijvm::gc {

struct HeapOptions {
#define MJ_OPTION(type, flag, member, value, allowed, lock, help) type member = value;
#define MJ_SECOND_NAME(type, flag, member, value, allowed, lock, help)
#include "gc/heap/heap_options.def"

  // The number of processors that the process may use; 0 means all. This is not a flag;
  // vm/boot/machine_share.h computes it.
  unsigned cores = 0;
  // Accesses are watched (-XX:+DetectRaces): the heap gets a shadow (../shadow/access_shadow.h).
  bool has_shadow = false;
};

}  // namespace minijvm::gc
