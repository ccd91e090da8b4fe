// Counts what the processor does for this process: instructions and cycles of user code, in the
// calling thread and in all threads that are started after open(). The kernel's perf_event_open is
// behind it.
// Tested by tests/tools/hardware_counters_test.cpp.
#pragma once

#include <cstdint>
#include <string>

namespace minijvm::vm {

struct HardwareCounts {
  std::uint64_t instructions;
  std::uint64_t cycles;
};

// Owns two file descriptors of the kernel, which the destructor closes.
class HardwareCounters {
 public:
  HardwareCounters() = default;
  ~HardwareCounters();
  HardwareCounters(const HardwareCounters&) = delete;
  HardwareCounters& operator=(const HardwareCounters&) = delete;

  // Starts counting. Returns false if the kernel or the (virtual) machine offers no counters; why()
  // then says so in a sentence.
  bool open();
  bool is_open() const { return instructions_ >= 0 && cycles_ >= 0; }
  // Returns the counts since open(). REQUIRES: is_open().
  HardwareCounts read() const;
  const std::string& why() const { return why_; }

 private:
  int instructions_ = -1;
  int cycles_ = -1;
  std::string why_ = "not asked for";
};

// Returns the clock rate in MHz that /proc/cpuinfo states for the first processor; 0 if it states
// none.
double processor_mhz();

}  // namespace minijvm::vm
