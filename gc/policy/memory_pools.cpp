// The usage of the pools. Queries run in kInVm, so no collection runs at the same time; Heap::mutex
// keeps allocating threads out.
#include "gc/policy/memory_pools.h"

#include <algorithm>

#include "gc/heap/heap_parts.h"

namespace minijvm::gc {
namespace {

constexpr auto kEden = static_cast<std::size_t>(HeapPool::kEden);
constexpr auto kSurvivor = static_cast<std::size_t>(HeapPool::kSurvivor);
constexpr auto kTenured = static_cast<std::size_t>(HeapPool::kTenured);

// One pool. The survivor pool uses both spaces but has the capacity of one, so `used` may be
// larger; Java requires that it never exceeds `committed`.
PoolUsage usage(std::size_t initial, std::size_t used, std::size_t capacity, std::size_t max) {
  std::size_t committed = std::max(used, capacity);
  return {initial, used, committed, std::max(committed, max)};
}

}  // namespace

HeapUsage Heap::usage() const {
  const HeapSizes& sizes = policy.sizes();
  const Space& tenured = old.space();
  HeapUsage all;
  all[kEden] = gc::usage(sizes.eden_initial, eden.used(), eden.capacity(), sizes.eden_max);
  all[kSurvivor] = gc::usage(0, survivors_[0].used() + survivors_[1].used(),
                             policy.survivor_capacity(), sizes.survivor_limit);
  // The parts of the heap in which objects move. Mirrors are in no pool.
  all[kTenured] = gc::usage(sizes.old_initial, tenured.used(), tenured.capacity(), sizes.old_max);
  return all;
}

HeapUsage heap_usage() {
  sync::MutexLock lock(the_heap().mutex);
  return the_heap().usage();
}

PoolUsage sum_of(const HeapUsage& pools) {
  PoolUsage sum;
  for (const PoolUsage& pool : pools) {
    sum.initial += pool.initial;
    sum.used += pool.used;
    sum.committed += pool.committed;
  }
  return sum;
}

// See memory_pools.h: the pools' sum may exceed the heap's maximum when both survivors are in use.
PoolUsage whole_heap_usage() {
  PoolUsage sum = sum_of(heap_usage());
  sum.max = the_heap().max_bytes();
  sum.committed = std::min(sum.committed, sum.max);
  sum.used = std::min(sum.used, sum.committed);
  return sum;
}

}  // namespace minijvm::gc
