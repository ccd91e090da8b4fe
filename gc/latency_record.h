// Durations by the hundred thousand in a few KiB: exact count, mean and maximum, quantiles to 3 %. Proved by tests/gc/latency_record_test.cpp.
// Each power of two is cut into 32 equal steps, so a step's width is at most 1/32 of what lies in it.
#pragma once

#include <array>
#include <cstdint>

namespace minijvm::gc {

class LatencyRecord {
 public:
  void add(std::int64_t ns);

  std::uint64_t count() const { return count_; }
  std::int64_t max_ns() const { return max_ns_; }
  std::int64_t average_ns() const { return count_ == 0 ? 0 : total_ns_ / static_cast<std::int64_t>(count_); }
  // The least duration that `per_mille` of 1000 do not exceed (rounded up to its step's end): 500 is the median.
  std::int64_t quantile_ns(unsigned per_mille) const;

 private:
  static constexpr unsigned kStepBits = 5;
  static constexpr unsigned kSteps = 1U << kStepBits;
  static unsigned step_of(std::uint64_t ns);
  static std::uint64_t last_of(unsigned step);

  std::array<std::uint32_t, (64 - kStepBits + 1) * kSteps> steps_{};
  std::uint64_t count_ = 0;
  std::int64_t total_ns_ = 0;
  std::int64_t max_ns_ = 0;
};

}  // namespace minijvm::gc
