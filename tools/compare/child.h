// One run of the program, as a process of the launcher: what it prints, how it ends, and what the
// kernel has counted for it.
// Tested by tests/tools/compare/run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/expected.h"
#include "tools/compare/output.h"
#include "tools/launched/memory_file.h"

namespace minijvm::compare {

struct ChildEnd {
  int code = 0;  // as a shell gives it: 128 and the signal's number if a signal has ended the run
  bool was_late = false;  // it ran longer than it may, and was ended
  std::int64_t wall_ns = 0;
  std::int64_t cpu_ns = 0;
  std::int64_t rss_bytes = 0;         // the most at one time
  std::uint64_t kernel_switches = 0;  // context switches of all its threads
  Output out;
  Output err;
};

struct ChildStart {
  std::string launcher;
  std::vector<std::string> words;
  int input = -1;  // each run reads it from the beginning
  // The run's descriptor kRecording is this file; null: there is no recording.
  const launched::MemoryFile* recording = nullptr;
  std::uint64_t seconds = 0;  // that it may take; 0: any time
};

// The number by which -XX:StartTimeline names the file.
inline constexpr int kRecording = 100;

// Starts the run and waits for its end. The error says what the kernel does not have.
Expected<ChildEnd, std::string> run_child(const ChildStart& start);

}  // namespace minijvm::compare
