// The heap as the log and java.lang.management show it: three pools with their usage, and two
// collectors. tools/manage keeps the history of both.
// Tested by tests/gc/heap_test.cpp and tests/java/management.
//
// The pools and collectors are those of HotSpot's serial collector, which has the same layout. The
// survivor pool is as large as one of the two survivor spaces.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gc/heap/heap.h"

namespace minijvm::gc {

// Tenured is java.lang.management's word for the old generation.
enum class HeapPool : std::uint8_t { kEden, kSurvivor, kTenured };
inline constexpr std::size_t kHeapPools = 3;
enum class Collector : std::uint8_t { kYoung, kFull };
inline constexpr std::size_t kCollectors = 2;

// All in bytes; the four values of java.lang.management.MemoryUsage.
struct PoolUsage {
  std::size_t initial = 0;
  std::size_t used = 0;
  std::size_t committed = 0;
  std::size_t max = 0;
};
using HeapUsage = std::array<PoolUsage, kHeapPools>;

// One collection, as a HeapListener gets it.
struct CollectionRecord {
  Collector collector = Collector::kYoung;
  GcCause cause = GcCause::kSystemGc;
  // both by sync::machine_ns
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;
  HeapUsage before{};
  HeapUsage after{};
};

// Adds up the pools; the sum's max is 0.
PoolUsage sum_of(const HeapUsage& pools);
// REQUIRES for the next two: kInVm.
HeapUsage heap_usage();
// The sum of the pools, as Java must see it: used <= committed <= max. Both survivor spaces may
// hold objects although only one counts as committed, so the sum is cut where it exceeds a bound.
PoolUsage whole_heap_usage();
// HotSpot's text for a cause, for example "Allocation Failure".
const char* cause_text(GcCause cause);

}  // namespace minijvm::gc
