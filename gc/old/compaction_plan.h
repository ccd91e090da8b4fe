// The plan of a compaction gives each live object a destination, and lists the stripes of objects
// that the workers adjust and move one at a time.
// Tested by tests/gc/compactor_test.cpp and full_gc_test.cpp.
//
//   regions   | old . . . . . . . . . | eden . . . . . | from . . | to . . |
//   stripes   |  a  |  b  |  c  |  d  |  e  |  f  | g |  h  | i  |        |
//   places    | a b c d e f g h i ... |                |          |        |
//
// A stripe is the live objects that start in 64 KiB of a region. The stripes get places one after
// the other, from the base of the old generation on. A region that is full is followed by the next
// one: if the old generation had no room for g, then g, h and i would go to the start of eden.
//
// (F1) An object's place is never beyond the object's old address: stripes and places go through
//      the regions in the same order. So no object that has not moved is overwritten, and a plan
//      always exists, however full the heap is.
// (F2) Objects that start in one block go to one region, next to each other. So the bitmap alone
//      says where each of them goes.
//
// The bitmap knows how many bytes live in a stripe, so planning looks at no object, except where a
// region becomes full.
#pragma once

#include <cstddef>

#include "gc/heap/heap_parts.h"
#include "gc/heap/object_scan.h"

namespace minijvm::gc {

class CompactionPlan {
 public:
  static constexpr int kRegions = 4;
  static constexpr int kOld = 0;

  // Makes the plan. REQUIRES: the live objects are marked.
  explicit CompactionPlan(Heap& heap);
  // The largest number of stripes in a plan: one for each stripe of the bitmap, and one more for
  // each region that may become full.
  static std::size_t most_stripes(std::size_t of_bitmap) { return of_bitmap + kRegions; }

  const StripeTable& stripes() const { return stripes_; }
  // Returns the top of a region after the move. Regions are numbered 0 to 3.
  std::byte* new_top(int region) const { return regions_[region].new_top; }
  // A range of the stripes with numbers below `before` whose objects lay in [from, to) of the
  // region before the move. Their numbers are [first, end).
  struct Range {
    std::size_t first;
    std::size_t end;
  };
  Range stripes_over(int region, const std::byte* from, const std::byte* to,
                     std::size_t before) const;

 private:
  // One of the spaces, as the source and as the destination of stripes.
  struct Region {
    std::byte* base;
    // The end of the region's objects.
    std::byte* end;
    // The end up to which the region may be filled.
    std::byte* room_end;
    // The next place, which rises while stripes are planned.
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
  // The number of the region that is being filled.
  int current_ = 0;
  // The heap's table.
  StripeTable& stripes_;
};

// Calls visit(object, bytes) for each live object that starts in [from, to), in address order.
// REQUIRES: `from` is not inside a live object.
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
