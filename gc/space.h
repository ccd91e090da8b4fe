// A bump-allocated stretch of the heap's range: eden, a survivor, or the old generation's memory.
// Proved by tests/gc/space_test.cpp.
//
//   base          top              dirty_end     limit        committed_end        reserved_end
//   | objects .... | stale bytes .... | zero ....... | zero ........ | not yet usable ...... |
//
// Allocation stops at `limit`, which policy moves. Memory is committed in steps and touched by use only, so that a space costs what was
// ever used of it. Bytes between top and dirty_end are left over from before the last reset; whoever wants zeroes asks stale_bytes(). The address
// sanitizer takes a touch of what lies above top for an error.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/poison.h"
#include "base/virtual_memory.h"

namespace minijvm::gc {

class Space {
 public:
  static constexpr std::size_t kCommitStep = 2 * 1024 * 1024;  // a huge page's worth (-XX:+UseLargePages)

  // REQUIRES: [base, reserved_end) lies in memory, page aligned.
  void initialize(VirtualMemory& memory, std::byte* base, std::byte* reserved_end);

  // Sets the limit, committing what it needs. False: the kernel has no more; the limit is as before. REQUIRES: where >= top.
  bool set_limit(std::byte* where);
  bool set_capacity(std::size_t bytes) { return set_limit(base_ + bytes); }
  // What is committed from now on is touched at once, so that the kernel's pages are there before they are used (-XX:+AlwaysPreTouch).
  void set_pretouch(bool on) { pretouches_ = on; }

  // Null: does not fit below the limit. The bytes are whatever was there.
  std::byte* bump(std::size_t bytes) {
    std::byte* start = top_;
    if (bytes > static_cast<std::size_t>(limit_ - start)) {
      return nullptr;
    }
    top_ = start + bytes;
    unpoison_memory(start, bytes);
    return start;
  }
  // The same for many threads at once, while nothing but these two is used.
  std::byte* bump_shared(std::size_t bytes) {
    std::atomic_ref<std::byte*> top(top_);
    std::byte* start = top.load(std::memory_order_relaxed);
    do {
      if (bytes > static_cast<std::size_t>(limit_ - start)) {
        return nullptr;
      }
    } while (!top.compare_exchange_weak(start, start + bytes, std::memory_order_relaxed, std::memory_order_relaxed));
    unpoison_memory(start, bytes);
    return start;
  }
  // The end of what was allocated last is free again, its bytes stale. False: it was not the last. REQUIRES: nobody allocates meanwhile.
  bool give_back(std::byte* from, std::byte* to) {
    if (to != top_) {
      return false;
    }
    reset_to(from);
    return true;
  }
  // Of [start, start + bytes), the leading bytes that are stale: the rest is zero already.
  std::size_t stale_bytes(const std::byte* start, std::size_t bytes) const {
    return start < dirty_end_ ? std::min(bytes, static_cast<std::size_t>(dirty_end_ - start)) : 0;
  }

  // Allocation goes on at new_top; what lies above is stale. REQUIRES: new_top <= top, or who has filled what lies between unpoisoned it.
  void reset_to(std::byte* new_top);
  void reset() { reset_to(base_); }
  // Gives the stale pages back to the kernel; everything above top is zero afterwards.
  void release_stale_pages();
  // What lies above the limit is the kernel's again.
  void uncommit_above_limit();
  // Nothing of the space can be touched until the next set_limit: stale pointers die at their first use. REQUIRES: empty.
  void protect();

  std::byte* base() const { return base_; }
  std::byte* top() const { return top_; }
  std::byte* limit() const { return limit_; }
  std::byte* committed_end() const { return committed_end_; }
  std::byte* reserved_end() const { return reserved_end_; }
  std::size_t used() const { return static_cast<std::size_t>(top_ - base_); }
  std::size_t capacity() const { return static_cast<std::size_t>(limit_ - base_); }
  std::size_t free() const { return static_cast<std::size_t>(limit_ - top_); }
  std::size_t reserved() const { return static_cast<std::size_t>(reserved_end_ - base_); }
  bool is_empty() const { return top_ == base_; }
  bool contains(const void* address) const {
    return reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(base_) < static_cast<std::uintptr_t>(top_ - base_);
  }
  bool reserves(const void* address) const {
    return reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(base_) < reserved();
  }

 private:
  std::size_t offset_of(const std::byte* where) const { return static_cast<std::size_t>(where - memory_->base()); }

  VirtualMemory* memory_ = nullptr;
  std::byte* base_ = nullptr;
  std::byte* top_ = nullptr;
  std::byte* dirty_end_ = nullptr;
  std::byte* limit_ = nullptr;
  std::byte* committed_end_ = nullptr;
  std::byte* reserved_end_ = nullptr;
  bool pretouches_ = false;
};

}  // namespace minijvm::gc
