// The stripes of a compaction: room for as many as a plan can have, taken when the heap is made, since a collection that runs because memory
// is out must not ask for any.
// Proved by tests/gc/compactor_test.cpp.
#pragma once

#include <cstddef>

#include "base/check.h"
#include "base/virtual_memory.h"
#include "sync/atomic.h"

namespace minijvm::gc {

// Live objects that lie one after the other in a region, and will again, without gaps.
struct Stripe {
  std::byte* first;         // the first object
  std::byte* end;           // where the next stripe's objects start, or the region ends
  std::byte* place;         // of the first object, afterwards
  std::size_t live_bytes;
  int from;                 // regions
  int to;
  bool stays() const { return place == first && live_bytes == static_cast<std::size_t>(end - first); }
  std::byte* place_end() const { return place + live_bytes; }
};

class StripeTable {
 public:
  // False: no memory.
  bool initialize(std::size_t most);

  void add(const Stripe& stripe) {
    MJ_CHECK(size_ < most_, "a plan of more than %zu stripes", most_);
    stripes_[size_++] = stripe;
  }
  Stripe& back() { return stripes_[size_ - 1]; }
  std::size_t size() const { return size_; }
  const Stripe& operator[](std::size_t number) const { return stripes_[number]; }
  const Stripe* begin() const { return stripes_; }
  const Stripe* end() const { return stripes_ + size_; }

  // release: the objects were read; acquire: is_evacuated
  void set_evacuated(std::size_t number) { evacuated_[number].store(true, std::memory_order_release); }
  bool is_evacuated(std::size_t number) const { return evacuated_[number].load(std::memory_order_acquire); }

  // There are none, and the memory is the kernel's again.
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
