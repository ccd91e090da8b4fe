// The gc-stress build: a moving collection at (nearly) every allocation, and what it left is unmapped, so that a raw pointer kept across
// a safepoint dies at its first use. So that threads stop elsewhere than at allocations, too, each fourth of these collections
// is followed by one at a poll soon after: a loop's back-branch, the entry of a method. Proved by every test of the gc-stress preset.
#pragma once

#include <cstddef>

#include "base/bits.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::gc {

class Heap;

#ifdef MINIJVM_GC_STRESS
inline constexpr bool kGcStress = true;
#else
inline constexpr bool kGcStress = false;
#endif

inline constexpr std::size_t kStressEdenBytes = 256 * kKiB;
inline constexpr std::size_t kStressEdenWindows = 64;   // eden's place changes with each collection, round and round
inline constexpr unsigned kStressFullEvery = 1024;      // young collections between full ones
inline constexpr unsigned kStressVerifyEvery = 256;
inline constexpr unsigned kStressPollEvery = 4;         // collections at allocations between those at polls
inline constexpr unsigned kStressPollsAhead = 16;       // the poll is the first, second, ... sixteenth from the allocation on, in turn

// Before an allocation.
void stress_allocation(Heap& heap, runtime::JavaThread& self);
// At a poll in Java code. REQUIRES: all roots are published.
void stress_poll(runtime::JavaThread& self);

}  // namespace minijvm::gc
