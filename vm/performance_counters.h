// The door between jdk.internal.perf.Perf, by which the class library makes counters and reads
// those of other VMs, and the tool that keeps counters where jps and jstat find them
// (tools/perfdata).
// Without the tool the library's counters work, and nobody outside the program sees them.
// Tested by tests/tools/perfdata.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace minijvm::vm {

// The numbers are those of Perf and of the file.
enum class Variability : std::uint8_t { kConstant = 1, kMonotonic = 2, kVariable = 3 };
enum class CounterUnit : std::uint8_t {
  kNone = 1,
  kBytes = 2,
  kTicks = 3,
  kEvents = 4,
  kString = 5,
  kHertz = 6
};

struct CounterForm {
  std::string name;  // for example "java.threads.live"
  CounterUnit unit = CounterUnit::kNone;
  Variability variability = Variability::kConstant;
  // The bytes of a text, with its final zero byte. 0: the counter is a number of 64 bits.
  std::size_t text_bytes = 0;
};

// The counters of another VM. If they cannot be had, `error` is an errno and `why` a sentence.
struct ForeignCounters {
  std::span<std::byte> bytes;
  int error = 0;
  std::string why;
};

class PerformanceCounters {
 public:
  // Makes a counter with this value, and returns where it is, in memory that lives as long as the
  // process; null if there is no room, or a counter has the name. Any thread.
  virtual std::byte* make(const CounterForm& form, std::span<const std::byte> value) = 0;
  virtual bool has(std::string_view name) = 0;
  // Returns this VM's counters in the form of their file; no bytes if it keeps none.
  virtual std::span<std::byte> own() = 0;
  // Maps the counters of another process of this user, and takes the mapping back.
  virtual ForeignCounters attach(int pid) = 0;
  virtual void detach(std::span<std::byte> bytes) = 0;

 protected:
  ~PerformanceCounters() = default;
};

}  // namespace minijvm::vm
