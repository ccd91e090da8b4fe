// A finished comparison, and the text that the terminal shows of it.
// Tested by tests/tools/compare/table_test.cpp.
//
//                        1:1      M:N   M:N+LWP    bound      M:1
//   wall ms              812      640       905      850    1,190   spread at most 6 %
//
#pragma once

#include <string>
#include <vector>

#include "tools/compare/figures.h"
#include "tools/compare/machine.h"
#include "tools/compare/runs.h"
#include "tools/compare/settings.h"
#include "tools/compare/verdict.h"

namespace minijvm::compare {

struct Comparison {
  Settings settings;
  Machine machine;
  std::string date;
  std::string input;  // what the runs have found at standard input, in words
  std::vector<VariantRuns> variants;
  Verdict verdict;
  std::vector<Row> rows;
  std::vector<std::string> sentences;
};

// Fills verdict, rows and sentences.
void conclude(Comparison& comparison);

// Returns sentences that say how the figures were measured.
std::vector<std::string> method_of(const Comparison& comparison);

// `in_colour`: for a terminal, which shows what differs in red.
std::string terminal_text(const Comparison& comparison, bool in_colour);

}  // namespace minijvm::compare
