// Moves the stripes of a plan to their places, several at a time.
// Tested by tests/gc/compactor_test.cpp, parallel_full_gc_test.cpp.
//
// Workers claim stripes in order. A stripe's place may still be occupied by objects of other
// stripes. All of those come before it (F1 in compaction_plan.h), so all of them have been claimed.
// A worker that finds its stripe's place occupied moves the stripe into a shadow, a buffer of its
// own, so that workers that need the stripe's old place do not have to wait. Then it waits and
// fills the place from the shadow.
//
//   heap       | 1 1 1 1 | 2 2 . 2 | 3 3 3 . |
//   places     | 1 1 1 1 | 2 2 2 3 | 3 3 .     3 needs a part of 2's old place
//   worker X   moves 2 within its own memory
//   worker Y   finds 2 not evacuated: copies 3 into its shadow, waits for 2, then fills 3's place
//
// (M1) Bytes are overwritten only after each stripe that had objects there is evacuated, into its
//      place or into a shadow.
// (M2) The worker with the lowest unfinished stripe never waits, so no worker waits forever.
//
// Without shadows a dense heap makes a chain, in which each stripe moves by less than its length
// and so waits for the one before it.
// Source: the shadow regions of HotSpot's parallel collector (JDK-8220465).
// Departure: the stripes are small, so a shadow is filled and emptied while it is in the cache;
// there is no free list of regions.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "gc/old/compaction_plan.h"
#include "sync/atomic.h"

namespace minijvm::gc {

class Compactor {
 public:
  Compactor(Heap& heap, const CompactionPlan& plan, unsigned workers);

  // Moves one stripe and returns when it is in its place. Any worker may call it; stripes are
  // claimed in ascending order (M2).
  void move(std::size_t stripe, unsigned worker);
  // Returns true if the stripe's objects have been read, so that its old place may be overwritten.
  bool is_evacuated(std::size_t stripe) const { return heap_.stripes.is_evacuated(stripe); }
  // Completes the offset table. One thread calls it when all stripes are moved.
  void finish();

  // Returns how many stripes went through a shadow.
  std::size_t shadowed() const { return shadowed_.load(std::memory_order_relaxed); }

 private:
  // A shadow has the length of two stripes. A stripe may be longer, because its last object may be
  // long; such a stripe waits for its place without a shadow.
  static constexpr std::size_t kShadowBytes = 2 * kStripeBytes;

  bool place_is_free(std::size_t number) const;
  void wait_for_place(std::size_t number) const;
  std::byte* shadow_of(unsigned worker);
  void copy_live(const Stripe& stripe, std::byte* to) const;
  void record_objects(const Stripe& stripe);

  Heap& heap_;
  const CompactionPlan& plan_;
  // The index is the worker; null until the worker needs a shadow.
  std::vector<std::unique_ptr<std::byte[]>> shadows_;
  sync::Atomic<std::size_t> shadowed_{0};
};

}  // namespace minijvm::gc
