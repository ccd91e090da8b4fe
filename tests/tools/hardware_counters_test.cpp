// Proves: where the machine has counters, work in a thread started later is counted; where it has none, why is told.
#include "tools/reports/hardware_counters.h"

#include <catch2/catch.hpp>
#include <thread>

using namespace minijvm::vm;

TEST_CASE("hardware counters: count a new thread's instructions, or say why not",
          "[reports][hardware_counters]") {
  HardwareCounters counters;
  CHECK_FALSE(counters.is_open());
  if (!counters.open()) {
    CHECK(counters.why().starts_with("perf_event_open: "));
    return;
  }
  constexpr int kRounds = 1'000'000;
  std::thread worker([] {
    for (volatile int i = 0; i < kRounds;) i = i + 1;
  });
  worker.join();
  HardwareCounts counts = counters.read();
  CHECK(counts.instructions > kRounds);
  CHECK(counts.cycles > 0);
}
