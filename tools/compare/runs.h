// The runs of a comparison. Each variant has two runs in each round: one without a
// recording, whose times count, and one with, whose events count and which the page shows.
// Tested by tests/tools/compare/figures_test.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/compare/output.h"
#include "tools/launched/memory_file.h"
#include "tools/record/timeline/run_figures.h"

namespace minijvm::compare {

using vm::record::RunFigures;

struct PlainRun {
  std::int64_t wall_ns = 0;
  std::int64_t cpu_ns = 0;
  std::int64_t rss_bytes = 0;
  std::uint64_t kernel_switches = 0;
};

// The end of a run, of either kind.
struct Ending {
  int code = 0;
  Output out;
  std::string err;  // its beginning
};

struct VariantRuns {
  std::string name;
  std::string options;
  std::vector<PlainRun> plain;
  std::vector<RunFigures> recorded;
  std::vector<Ending> endings;  // of the plain and the recorded runs, in turns
  // Why there are no more runs: a sentence; "": there are all.
  std::string stopped;
  // The last recording: its figures, then the data of a page; null: there is none.
  std::shared_ptr<launched::MemoryFile> recording;
};

}  // namespace minijvm::compare
