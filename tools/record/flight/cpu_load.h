// The processors' load in each second, which a flight recording shows as jdk.CPULoad.
// Tested by tests/tools/record/flight.
#pragma once

#include <cstdint>
#include <deque>

namespace minijvm::vm::record {

// Shares of all processors of the machine, from 0 to 1, in the time before `time`.
struct CpuLoad {
  std::int64_t time = 0;  // ns of CLOCK_MONOTONIC
  float user = 0;         // of this process
  float system = 0;       // of this process
  float machine = 0;
};

// The caller serializes the calls.
class CpuLoads {
 public:
  // Takes a load if a second has passed since the last one. The first call only begins to measure.
  void look(std::int64_t now_ns);
  const std::deque<CpuLoad>& taken() const { return taken_; }
  void clear() { *this = CpuLoads(); }

 private:
  // The processor time used so far, in seconds.
  struct Used {
    double user = 0;
    double system = 0;
    double machine_busy = 0;
    double machine_all = 0;
  };
  static Used used();

  static constexpr std::int64_t kPeriodNs = 1'000'000'000;
  static constexpr std::size_t kMost = 3'600;  // an hour; then the oldest are dropped

  std::int64_t last_ns_ = 0;
  Used last_;
  std::deque<CpuLoad> taken_;
};

}  // namespace minijvm::vm::record
