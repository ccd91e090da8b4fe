// Tells how large and how full the spaces of the heap are, for the counters that jstat reads.
// Tested by tests/tools/perfdata.
#pragma once

#include <array>
#include <cstddef>

#include "gc/policy/sizing_policy.h"

namespace minijvm::gc {

struct SpaceShape {
  std::size_t used = 0;
  std::size_t capacity = 0;
};

struct HeapShape {
  SpaceShape eden;
  std::array<SpaceShape, 2> survivors;  // in the order of their addresses; they swap their roles
  SpaceShape old;
  HeapSizes limits;
  unsigned tenuring_threshold = 0;
  std::size_t survivor_target = 0;  // bytes

  std::size_t young_capacity() const {
    return eden.capacity + survivors[0].capacity + survivors[1].capacity;
  }
};

// REQUIRES: kInVm.
HeapShape heap_shape();

}  // namespace minijvm::gc
