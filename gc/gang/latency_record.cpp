// Computes the steps of the histogram and its quantiles. The coordinator adds measurements; they
// are read when the program ends, or between collections.
#include "gc/gang/latency_record.h"

#include <algorithm>
#include <bit>

namespace minijvm::gc {

// Below 32, each nanosecond is a step. Above that, a step is a power of two together with the five
// bits after its leading one. For example 70 = 64 + 6: shift is 1, and the step is 32 + 35 = 67.
unsigned LatencyRecord::step_of(std::uint64_t ns) {
  if (ns < kSteps) {
    return static_cast<unsigned>(ns);
  }
  auto shift = static_cast<unsigned>(std::bit_width(ns)) - kStepBits - 1;
  return shift * kSteps + static_cast<unsigned>(ns >> shift);
}

std::uint64_t LatencyRecord::last_of(unsigned step) {
  // Steps below 64 have a width of 1.
  if (step < 2 * kSteps) {
    return step;
  }
  // This inverts step_of: the step's number contains the shift, and the rest are the leading bits.
  unsigned shift = step / kSteps - 1;
  std::uint64_t leading = step - shift * kSteps;
  return ((leading + 1) << shift) - 1;
}

void LatencyRecord::add(std::int64_t ns) {
  // A clock that went back must not lead to an index before the first step.
  std::int64_t duration = std::max<std::int64_t>(ns, 0);
  ++steps_[step_of(static_cast<std::uint64_t>(duration))];
  ++count_;
  total_ns_ += duration;
  max_ns_ = std::max(max_ns_, duration);
}

std::int64_t LatencyRecord::quantile_ns(unsigned per_mille) const {
  // The number of measurements that must not exceed the result, rounded up.
  std::uint64_t wanted = (count_ * per_mille + 999) / 1000;
  std::uint64_t seen = 0;
  for (unsigned step = 0; step < steps_.size(); ++step) {
    seen += steps_[step];
    if (seen >= wanted && seen != 0) {
      // The last step's end may lie beyond the largest measurement.
      return std::min(static_cast<std::int64_t>(last_of(step)), max_ns_);
    }
  }
  return max_ns_;
}

}  // namespace minijvm::gc
