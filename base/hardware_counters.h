// What the processor counts of this process: instructions and cycles, of user code, in all threads that are started after open().
// Proved by tests/base/hardware_counters_test.cpp.
#pragma once

#include <cstdint>
#include <string>

namespace minijvm {

struct HardwareCounts {
  std::uint64_t instructions;
  std::uint64_t cycles;
};

class HardwareCounters {
 public:
  HardwareCounters() = default;
  ~HardwareCounters();
  HardwareCounters(const HardwareCounters&) = delete;
  HardwareCounters& operator=(const HardwareCounters&) = delete;

  // False: the kernel or the (virtual) machine has none for us; why() tells.
  bool open();
  bool is_open() const { return instructions_ >= 0 && cycles_ >= 0; }
  // REQUIRES: is_open().
  HardwareCounts read() const;
  const std::string& why() const { return why_; }

 private:
  int instructions_ = -1;
  int cycles_ = -1;
  std::string why_ = "not asked for";
};

// The clock rate that the kernel states for the first processor, in MHz; 0: it states none.
double processor_mhz();

}  // namespace minijvm
