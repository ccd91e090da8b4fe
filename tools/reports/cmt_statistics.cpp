// Measures wall-clock time, processor time and, where the machine has them, hardware counters
// between boot and the end of the VM, and prints the ratios of the paper's section 3.
#include "tools/reports/cmt_statistics.h"

#include <fmt/format.h>
#include <time.h>

#include <cstdio>
#include <string>

#include "sync/threads/clock.h"
#include "tools/reports/bytecode_count.h"
#include "tools/reports/hardware_counters.h"
#include "tools/reports/reports_state.h"

namespace minijvm::vm {
namespace {

constexpr double kMillion = 1e6;
// The paper counts four instructions per cycle as the most that a processor executes.
constexpr double kInstructionsPerCycle = 4;

}  // namespace

// Holds the clocks and counters at the start of the measurement; the report prints the differences.
struct Measurement {
  unsigned processors = 1;
  std::int64_t began_ns = 0;
  std::int64_t processor_began_ns = 0;
  HardwareCounters counters;
};

namespace {

// Returns the processor time that all threads of the process have used.
std::int64_t processor_ns() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return used.tv_sec * sync::kNanosPerSecond + used.tv_nsec;
}

std::string line(const char* name, double value) {
  return fmt::format("  {:<24}{:>18.2f}\n", name, value);
}
std::string line(const char* name, std::uint64_t value) {
  return fmt::format("  {:<24}{:>18}\n", name, value);
}

// Prints the ratios of hardware counters, or the reason why the machine has none.
std::string hardware_lines(double elapsed_s, double mhz) {
  if (!reports_state.cmt_measurement->counters.is_open()) {
    return "  no hardware counters: " + reports_state.cmt_measurement->counters.why() + "\n";
  }
  HardwareCounts counts = reports_state.cmt_measurement->counters.read();
  double instructions = static_cast<double>(counts.instructions);
  double mips = instructions / elapsed_s / kMillion;
  // This is the most that the machine could execute; the efficiency is a share of it.
  double most_mips = mhz * reports_state.cmt_measurement->processors * kInstructionsPerCycle;
  return line("instructions", counts.instructions) + line("cycles", counts.cycles) +
         line("MIPS", mips) + line("CPI", static_cast<double>(counts.cycles) / instructions) +
         line("efficiency_percent", 100 * mips / most_mips);
}

// Returns lines about bytecodes: they can be counted where hardware counters are missing, too.
std::string bytecode_lines(double elapsed_s, double processor_s, double mhz) {
  std::uint64_t count = counted_bytecodes();
  if (count == 0) {
    return "";
  }
  double bytecodes = static_cast<double>(count);
  return line("bytecodes", count) +
         line("million_bytecodes_per_s", bytecodes / elapsed_s / kMillion) +
         line("cycles_per_bytecode", processor_s * mhz * kMillion / bytecodes);
}

}  // namespace

void measure_for_cmt_statistics(unsigned processors) {
  // The object lives as long as the process: the report is printed at the very end.
  reports_state.cmt_measurement = new Measurement;
  reports_state.cmt_measurement->processors = processors;
  reports_state.cmt_measurement->began_ns = sync::machine_ns();
  reports_state.cmt_measurement->processor_began_ns = processor_ns();
  reports_state.cmt_measurement->counters.open();
}

void print_cmt_statistics() {
  if (reports_state.cmt_measurement == nullptr) {
    return;
  }
  double elapsed_s =
      static_cast<double>(sync::machine_ns() - reports_state.cmt_measurement->began_ns) /
      sync::kNanosPerSecond;
  double processor_s =
      static_cast<double>(processor_ns() - reports_state.cmt_measurement->processor_began_ns) /
      sync::kNanosPerSecond;
  double mhz = processor_mhz();
  std::string text =
      "CMT statistics\n" + line("elapsed_s", elapsed_s) + line("processor_s", processor_s) +
      line("processors", std::uint64_t{reports_state.cmt_measurement->processors}) +
      line("processor_mhz", mhz) +
      line("busy_percent",
           100 * processor_s / (elapsed_s * reports_state.cmt_measurement->processors)) +
      hardware_lines(elapsed_s, mhz) + bytecode_lines(elapsed_s, processor_s, mhz);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace minijvm::vm
