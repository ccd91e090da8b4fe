// The stripes of a compaction, as gc/old/compaction_plan.h plans them. The table has room for as
// many stripes as a plan can have. The room is reserved when the heap is made, because a collection
// that runs when memory is short must not ask for more.
// Tested by tests/gc/compactor_test.cpp.
//
//   stripe   first              end          place          place_end
//            | A  ..  B .. .. C |       -->  | A  B  C |
//              live objects with gaps          the same objects without gaps
#pragma once

#include <cstddef>

#include "base/check.h"
#include "base/virtual_memory.h"
#include "sync/atomic.h"

namespace minijvm::gc {

// The live objects of one stretch of a region. They keep their order, and the move closes the gaps
// between them.
struct Stripe {
  // The first object.
  std::byte* first;
  // The place where the next stripe's objects start, or where the region ends.
  std::byte* end;
  // The place to which the first object moves.
  std::byte* place;
  std::size_t live_bytes;
  // The numbers of the regions that the stripe moves from and to (CompactionPlan).
  int from;
  int to;
  // Returns true if no object of the stripe moves, because the stripe has no gaps and lies at its
  // place already.
  bool stays() const {
    return place == first && live_bytes == static_cast<std::size_t>(end - first);
  }
  std::byte* place_end() const { return place + live_bytes; }
};

class StripeTable {
 public:
  // Reserves room for `most` stripes. Returns false if there is no memory.
  bool initialize(std::size_t most);

  // REQUIRES: a plan has been cleared or is being made; no worker reads the table.
  void add(const Stripe& stripe) {
    MJ_CHECK(size_ < most_, "a plan of more than %zu stripes", most_);
    stripes_[size_++] = stripe;
  }
  Stripe& back() { return stripes_[size_ - 1]; }
  std::size_t size() const { return size_; }
  const Stripe& operator[](std::size_t number) const { return stripes_[number]; }
  const Stripe* begin() const { return stripes_; }
  const Stripe* end() const { return stripes_ + size_; }

  // A stripe is evacuated when all its objects have been read, into their place or into a shadow.
  // Other stripes may overwrite its old place from then on. release in set_evacuated: the reads
  // come before the flag; it pairs with the acquire in is_evacuated.
  void set_evacuated(std::size_t number) {
    evacuated_[number].store(true, std::memory_order_release);
  }
  bool is_evacuated(std::size_t number) const {
    return evacuated_[number].load(std::memory_order_acquire);
  }

  // Empties the table and gives its memory back to the kernel; the flags are then zero, which is
  // false.
  void clear();

 private:
  Stripe* stripes_ = nullptr;
  sync::Atomic<bool>* evacuated_ = nullptr;
  std::size_t size_ = 0;
  std::size_t most_ = 0;
  VirtualMemory stripes_memory_;
  VirtualMemory evacuated_memory_;
};

}  // namespace minijvm::gc
