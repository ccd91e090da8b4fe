#include "gc/compaction_plan.h"

#include <algorithm>

#include "base/check.h"
#include "base/poison.h"

namespace minijvm::gc {

using runtime::Object;

CompactionPlan::CompactionPlan(Heap& heap) : heap_(heap), stripes_(heap.stripes) {
  stripes_.clear();
  list_regions();
  for (int region = 0; region < kRegions; ++region) {
    regions_[region].first_stripe = stripes_.size();
    plan_region(region);
    regions_[region].end_stripe = stripes_.size();
  }
  for (const Region& region : regions_) {
    unpoison_memory(region.base, static_cast<std::size_t>(region.new_top - region.base));
  }
}

void CompactionPlan::list_regions() {
  const Space* young[] = {&heap_.eden, &heap_.from(), &heap_.to()};
  const Space& old = heap_.old.space();
  regions_[kOld] = {old.base(), old.top(), old.reserved_end(), old.base()};
  for (int i = 0; i < 3; ++i) {
    regions_[i + 1] = {young[i]->base(), young[i]->top(), young[i]->limit(), young[i]->base()};
  }
}

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

void CompactionPlan::plan_stripe(int region, std::byte* first, std::byte* end) {
  std::size_t bytes = heap_.marks.marked_bytes(first, end);
  if (!room_in_current(bytes)) {
    plan_block_by_block(region, first, end);
    return;
  }
  heap_.marks.set_destinations(first, end, regions_[current_].new_top);
  add_stripe(region, first, end, bytes);
}

// The next `bytes` of places are the stripe's.
void CompactionPlan::add_stripe(int region, std::byte* first, std::byte* end, std::size_t bytes) {
  Region& target = regions_[current_];
  MJ_DCHECK(current_ <= region, "a region is filled before its own objects are planned");
  MJ_DCHECK(current_ != region || target.new_top <= first, "an object would slide up (F1)");
  stripes_.add({first, end, target.new_top, bytes, region, current_});
  target.new_top += bytes;
}

// Some of the stripe's objects may fit into the current region: those that do become a stripe of their own.
void CompactionPlan::plan_block_by_block(int region, std::byte* first, std::byte* end) {
  std::byte* block_first = first;
  std::size_t bytes = 0;
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
  stripes_.back().end = end;
}

// `bytes` of objects start in the block of `first`, the first of them there.
void CompactionPlan::plan_block(int region, std::byte* first, std::size_t bytes, bool begins_stripe) {
  int before = current_;
  while (!room_in_current(bytes)) {
    ++current_;
    MJ_CHECK(current_ < kRegions, "no room for %zu live bytes that had room before", bytes);
  }
  if (begins_stripe || current_ != before) {
    if (!begins_stripe) {
      stripes_.back().end = first;
    }
    add_stripe(region, first, first, 0);
  }
  Region& target = regions_[current_];
  heap_.marks.set_destinations(first, first + 8, target.new_top);
  stripes_.back().live_bytes += bytes;
  target.new_top += bytes;
}

CompactionPlan::Range CompactionPlan::stripes_over(int region, const std::byte* from, const std::byte* to, std::size_t before) const {
  const Stripe* begin = stripes_.begin() + regions_[region].first_stripe;
  const Stripe* end = stripes_.begin() + std::min(regions_[region].end_stripe, before);
  const Stripe* first = std::partition_point(begin, std::max(begin, end), [from](const Stripe& stripe) { return stripe.end <= from; });
  const Stripe* last = std::partition_point(first, std::max(begin, end), [to](const Stripe& stripe) { return stripe.first < to; });
  return {static_cast<std::size_t>(first - stripes_.begin()), static_cast<std::size_t>(last - stripes_.begin())};
}

}  // namespace minijvm::gc
