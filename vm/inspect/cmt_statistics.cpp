#include "vm/inspect/cmt_statistics.h"

#include <fmt/format.h>
#include <time.h>

#include <cstdio>
#include <string>

#include "base/hardware_counters.h"
#include "sync/clock.h"
#include "vm/inspect/bytecode_count.h"

namespace minijvm::vm {
namespace {

constexpr double kMillion = 1e6;
constexpr double kInstructionsPerCycle = 4;

// What there was when measuring began.
struct Measurement {
  unsigned processors = 1;
  std::int64_t began_ns = 0;
  std::int64_t processor_began_ns = 0;
  HardwareCounters counters;
};
Measurement* measurement = nullptr;

std::int64_t processor_ns() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return used.tv_sec * sync::kNanosPerSecond + used.tv_nsec;
}

std::string line(const char* name, double value) { return fmt::format("  {:<24}{:>18.2f}\n", name, value); }
std::string line(const char* name, std::uint64_t value) { return fmt::format("  {:<24}{:>18}\n", name, value); }

std::string hardware_lines(double elapsed_s, double mhz) {
  if (!measurement->counters.is_open()) {
    return "  no hardware counters: " + measurement->counters.why() + "\n";
  }
  HardwareCounts counts = measurement->counters.read();
  double instructions = static_cast<double>(counts.instructions);
  double mips = instructions / elapsed_s / kMillion;
  double most_mips = mhz * measurement->processors * kInstructionsPerCycle;
  return line("instructions", counts.instructions) + line("cycles", counts.cycles) + line("MIPS", mips) +
         line("CPI", static_cast<double>(counts.cycles) / instructions) + line("efficiency_percent", 100 * mips / most_mips);
}

std::string bytecode_lines(double elapsed_s, double processor_s, double mhz) {
  std::uint64_t count = counted_bytecodes();
  if (count == 0) {
    return "";
  }
  double bytecodes = static_cast<double>(count);
  return line("bytecodes", count) + line("million_bytecodes_per_s", bytecodes / elapsed_s / kMillion) +
         line("cycles_per_bytecode", processor_s * mhz * kMillion / bytecodes);
}

}  // namespace

void measure_for_cmt_statistics(unsigned processors) {
  measurement = new Measurement;
  measurement->processors = processors;
  measurement->began_ns = sync::monotonic_ns();
  measurement->processor_began_ns = processor_ns();
  measurement->counters.open();
}

void print_cmt_statistics() {
  if (measurement == nullptr) {
    return;
  }
  double elapsed_s = static_cast<double>(sync::monotonic_ns() - measurement->began_ns) / sync::kNanosPerSecond;
  double processor_s = static_cast<double>(processor_ns() - measurement->processor_began_ns) / sync::kNanosPerSecond;
  double mhz = processor_mhz();
  std::string text = "CMT statistics\n" + line("elapsed_s", elapsed_s) + line("processor_s", processor_s) +
                     line("processors", std::uint64_t{measurement->processors}) + line("processor_mhz", mhz) +
                     line("busy_percent", 100 * processor_s / (elapsed_s * measurement->processors)) + hardware_lines(elapsed_s, mhz) +
                     bytecode_lines(elapsed_s, processor_s, mhz);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace minijvm::vm
