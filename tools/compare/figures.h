// The table of a comparison: a row for each kind of figure, a median and a spread for each variant.
// Tested by tests/tools/compare/figures_test.cpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tools/compare/runs.h"

namespace minijvm::compare {

enum class Figure : int {
  kWall,
  kCpu,
  kKernelSwitches,
  kRss,
  kSwitches,
  kLwps,
  kEnters,
  kHandOvers,
  kPauses,
  kPauseTotal,
  kPauseLongest,
};

// A figure of all runs of a variant.
struct Sample {
  double median = 0;
  double least = 0;
  double most = 0;

  // The distance between the least and the most, in percent of the median.
  double spread() const;
  // A spread of more than 20 percent: one must not conclude anything. A distance up to `small` is
  // never called noise.
  bool is_noisy(double small) const;
};
// Returns nothing for no values.
std::optional<Sample> sample_of(std::vector<double> values);

struct Row {
  Figure figure;
  const char* name;
  int digits;                                  // behind the point
  double small;                                // of Sample::is_noisy
  bool is_of_recorded;                         // of the runs with a recording
  std::vector<std::optional<Sample>> samples;  // of each variant; nothing: "-"

  bool is_noisy(std::size_t variant) const;
  std::string text(std::size_t variant) const;
  // "spread at most 6 %", or which variants are noisy; "" for a single run, and if all are equal.
  std::string remark(const std::vector<VariantRuns>& variants) const;
};

std::vector<Row> rows_of(const std::vector<VariantRuns>& variants);

// Returns "12,840" or "4.1".
std::string number_text(double value, int digits);

}  // namespace minijvm::compare
