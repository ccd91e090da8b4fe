// Holds the state of the reports for the whole process: which are wanted, and everything that must
// be ready when the process dies.
// Tested by tests/vm/fatal_report, tests/vm/lock_statistics and tests/vm/cmt_statistics.
#pragma once

#include <limits.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "base/atomic.h"
#include "base/bits.h"
#include "base/lazy.h"
#include "tools/reports/error_file.h"
#include "vm/tools.h"

namespace minijvm::vm {

struct Measurement;  // cmt_statistics.cpp

// Serves hs_err_pid<pid>.log (error_file.cpp). A report is written in a broken process, so
// everything it needs is made at boot.
struct ErrorFile {
  static constexpr std::size_t kBufferBytes = 4096;

  char path[PATH_MAX] = {};
  char buffer[kBufferBytes] = {};
  std::FILE* stream = nullptr;  // of /dev/null until there is a file
  Lazy<ErrorFileOptions> options;
  Lazy<std::vector<std::string>> commands;  // -XX:OnError
};

// Threads share a few counters, each on its own cache line. With one counter for all, the
// processors would contend for its cache line.
struct alignas(kCacheLine) BytecodeCounter {
  Atomic<std::uint64_t> count{0};
};

struct ReportsState {
  static constexpr std::size_t kBytecodeCounters = 64;

  Lazy<Tool> tool;
  bool gang_statistics = false;
  bool lock_statistics = false;
  bool model_statistics = false;
  bool run_hash = false;
  Lazy<std::string> schedule_path;  // -XX:SaveSchedule
  Lazy<std::vector<std::string>> schedule_flags;
  Lazy<std::vector<std::string>> shared_variables;
  bool table_statistics = false;
  Measurement* cmt_measurement = nullptr;  // null: not asked for
  Atomic<bool> out_of_memory_seen{false};  // tools/dumps acts on the first only
  ErrorFile error_file;
  BytecodeCounter bytecode_counters[kBytecodeCounters];
};
extern constinit ReportsState reports_state [[gnu::visibility("hidden")]];

}  // namespace minijvm::vm
