// Tells if spinning may pay off. With one processor a spin only delays the thread that is waited
// for.
// Tested by tests/sync/wait_spin_test.cpp and enter_spin_test.cpp, which run their spins only if
// the answer is true.
#pragma once

#include <unistd.h>

#include "sync/sync_state.h"

namespace minijvm::sync {

// Returns true if more than one processor is online. The kernel is asked once.
inline bool several_processors() {
  int processors = sync_state.processors.load(std::memory_order_relaxed);
  if (processors == 0) {  // two threads may both store; they store the same
    processors = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
    sync_state.processors.store(processors, std::memory_order_relaxed);
  }
  return processors > 1;
}

}  // namespace minijvm::sync
