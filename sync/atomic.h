// The seam for the model checker: every shared field of sync is a sync::Atomic, so that tests/model can make each access a choice point
// (atomic_steps) or delay it (shaken) by putting another file in the place of this one. Here it is std::atomic, and every access names its memory order.
// Proved by the tests of its users in tests/sync.
#pragma once

#include <atomic>

namespace minijvm::sync {

template <class T>
using Atomic = std::atomic<T>;

// How often to look again before blocking. A model does not spin: each look would be a step of its own.
constexpr int bounded_spin(int pauses) { return pauses; }

// One step of a bounded spin: tells the core that we wait, so that its twin runs.
inline void spin_pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace minijvm::sync
