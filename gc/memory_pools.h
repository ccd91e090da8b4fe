// The heap as java.lang.management shows it: three pools and how full they are, two collectors and what each did last.
// Proved by tests/gc/heap_test.cpp and tests/java/management.
// Pools and collectors are those of HotSpot's serial collector, whose layout ours is. The survivor pool is one of the two spaces.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gc/heap.h"

namespace minijvm::gc {

enum class HeapPool : std::uint8_t { kEden, kSurvivor, kTenured };
inline constexpr std::size_t kHeapPools = 3;
enum class Collector : std::uint8_t { kYoung, kFull };
inline constexpr std::size_t kCollectors = 2;

struct PoolUsage {
  std::size_t initial = 0;
  std::size_t used = 0;
  std::size_t committed = 0;
  std::size_t max = 0;
};
using HeapUsage = std::array<PoolUsage, kHeapPools>;

struct CollectionRecord {
  std::uint64_t number = 0;  // counted by collector; 0: there was none yet
  GcCause cause = GcCause::kSystemGc;
  std::int64_t start_ns = 0;  // sync::monotonic_ns
  std::int64_t end_ns = 0;
  std::int64_t total_ns = 0;  // of this and all earlier ones
  HeapUsage before{};
  HeapUsage after{};
};

// For all: REQUIRES kInVm.
HeapUsage heap_usage();
// All pools together: used <= committed <= max, although both survivors may be in use and only one counts as committed.
PoolUsage whole_heap_usage();
// The most that was used since the start or the last reset, as seen when collections began and now.
HeapUsage heap_peak_usage();
void reset_peak_usage(HeapPool pool);
// After the last collection that looked at the pool; before the first, nothing is used or committed.
PoolUsage usage_after_collection(HeapPool pool);
CollectionRecord last_collection(Collector collector);
const char* cause_text(GcCause cause);

// Door: told, in kInVm, after each collection and each allocation beside eden, by the thread that asked for it. It must not stop.
using UsageObserver = void (*)();
void set_usage_observer(UsageObserver observer);

// Door: told in the stopped world when a collection begins (true) and ends; an allocation may ask for several in a row.
using CollectionWatcher = void (*)(bool begins);
void set_collection_watcher(CollectionWatcher watcher);

}  // namespace minijvm::gc
