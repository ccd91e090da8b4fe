// The cost of a run in numbers, for the program that compares runs (tools/compare). The VM
// prints them before the data of a page, and that program reads them.
// Tested by tests/tools/compare/run_figures_test.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/expected.h"

namespace minijvm::vm::record {

// The locks of one class taken together, since their numbers differ from run to run.
struct LockFigure {
  std::string of;           // the class
  std::int64_t enters = 0;  // contended ones
  std::int64_t waited_ns = 0;
};

struct RunFigures {
  // From the beginning of the recording until the program's first class was initialized; none: that
  // was before.
  std::optional<std::int64_t> main_ns;
  std::uint64_t lwps = 0;                 // the most at one time
  std::optional<std::uint64_t> switches;  // none: the kernel makes them
  std::uint64_t contended_enters = 0;
  std::uint64_t hand_overs = 0;
  std::uint64_t lost = 0;  // events
  std::vector<std::int64_t> pauses_ns;
  std::map<std::string, std::int64_t> states_ns;  // of all threads together
  std::vector<LockFigure> locks;
};

// A line for each figure, then an empty line.
std::string print_figures(const RunFigures& figures);
// Reads what print_figures has printed at the beginning of a text, and takes it away. The error
// says that there is none.
Expected<RunFigures, std::string> take_figures(std::string_view& text);

}  // namespace minijvm::vm::record
