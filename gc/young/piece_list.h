// Notes which worker of a young collection filled which piece of memory with copies, for a tool
// that shows collections. A copy's address lies in exactly one piece, so the copies themselves need
// no note. Nothing is noted until somebody wants it.
// Tested by tests/vm/stepper.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/atomic.h"

namespace minijvm::gc {

class PieceList {
 public:
  static constexpr std::size_t kMost = 1024;
  struct Piece {
    const std::byte* start;
    const std::byte* end;
    unsigned worker;
  };

  // REQUIRES for both: no collection runs, or the caller is its coordinator.
  void want(bool wanted) { is_wanted_.store(wanted, std::memory_order_relaxed); }
  void clear() { count_.store(0, std::memory_order_relaxed); }

  // Called by the workers when they take a piece, which is rare. Pieces beyond kMost are not noted.
  void note(const std::byte* start, std::size_t bytes, unsigned worker) {
    if (!is_wanted_.load(std::memory_order_relaxed)) [[likely]] {
      return;
    }
    // relaxed: the dispatch's end publishes the rows to the coordinator.
    const std::size_t at = count_.fetch_add(1, std::memory_order_relaxed);
    if (at < kMost) {
      pieces_[at] = {start, start + bytes, worker};
    }
  }

  // REQUIRES: no worker runs.
  std::size_t size() const {
    const std::size_t count = count_.load(std::memory_order_relaxed);
    return count < kMost ? count : kMost;
  }
  const Piece& operator[](std::size_t at) const { return pieces_[at]; }

 private:
  Atomic<bool> is_wanted_{false};
  Atomic<std::size_t> count_{0};
  Piece pieces_[kMost] = {};
};

}  // namespace minijvm::gc
