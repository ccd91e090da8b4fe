// Moves the stripes of a plan to their places, several at a time. Proved by tests/gc/compactor_test.cpp, parallel_full_gc_test.cpp.
//
//   Workers claim stripes in order. A stripe's place may be where others' objects still are: all of them come before it (F1), so all of
//   them have been claimed. Whoever finds such a place first moves his stripe into a shadow, a buffer of his own, so that those who want
//   its old place need not wait for him; then he waits, and fills the place from the shadow.
//
// (M1) Bytes are overwritten when every stripe that had objects there is evacuated, into its place or a shadow.
// (M2) The worker with the lowest stripe of all never waits, so nobody waits for ever.
// Shadows break the chain that a dense heap makes, where each stripe moves by less than its length and so waits for the one before.
// Source: the shadow regions of HotSpot's parallel collector (JDK-8220465).  Departure: stripes of a few cache-sized KiB, no free list of
// regions: a shadow is filled and emptied while it is in the cache.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "gc/compaction_plan.h"
#include "sync/atomic.h"

namespace minijvm::gc {

class Compactor {
 public:
  Compactor(Heap& heap, const CompactionPlan& plan, unsigned workers);

  // Any worker, stripes in any order that (M2) allows.
  void move(std::size_t stripe, unsigned worker);
  bool is_evacuated(std::size_t stripe) const { return heap_.stripes.is_evacuated(stripe); }
  // When all are moved, by one thread.
  void finish();

  // Stripes that went through a shadow.
  std::size_t shadowed() const { return shadowed_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kShadowBytes = 2 * kStripeBytes;  // a stripe whose last object is longer has to wait

  bool place_is_free(std::size_t number) const;
  void wait_for_place(std::size_t number) const;
  std::byte* shadow_of(unsigned worker);
  void copy_live(const Stripe& stripe, std::byte* to) const;
  void record_objects(const Stripe& stripe);

  Heap& heap_;
  const CompactionPlan& plan_;
  std::vector<std::unique_ptr<std::byte[]>> shadows_;  // by worker; null until it needs one
  sync::Atomic<std::size_t> shadowed_{0};
};

}  // namespace minijvm::gc
