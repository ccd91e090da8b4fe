// Plans a compaction, between marking and adjusting. Only the coordinator runs this, because it is
// short: it reads the bitmap and not the objects.
#include "gc/old/compaction_plan.h"

#include <algorithm>

#include "base/check.h"
#include "base/poison.h"

namespace minijvm::gc {

using runtime::Object;

// The regions are planned in the order in which they are filled, which is why F1 holds.
CompactionPlan::CompactionPlan(Heap& heap) : heap_(heap), stripes_(heap.stripes) {
  stripes_.clear();
  list_regions();
  for (int region = 0; region < kRegions; ++region) {
    regions_[region].first_stripe = stripes_.size();
    plan_region(region);
    regions_[region].end_stripe = stripes_.size();
  }
  // Objects will be moved to addresses above the old tops of some spaces, which are still poisoned.
  for (const Region& region : regions_) {
    unpoison_memory(region.base, static_cast<std::size_t>(region.new_top - region.base));
  }
}

void CompactionPlan::list_regions() {
  // The regions are in the order of the full collection: old, eden, from, to. A young space may be
  // filled up to its limit; the old generation may grow up to its reservation.
  const Space* young[] = {&heap_.eden, &heap_.from(), &heap_.to()};
  const Space& old = heap_.old.space();
  regions_[kOld] = {old.base(), old.top(), old.reserved_end(), old.base()};
  for (int i = 0; i < 3; ++i) {
    regions_[i + 1] = {young[i]->base(), young[i]->top(), young[i]->limit(), young[i]->base()};
  }
}

// Returns true if `bytes` fit into the region that is being filled. The old generation grows for
// them, which may fail if the kernel has no memory; then the next region is filled.
bool CompactionPlan::room_in_current(std::size_t bytes) {
  Region& region = regions_[current_];
  if (bytes > static_cast<std::size_t>(region.room_end - region.new_top)) {
    return false;
  }
  return current_ != kOld || heap_.old.grow_to(region.new_top + bytes);
}

void CompactionPlan::plan_region(int region) {
  std::byte* base = regions_[region].base;
  std::byte* end = regions_[region].end;
  if (base == end) {
    return;
  }
  // A stripe reaches from the first object that starts in its 64 KiB to the first object of the
  // next stripe that has objects. So an object that reaches over a stripe's end belongs to the
  // stripe in which it starts.
  std::byte* first = nullptr;
  std::size_t stripes_end = heap_.marks.stripe_of(end - 1) + 1;
  for (std::size_t stripe = heap_.marks.stripe_of(base); stripe < stripes_end; ++stripe) {
    std::byte* next = heap_.marks.first_in_stripe(stripe);
    if (next != nullptr && first != nullptr) {
      plan_stripe(region, first, next);
    }
    first = next != nullptr ? next : first;
  }
  if (first != nullptr) {
    plan_stripe(region, first, end);
  }
}

// In the usual case the whole stripe fits into the current region, and the bitmap alone gives each
// block's destination.
void CompactionPlan::plan_stripe(int region, std::byte* first, std::byte* end) {
  std::size_t bytes = heap_.marks.marked_bytes(first, end);
  if (!room_in_current(bytes)) {
    plan_block_by_block(region, first, end);
    return;
  }
  heap_.marks.set_destinations(first, end, regions_[current_].new_top);
  add_stripe(region, first, end, bytes);
}

// Appends a stripe, whose objects get the next `bytes` of places in the current region.
void CompactionPlan::add_stripe(int region, std::byte* first, std::byte* end, std::size_t bytes) {
  Region& target = regions_[current_];
  MJ_DCHECK(current_ <= region, "a region is filled before its own objects are planned");
  MJ_DCHECK(current_ != region || target.new_top <= first, "an object would slide up (F1)");
  stripes_.add({first, end, target.new_top, bytes, region, current_});
  target.new_top += bytes;
}

// The current region has no room for the whole stripe. The blocks that still fit become one stripe,
// and the rest becomes another one in the next region.
void CompactionPlan::plan_block_by_block(int region, std::byte* first, std::byte* end) {
  std::byte* block_first = first;
  std::size_t bytes = 0;
  // The loop sums up the objects that start in one block, because they stay together (F2).
  for_each_live(heap_.marks, first, end, [&](Object* object, std::size_t object_size) {
    auto* start = reinterpret_cast<std::byte*>(object);
    if (heap_.marks.block_of(block_first) != heap_.marks.block_of(start)) {
      plan_block(region, block_first, bytes, block_first == first);
      block_first = start;
      bytes = 0;
    }
    bytes += object_size;
  });
  plan_block(region, block_first, bytes, block_first == first);
  // The last part reaches to the end of the planned stripe.
  stripes_.back().end = end;
}

// Plans the objects that start in the block of `first`, which is the first of them. Together they
// have `bytes` bytes.
void CompactionPlan::plan_block(int region, std::byte* first, std::size_t bytes,
                                bool begins_stripe) {
  int before = current_;
  // Regions are skipped until one has room. There always is one: the block's own region is among
  // them, and the objects that were planned into it so far lay there before this block (F1).
  while (!room_in_current(bytes)) {
    ++current_;
    MJ_CHECK(current_ < kRegions, "no room for %zu live bytes that had room before", bytes);
  }
  // The first block, or the first one in a new region, begins a stripe of the plan. add_stripe gets
  // a length of 0, because the bytes are added below.
  if (begins_stripe || current_ != before) {
    if (!begins_stripe) {
      stripes_.back().end = first;
    }
    add_stripe(region, first, first, 0);
  }
  Region& target = regions_[current_];
  // One block has one destination, so a range of one word is enough to set it.
  heap_.marks.set_destinations(first, first + 8, target.new_top);
  stripes_.back().live_bytes += bytes;
  target.new_top += bytes;
}

CompactionPlan::Range CompactionPlan::stripes_over(int region, const std::byte* from,
                                                   const std::byte* to, std::size_t before) const {
  // Stripes of one region are in address order, so both ends are found by binary search. Stripes
  // from `before` on are left out: they come later and cannot lie in the way (F1).
  const Stripe* begin = stripes_.begin() + regions_[region].first_stripe;
  const Stripe* end = stripes_.begin() + std::min(regions_[region].end_stripe, before);
  const Stripe* first = std::partition_point(
      begin, std::max(begin, end), [from](const Stripe& stripe) { return stripe.end <= from; });
  const Stripe* last = std::partition_point(
      first, std::max(begin, end), [to](const Stripe& stripe) { return stripe.first < to; });
  return {static_cast<std::size_t>(first - stripes_.begin()),
          static_cast<std::size_t>(last - stripes_.begin())};
}

}  // namespace minijvm::gc
