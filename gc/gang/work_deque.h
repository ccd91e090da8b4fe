// A work-stealing deque. Its owner pushes and takes entries at the bottom, thieves take them at the
// top.
// Tested by tests/gc/work_deque_test.cpp.
// Source: Chase and Lev, "Dynamic circular work-stealing deque", SPAA 2005, in the form of Le, Pop,
// Cohen and Zappa Nardelli, "Correct and efficient work-stealing for weak memory models", PPoPP
// 2013, figure 1.
// Departure: the ring has a fixed size, and the owner keeps what does not fit (work_queue.h). The
// accesses are sequentially consistent where the figure has fences, which a race detector cannot
// see.
//
//   top_ ------> oldest ... youngest <------ bottom_
//   steal: CAS on top_                       push, take: the owner alone; take needs a CAS on top_
//                                            for the last entry
//
// (Q1) An entry is taken once. When one entry is left, the owner and a thief may both want it; the
//      one whose CAS moves top_ gets it.
// (Q2) Every write before push() is visible to the thread that takes the entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "sync/atomic.h"

namespace minijvm::gc {

// An entry of a deque is one word, whose meaning its users choose (scan_entry.h). 0 is no entry.
using WorkEntry = std::uint64_t;

class WorkDeque {
 public:
  // The capacity is a power of two, so that a mask maps the growing indices to cells.
  static constexpr std::size_t kCapacity = 4096;

  WorkDeque() : ring_(std::make_unique<sync::Atomic<WorkEntry>[]>(kCapacity)) {}

  // --- the owner ---
  // Returns false when the deque is full.
  bool push(WorkEntry entry) {
    std::int64_t bottom = bottom_.load(std::memory_order_relaxed);
    // acquire: pairs with the thieves' CAS, so that a cell is not reused before its thief has read
    // it
    std::int64_t top = top_.load(std::memory_order_acquire);
    if (bottom - top >= static_cast<std::int64_t>(kCapacity)) {
      return false;
    }
    cell(bottom).store(entry, std::memory_order_relaxed);
    bottom_.store(bottom + 1, std::memory_order_release);  // acquire: steal() (Q2)
    return true;
  }

  // Takes the youngest entry. Returns 0 if the deque is empty.
  WorkEntry take() {
    std::int64_t bottom = bottom_.load(std::memory_order_relaxed) - 1;
    // The owner reserves the entry by moving bottom_, and then reads top_. steal() has read bottom_
    // before it moves top_. With sequential consistency at least one of the two sees the other's
    // move.
    bottom_.store(bottom, std::memory_order_seq_cst);
    std::int64_t top = top_.load(std::memory_order_seq_cst);
    // The deque is empty, so the move is undone.
    if (top > bottom) {
      bottom_.store(bottom + 1, std::memory_order_relaxed);
      return 0;
    }
    WorkEntry entry = cell(bottom).load(std::memory_order_relaxed);
    if (top == bottom) {
      // This is the last entry: the owner competes with the thieves for top_ (Q1). The deque is
      // empty afterwards in either case.
      bool won = top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst,
                                              std::memory_order_relaxed);
      bottom_.store(bottom + 1, std::memory_order_relaxed);
      return won ? entry : 0;
    }
    return entry;
  }

  // --- any thread ---
  // Takes the oldest entry. Returns 0 if the deque is empty, or if another thief was faster.
  WorkEntry steal() {
    std::int64_t top = top_.load(std::memory_order_seq_cst);
    std::int64_t bottom = bottom_.load(std::memory_order_seq_cst);
    if (top >= bottom) {
      return 0;
    }
    // The cell is read before the CAS, because afterwards the owner may reuse it.
    WorkEntry entry = cell(top).load(std::memory_order_relaxed);
    // A failed CAS means that another thread took this entry (Q1).
    bool won = top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst,
                                            std::memory_order_relaxed);
    return won ? entry : 0;
  }

  // Returns the number of entries. This is an estimate while other threads use the deque.
  std::size_t size() const {
    std::int64_t size =
        bottom_.load(std::memory_order_relaxed) - top_.load(std::memory_order_relaxed);
    return size > 0 ? static_cast<std::size_t>(size) : 0;
  }
  bool is_empty() const { return size() == 0; }

 private:
  sync::Atomic<WorkEntry>& cell(std::int64_t index) {
    return ring_[static_cast<std::size_t>(index) & (kCapacity - 1)];
  }
  static_assert((kCapacity & (kCapacity - 1)) == 0);

  // Thieves write top_, the owner writes bottom_, so each variable has a pair of cache lines of its
  // own.
  alignas(128) sync::Atomic<std::int64_t> top_{0};
  alignas(128) sync::Atomic<std::int64_t> bottom_{0};
  std::unique_ptr<sync::Atomic<WorkEntry>[]> ring_;
};
static_assert(sizeof(WorkDeque) == std::size_t{2} * 128, "both ends share a pair of cache lines");

}  // namespace minijvm::gc
