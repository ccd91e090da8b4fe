// The gc-stress build: a moving collection at (nearly) every allocation. The memory that it leaves
// is unmapped, so that a raw pointer that was kept across a safepoint causes a SIGSEGV at its first
// use. After each fourth of these collections another one runs at a later poll (a backward branch
// or a method entry), so that threads also stop at points that are no allocations.
// Tested by every test of the gc-stress preset.
#pragma once

#include <cstddef>

#include "base/bits.h"
#include "gc/fwd.h"
#include "runtime/fwd.h"

namespace minijvm::gc {

#ifdef MINIJVM_GC_STRESS
inline constexpr bool kGcStress = true;
#else
inline constexpr bool kGcStress = false;
#endif

// Eden is small, so that there is room for 64 windows, and each is reused only after 64
// collections.
inline constexpr std::size_t kStressEdenBytes = 256 * kKiB;
// The number of places that eden has; it takes the next one at each collection.
inline constexpr std::size_t kStressEdenWindows = 64;
// The number of young collections per full one.
inline constexpr unsigned kStressFullEvery = 1024;
// The verifier runs only around each n-th collection, because each verification walks the whole
// heap.
inline constexpr unsigned kStressVerifyEvery = 256;
// There is one collection at a poll for this many at allocations.
inline constexpr unsigned kStressPollEvery = 4;
// The poll is the first to the sixteenth one after the allocation, in turn.
inline constexpr unsigned kStressPollsAhead = 16;

// Called before each allocation; collects at every stress_interval-th one. REQUIRES: self is in
// kInVm.
void stress_allocation(Heap& heap, runtime::JavaThread& self);
// Called at each poll in Java code; collects if this poll is the chosen one. REQUIRES: all of the
// thread's roots are published.
void stress_poll(runtime::JavaThread& self);

}  // namespace minijvm::gc
