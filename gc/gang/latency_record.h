// A histogram of durations in 8 KiB, for any number of them: count, mean and maximum are exact, and
// quantiles are exact to 3 %.
// Tested by tests/gc/latency_record_test.cpp.
//
//   steps   0 1 2 ... 31 | 32 33 ... 63 | 64 66 ... 126 | 128 132 ... 252 | ...
//   width   1 ns each    | 1 ns each    | 2 ns each     | 4 ns each       |
//
// Each power of two is cut into 32 equal steps, so a step is at most 1/32 as wide as its values.
#pragma once

#include <array>
#include <cstdint>

namespace minijvm::gc {

class LatencyRecord {
 public:
  void add(std::int64_t ns);

  std::uint64_t count() const { return count_; }
  std::int64_t max_ns() const { return max_ns_; }
  std::int64_t average_ns() const {
    return count_ == 0 ? 0 : total_ns_ / static_cast<std::int64_t>(count_);
  }
  // Returns the smallest duration that `per_mille` of 1000 measurements do not exceed, rounded up
  // to the end of its step, but never more than max_ns(). For example, 500 gives the median.
  std::int64_t quantile_ns(unsigned per_mille) const;

 private:
  static constexpr unsigned kStepBits = 5;
  static constexpr unsigned kSteps = 1U << kStepBits;
  // These return the step that holds a duration, and the longest duration that a step holds.
  static unsigned step_of(std::uint64_t ns);
  static std::uint64_t last_of(unsigned step);

  std::array<std::uint32_t, (64 - kStepBits + 1) * kSteps> steps_{};
  std::uint64_t count_ = 0;
  std::int64_t total_ns_ = 0;
  std::int64_t max_ns_ = 0;
};

}  // namespace minijvm::gc
