#include "gc/latency_record.h"

#include <algorithm>
#include <bit>

namespace minijvm::gc {

// Below kSteps each ns is a step; above, the step is the exponent and the bits after the leading one.
unsigned LatencyRecord::step_of(std::uint64_t ns) {
  if (ns < kSteps) {
    return static_cast<unsigned>(ns);
  }
  auto shift = static_cast<unsigned>(std::bit_width(ns)) - kStepBits - 1;
  return shift * kSteps + static_cast<unsigned>(ns >> shift);
}

std::uint64_t LatencyRecord::last_of(unsigned step) {
  if (step < 2 * kSteps) {
    return step;
  }
  unsigned shift = step / kSteps - 1;
  std::uint64_t leading = step - shift * kSteps;
  return ((leading + 1) << shift) - 1;
}

void LatencyRecord::add(std::int64_t ns) {
  std::int64_t duration = std::max<std::int64_t>(ns, 0);
  ++steps_[step_of(static_cast<std::uint64_t>(duration))];
  ++count_;
  total_ns_ += duration;
  max_ns_ = std::max(max_ns_, duration);
}

std::int64_t LatencyRecord::quantile_ns(unsigned per_mille) const {
  std::uint64_t wanted = (count_ * per_mille + 999) / 1000;
  std::uint64_t seen = 0;
  for (unsigned step = 0; step < steps_.size(); ++step) {
    seen += steps_[step];
    if (seen >= wanted && seen != 0) {
      return std::min(static_cast<std::int64_t>(last_of(step)), max_ns_);
    }
  }
  return max_ns_;
}

}  // namespace minijvm::gc
