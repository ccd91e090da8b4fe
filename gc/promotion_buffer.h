// A piece of a space that one worker fills with copies: allocation without a contended access. Proved by tests/gc/promotion_buffer_test.cpp.
//
//   start ........ top            end       end + kMinFillerBytes
//   | copies ..... | free ....... | reserve |
//
// The reserve guarantees that what is left can become a filler object. A copy that another worker made first is taken back.
#pragma once

#include <cstddef>

#include "gc/filler.h"

namespace minijvm::gc {

class PromotionBuffer {
 public:
  // Null: does not fit.
  std::byte* allocate(std::size_t bytes) {
    std::byte* start = top_;
    if (bytes > static_cast<std::size_t>(end_ - start)) {
      return nullptr;
    }
    top_ = start + bytes;
    return start;
  }
  // REQUIRES: the last thing that was allocated.
  void take_back(std::byte* start) { top_ = start; }

  // REQUIRES: bytes > kMinFillerBytes.
  void install(std::byte* start, std::size_t bytes) {
    top_ = start;
    end_ = start + bytes - kMinFillerBytes;
  }
  // The piece behind this one is ours, too.
  void extend(std::size_t bytes) { end_ += bytes; }
  void forget() { top_ = end_ = nullptr; }

  bool is_installed() const { return end_ != nullptr; }
  std::byte* top() const { return top_; }
  // With the reserve: the end of the memory, to be filled or given back.
  std::byte* piece_end() const { return end_ + kMinFillerBytes; }
  std::size_t free() const { return static_cast<std::size_t>(end_ - top_); }

 private:
  std::byte* top_ = nullptr;
  std::byte* end_ = nullptr;
};

}  // namespace minijvm::gc
