// The seam for the model checker: each shared field of sync is a sync::Atomic, and every access
// names its memory order. Here Atomic is that of base, std::atomic. The builds of tests/model
// replace this file, and make each access a choice point (atomic_steps) or delay it (shaken).
// Tested by the tests of its users in tests/sync.
#pragma once

#include "base/atomic.h"

namespace minijvm::sync {

using minijvm::Atomic;

// Returns how often a thread looks again before it blocks. A model does not spin: each look would
// be a step of its own.
constexpr int bounded_spin(int pauses) { return pauses; }

// One step of a bounded spin. It tells the core that this thread waits, so that the sibling
// hardware thread gets more of it.
inline void spin_pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace minijvm::sync
