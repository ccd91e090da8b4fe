// A work-stealing deque: its owner pushes and takes at the bottom, thieves take at the top. Proved by tests/gc/work_deque_test.cpp.
// Source: Chase and Lev, "Dynamic circular work-stealing deque", SPAA 2005, in the form of Le, Pop, Cohen and Zappa Nardelli, "Correct and
// efficient work-stealing for weak memory models", PPoPP 2013, figure 1.  Departure: a fixed ring (the owner keeps what does not fit), and
// sequentially consistent accesses in place of the figure's fences, which a race detector cannot see.
//
//   top_ ------> oldest ... youngest <------ bottom_
//   steal: CAS on top_                       push, take: the owner alone, except that take fights by CAS for the last entry
//
// (Q1) An entry is taken once: the last one by whoever moves top_.
// (Q2) What was written before push() is visible to whoever takes the entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "sync/atomic.h"

namespace minijvm::gc {

// What a deque holds: one word, whose meaning is its users' (scan_entry.h). 0 is none.
using WorkEntry = std::uint64_t;

class WorkDeque {
 public:
  static constexpr std::size_t kCapacity = 4096;

  WorkDeque() : ring_(std::make_unique<sync::Atomic<WorkEntry>[]>(kCapacity)) {}

  // --- the owner ---
  // False: full.
  bool push(WorkEntry entry) {
    std::int64_t bottom = bottom_.load(std::memory_order_relaxed);
    std::int64_t top = top_.load(std::memory_order_acquire);
    if (bottom - top >= static_cast<std::int64_t>(kCapacity)) {
      return false;
    }
    cell(bottom).store(entry, std::memory_order_relaxed);
    bottom_.store(bottom + 1, std::memory_order_release);  // acquire: steal() (Q2)
    return true;
  }

  // 0: empty.
  WorkEntry take() {
    std::int64_t bottom = bottom_.load(std::memory_order_relaxed) - 1;
    bottom_.store(bottom, std::memory_order_seq_cst);  // Dekker with steal(): it moves top_, then reads bottom_
    std::int64_t top = top_.load(std::memory_order_seq_cst);
    if (top > bottom) {
      bottom_.store(bottom + 1, std::memory_order_relaxed);
      return 0;
    }
    WorkEntry entry = cell(bottom).load(std::memory_order_relaxed);
    if (top == bottom) {
      bool won = top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst, std::memory_order_relaxed);  // Q1
      bottom_.store(bottom + 1, std::memory_order_relaxed);
      return won ? entry : 0;
    }
    return entry;
  }

  // --- anybody ---
  // 0: empty, or another thief was faster.
  WorkEntry steal() {
    std::int64_t top = top_.load(std::memory_order_seq_cst);
    std::int64_t bottom = bottom_.load(std::memory_order_seq_cst);
    if (top >= bottom) {
      return 0;
    }
    WorkEntry entry = cell(top).load(std::memory_order_relaxed);
    bool won = top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst, std::memory_order_relaxed);  // Q1
    return won ? entry : 0;
  }

  // An estimate, unless nobody else is at work.
  std::size_t size() const {
    std::int64_t size = bottom_.load(std::memory_order_relaxed) - top_.load(std::memory_order_relaxed);
    return size > 0 ? static_cast<std::size_t>(size) : 0;
  }
  bool is_empty() const { return size() == 0; }

 private:
  sync::Atomic<WorkEntry>& cell(std::int64_t index) { return ring_[static_cast<std::size_t>(index) & (kCapacity - 1)]; }
  static_assert((kCapacity & (kCapacity - 1)) == 0);

  // Thieves write the one, the owner the other: a line each.
  alignas(128) sync::Atomic<std::int64_t> top_{0};
  alignas(128) sync::Atomic<std::int64_t> bottom_{0};
  std::unique_ptr<sync::Atomic<WorkEntry>[]> ring_;
};

}  // namespace minijvm::gc
