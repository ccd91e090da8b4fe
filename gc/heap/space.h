// A stretch of the heap's range that allocates by bumping a pointer: eden, a survivor space, the
// fixed space, or the old generation's memory.
// Tested by tests/gc/space_test.cpp.
//
//   base          top              dirty_end     limit        committed_end        reserved_end
//   | objects .... | stale bytes .... | zero ....... | zero ........ | not yet usable ...... |
//
//
//   top           the next object starts here
//   dirty_end     stale bytes, left from before the last reset, end here; all above are zero
//   limit         allocation stops here; policy moves it
//   committed_end the kernel has given memory up to here, in steps of 2 MiB
//
// Memory is committed in steps and touched only by use, so a space takes only the memory that was
// ever used in it. A fresh object must be zero. Because the space knows which bytes are stale, it
// does not zero memory that the kernel has just zeroed (stale_bytes()). Builds with the address
// sanitizer poison everything above top, so that a touch of it is reported.
//
// A space has no lock. The allocator holds Heap::mutex; the workers of a young collection use only
// bump_shared(); everything else runs while the world is stopped.
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
  // The step is 2 MiB, one huge page (-XX:+UseLargePages).
  static constexpr std::size_t kCommitStep = 2 * 1024 * 1024;

  // Makes an empty space with nothing committed. REQUIRES: [base, reserved_end) lies in memory and
  // is page aligned.
  void initialize(VirtualMemory& memory, std::byte* base, std::byte* reserved_end);

  // Sets the limit and commits the memory below it. Returns false, with the limit as before, if the
  // kernel has no more memory. REQUIRES: top <= where <= reserved_end.
  bool set_limit(std::byte* where);
  bool set_capacity(std::size_t bytes) { return set_limit(base_ + bytes); }
  // Sets -XX:+AlwaysPreTouch: from now on pages are touched as soon as they are committed, so that
  // a later first use does not wait for the kernel.
  void set_pretouch(bool on) { pretouches_ = on; }

  // Allocates `bytes`. Returns null if they do not fit below the limit. The memory may hold stale
  // bytes; see stale_bytes().
  std::byte* bump(std::size_t bytes) {
    std::byte* start = top_;
    if (bytes > static_cast<std::size_t>(limit_ - start)) {
      return nullptr;
    }
    top_ = start + bytes;
    unpoison_memory(start, bytes);
    return start;
  }
  // Does the same for several threads at once. REQUIRES: no thread calls another function of the
  // space meanwhile. A failed CAS has read the new top, so the test is repeated with it. Relaxed is
  // enough: the thread that publishes an object's address orders the writes of its contents.
  std::byte* bump_shared(std::size_t bytes) {
    std::atomic_ref<std::byte*> top(top_);
    std::byte* start = top.load(std::memory_order_relaxed);
    do {
      if (bytes > static_cast<std::size_t>(limit_ - start)) {
        return nullptr;
      }
    } while (!top.compare_exchange_weak(start, start + bytes, std::memory_order_relaxed,
                                        std::memory_order_relaxed));
    unpoison_memory(start, bytes);
    return start;
  }
  // Frees [from, to) if it was allocated last; its bytes are stale then. Returns false otherwise,
  // with nothing changed. REQUIRES: no thread allocates meanwhile.
  bool give_back(std::byte* from, std::byte* to) {
    if (to != top_) {
      return false;
    }
    reset_to(from);
    return true;
  }
  // Returns the number of leading bytes of [start, start + bytes) that are stale. The rest is zero
  // already.
  std::size_t stale_bytes(const std::byte* start, std::size_t bytes) const {
    return start < dirty_end_ ? std::min(bytes, static_cast<std::size_t>(dirty_end_ - start)) : 0;
  }

  // Moves top to new_top. Everything between it and the old top is stale. When new_top is higher,
  // the caller has filled the bytes in between and has unpoisoned them (the full collector does).
  void reset_to(std::byte* new_top);
  void reset() { reset_to(base_); }
  // Makes everything above top zero, by giving whole stale pages back to the kernel.
  void release_stale_pages();
  // Gives the pages above the limit back to the kernel.
  void uncommit_above_limit();
  // Unmaps the whole space until the next set_limit, so that a stale pointer into it causes a
  // SIGSEGV at its first use. REQUIRES: the space is empty.
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
  // Returns true if the address lies in [base, top). One unsigned comparison tests both ends: an
  // address below base_ becomes a huge number.
  bool contains(const void* address) const {
    return reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(base_) <
           static_cast<std::uintptr_t>(top_ - base_);
  }
  // Does the same for the whole reservation.
  bool reserves(const void* address) const {
    return reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(base_) <
           reserved();
  }

 private:
  // Returns the offset in the VirtualMemory.
  std::size_t offset_of(const std::byte* where) const {
    return static_cast<std::size_t>(where - memory_->base());
  }

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
