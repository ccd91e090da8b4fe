// Where a full collection moves each object to, and the stripes of objects that its workers adjust and move one at a time.
// Proved by tests/gc/compactor_test.cpp and full_gc_test.cpp.
//
//   regions, in this order       old | eden | from | to
//   stripes, in address order    a b c d e ...          of each region: what starts in 64 KiB of it
//   places, one after the other  a b c d e ...          from the base of old on; a region that is full makes room for the next one
//
// (F1) The place to move to is never beyond the place to move from: stripes and places go through the regions in the same order.
//      So nothing unmoved is overwritten, and a plan always exists, however full the heap is.
// (F2) Objects that start in one block go to one region, next to each other: then the bitmap alone says where each one goes.
// The bitmap knows how much lives in a stripe, so planning looks at no object, except where a region gets full.
#pragma once

#include <cstddef>

#include "gc/heap_parts.h"
#include "gc/object_scan.h"

namespace minijvm::gc {

class CompactionPlan {
 public:
  static constexpr int kRegions = 4;
  static constexpr int kOld = 0;

  // REQUIRES: what lives is marked.
  explicit CompactionPlan(Heap& heap);
  // A stripe of the bitmap becomes one of the plan, or one more where a region gets full.
  static std::size_t most_stripes(std::size_t of_bitmap) { return of_bitmap + kRegions; }

  const StripeTable& stripes() const { return stripes_; }
  // The top of region 0 to 3 after the move.
  std::byte* new_top(int region) const { return regions_[region].new_top; }
  // The stripes below `before` whose objects lie, or lay, in [from, to) of the region: numbers [first, end).
  struct Range {
    std::size_t first;
    std::size_t end;
  };
  Range stripes_over(int region, const std::byte* from, const std::byte* to, std::size_t before) const;

 private:
  struct Region {
    std::byte* base;
    std::byte* end;       // of its objects
    std::byte* room_end;  // how far it may be filled
    std::byte* new_top;
    std::size_t first_stripe = 0;
    std::size_t end_stripe = 0;
  };
  void list_regions();
  void plan_region(int region);
  void plan_stripe(int region, std::byte* first, std::byte* end);
  void plan_block_by_block(int region, std::byte* first, std::byte* end);
  void plan_block(int region, std::byte* first, std::size_t bytes, bool begins_stripe);
  bool room_in_current(std::size_t bytes);
  void add_stripe(int region, std::byte* first, std::byte* end, std::size_t bytes);

  Heap& heap_;
  Region regions_[kRegions] = {};
  int current_ = 0;  // the region being filled
  StripeTable& stripes_;  // the heap's
};

// visit(object, its bytes) for each live object that starts in [from, to). REQUIRES: `from` does not lie within a live object.
template <class Visit>
void for_each_live(const MarkBitmap& marks, std::byte* from, std::byte* to, Visit visit) {
  std::byte* at = marks.next_marked(from, to);
  while (at < to) {
    auto* object = reinterpret_cast<runtime::Object*>(at);
    std::size_t bytes = young_or_old_bytes(object);
    visit(object, bytes);
    at = marks.next_marked(at + bytes, to);
  }
}

}  // namespace minijvm::gc
