// The counters of a VM as bytes, in the form that jstat and jps read: HotSpot's performance data,
// format 2.0.
// Tested by tests/tools/perf_memory_test.cpp and tests/tools/perfdata.
//
//   | prologue (32) | entry | entry | ...                  | free |
//
//   entry: | sizes, type, unit (20) | name and a zero byte | value, at a multiple of 8 |
//
// A reader maps the same memory and takes no lock. It goes from entry to entry until it meets a
// size of zero, so the size of a new entry is written last; and an entry never moves or goes away.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "sync/threads/vm_mutex.h"
#include "vm/performance_counters.h"

namespace minijvm::vm::perfdata {

class PerfMemory {
 public:
  // Writes the prologue of an empty set of counters. `bytes` are zero, aligned to 8 bytes, and live
  // as long as the process.
  void begin(std::span<std::byte> bytes);
  // Readers may take the counters for complete from here on.
  void open();

  // Makes a counter with this value, and returns where it is; null if there is no room, in which
  // case the prologue counts how many bytes were missing, or if a counter has the name. Any thread.
  std::byte* add(const CounterForm& form, std::span<const std::byte> value);
  std::byte* add_number(const CounterForm& form, std::int64_t value);
  std::byte* add_text(const CounterForm& form, std::string_view value);
  bool has(std::string_view name);
  std::span<std::byte> bytes() const { return bytes_; }

 private:
  bool has_locked(std::string_view name) const;

  sync::Mutex mutex_{sync::LockRank::kLeaf};  // guards the prologue
  std::span<std::byte> bytes_;
};

// Write a value that other processes may read at the same time. A text that is too long is cut.
void store_number(std::byte* value, std::int64_t number);
void store_text(std::byte* value, std::size_t text_bytes, std::string_view text);

}  // namespace minijvm::vm::perfdata
