// The state of gc for the whole process: the heap, the providers of roots, and the listener that
// observes collections. The write barrier's card_base is a variable of its own (heap/barrier.h),
// because every store of a reference reads it.
// It is never destroyed, because while the process exits GC workers may still run and threads may
// still allocate.
// Tested by the tests of the units named here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "base/bits.h"
#include "base/lazy.h"
#include "runtime/fwd.h"
#include "sync/atomic.h"

namespace minijvm::gc {

class Heap;
class HeapListener;
class ReferenceTable;

// JVMTI's default, in bytes. It stands here because GcState needs it.
inline constexpr std::size_t kDefaultSamplingInterval = 512 * kKiB;

// Counts objects for -XX:+PrintLockStatistics (heap/allocation_count.cpp).
struct AllocationCount {
  bool on = false;
  sync::Atomic<std::uint64_t> objects{0};
};

struct GcState {
  Heap* heap = nullptr;
  // Each room above gc that holds references outside the heap adds its tables (heap/roots.h).
  Lazy<std::vector<ReferenceTable*>> reference_tables;
  // Observes collections; null: there is no listener.
  sync::Atomic<HeapListener*> listener{nullptr};
  AllocationCount allocation_count;
  // The shadow of address 0 (shadow/access_shadow.h), which may not exist; 0: there is no shadow.
  std::uintptr_t shadow_bias = 0;
  // True if the allocation sampler is on (heap/allocation_sampler.h).
  Atomic<std::uint32_t> sampling{0};
  // The mean distance of samples, in bytes.
  Atomic<std::size_t> sampling_interval{kDefaultSamplingInterval};
  // The class of the objects that fill gaps (heap/filler.cpp).
  runtime::Class* filler_class = nullptr;
  sync::Atomic<std::uint64_t> stressed_allocations{0};  // preset gc-stress (heap/stress.cpp)
  // The threads that hanging_threads.cpp has abandoned; null: none.
  sync::Atomic<std::vector<runtime::JavaThread*>*> abandoned{nullptr};
};
extern constinit GcState gc_state [[gnu::visibility("hidden")]];

static_assert(std::is_trivially_destructible_v<GcState>);

}  // namespace minijvm::gc
