// A promotion buffer (HotSpot calls it PLAB) is a piece of a space that one worker fills with
// copies, so that most copies need no atomic access. One kind lies in to-space, one in the old
// generation.
// Tested by tests/gc/promotion_buffer_test.cpp.
//
//   start ........ top            end       end + kMinFillerBytes
//   | copies ..... | free ....... | reserve |
//
// The reserve guarantees that the rest of the piece can become a filler object. A copy can be taken
// back: the worker does so when another worker has copied the same object first.
#pragma once

#include <cstddef>

#include "gc/heap/filler.h"

namespace minijvm::gc {

class PromotionBuffer {
 public:
  // Returns null if the bytes do not fit into the piece.
  std::byte* allocate(std::size_t bytes) {
    std::byte* start = top_;
    if (bytes > static_cast<std::size_t>(end_ - start)) {
      return nullptr;
    }
    top_ = start + bytes;
    return start;
  }
  // Frees the copy at `start`. REQUIRES: it was allocated last.
  void take_back(std::byte* start) { top_ = start; }

  // Makes the buffer use the piece [start, start + bytes), which is empty. REQUIRES: bytes >
  // kMinFillerBytes.
  void install(std::byte* start, std::size_t bytes) {
    top_ = start;
    end_ = start + bytes - kMinFillerBytes;
  }
  // Adds the next piece, which also belongs to this worker and begins where this one ends. The old
  // reserve becomes ordinary room.
  void extend(std::size_t bytes) { end_ += bytes; }
  // Leaves the buffer without a piece, so that nothing fits.
  void forget() { top_ = end_ = nullptr; }

  bool is_installed() const { return end_ != nullptr; }
  std::byte* top() const { return top_; }
  // Returns the end of the piece with its reserve. The rest up to here must be filled or given
  // back.
  std::byte* piece_end() const { return end_ + kMinFillerBytes; }
  std::size_t free() const { return static_cast<std::size_t>(end_ - top_); }

 private:
  std::byte* top_ = nullptr;
  std::byte* end_ = nullptr;
};

}  // namespace minijvm::gc
