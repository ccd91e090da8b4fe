// Each row has a function that takes its figure out of a run.
#include "tools/compare/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace minijvm::compare {
namespace {

constexpr double kMostSpread = 20;  // percent
constexpr double kNanosPerMilli = 1e6;
constexpr double kBytesPerMega = 1024 * 1024;

template <class Integer>
double real(Integer value) {
  return static_cast<double>(value);
}

struct PlainRow {
  Figure figure;
  const char* name;
  double small;
  double (*of)(const PlainRun&);
};

constexpr PlainRow kPlainRows[] = {
    {Figure::kWall, "wall ms", 10,
     [](const PlainRun& run) { return real(run.wall_ns) / kNanosPerMilli; }},
    {Figure::kCpu, "cpu ms", 10,
     [](const PlainRun& run) { return real(run.cpu_ns) / kNanosPerMilli; }},
    {Figure::kKernelSwitches, "kernel switches", 100,
     [](const PlainRun& run) { return real(run.kernel_switches); }},
    {Figure::kRss, "RSS MB", 4,
     [](const PlainRun& run) { return real(run.rss_bytes) / kBytesPerMega; }},
};

struct RecordedRow {
  Figure figure;
  const char* name;
  int digits;
  double small;
  std::optional<double> (*of)(const RunFigures&);
};

double sum_ms(const std::vector<std::int64_t>& ns) {
  return real(std::accumulate(ns.begin(), ns.end(), std::int64_t{0})) / kNanosPerMilli;
}

std::optional<double> switches_of(const RunFigures& run) {
  return run.switches ? std::optional(real(*run.switches)) : std::nullopt;
}

std::optional<double> longest_of(const RunFigures& run) {
  const auto longest = std::ranges::max_element(run.pauses_ns);
  return longest == run.pauses_ns.end() ? 0 : real(*longest) / kNanosPerMilli;
}

using Real = std::optional<double>;
constexpr RecordedRow kRecordedRows[] = {
    {Figure::kSwitches, "switches", 0, 100, switches_of},
    {Figure::kLwps, "LWPs", 0, 2, [](const RunFigures& run) { return Real(real(run.lwps)); }},
    {Figure::kEnters, "contended enters", 0, 20,
     [](const RunFigures& run) { return Real(real(run.contended_enters)); }},
    {Figure::kHandOvers, "hand-overs", 0, 20,
     [](const RunFigures& run) { return Real(real(run.hand_overs)); }},
    {Figure::kPauses, "GC pauses", 0, 2,
     [](const RunFigures& run) { return Real(real(run.pauses_ns.size())); }},
    {Figure::kPauseTotal, "GC ms in all", 1, 2,
     [](const RunFigures& run) { return Real(sum_ms(run.pauses_ns)); }},
    {Figure::kPauseLongest, "GC ms longest", 1, 2, longest_of},
};

std::optional<Sample> sample_of_plain(const VariantRuns& variant, const PlainRow& row) {
  std::vector<double> values;
  std::ranges::transform(variant.plain, std::back_inserter(values), row.of);
  return sample_of(std::move(values));
}

std::optional<Sample> sample_of_recorded(const VariantRuns& variant, const RecordedRow& row) {
  std::vector<double> values;
  for (const RunFigures& run : variant.recorded) {
    if (const std::optional<double> value = row.of(run)) {
      values.push_back(*value);
    }
  }
  return sample_of(std::move(values));
}

// A median near 0 makes any spread large.
std::string spread_text(double spread) {
  constexpr double kMostTold = 999;
  return spread > kMostTold ? " > 999 %" : fmt::format(" {:.0f} %", spread);
}

}  // namespace

double Sample::spread() const { return median == 0 ? 0 : 100 * (most - least) / median; }

std::optional<Sample> sample_of(std::vector<double> values) {
  if (values.empty()) {
    return std::nullopt;
  }
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  const double median =
      values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  return Sample{median, values.front(), values.back()};
}

bool Sample::is_noisy(double small) const {
  return most - least > small && (median == 0 || spread() > kMostSpread);
}

bool Row::is_noisy(std::size_t variant) const {
  return samples[variant] && samples[variant]->is_noisy(small);
}

std::string Row::text(std::size_t variant) const {
  return samples[variant] ? number_text(samples[variant]->median, digits) : "-";
}

std::string Row::remark(const std::vector<VariantRuns>& variants) const {
  std::string noisy;
  double widest = 0;
  bool are_small = false;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!samples[i]) {
      continue;
    }
    const double spread = samples[i]->spread();
    if (is_noisy(i)) {
      noisy += (noisy.empty() ? "" : ", ") + variants[i].name + spread_text(spread);
    } else if (spread > kMostSpread) {
      are_small = true;
    } else {
      widest = std::max(widest, spread);
    }
  }
  if (!noisy.empty()) {
    return "noisy, do not conclude: " + noisy;
  }
  return widest > 0  ? fmt::format("spread at most {:.0f} %", std::ceil(widest))
         : are_small ? "too small for a spread"
                     : "";
}

std::vector<Row> rows_of(const std::vector<VariantRuns>& variants) {
  std::vector<Row> rows;
  for (const PlainRow& from : kPlainRows) {
    Row& row = rows.emplace_back(Row{from.figure, from.name, 0, from.small, false, {}});
    for (const VariantRuns& variant : variants) {
      row.samples.push_back(sample_of_plain(variant, from));
    }
  }
  for (const RecordedRow& from : kRecordedRows) {
    Row& row = rows.emplace_back(Row{from.figure, from.name, from.digits, from.small, true, {}});
    for (const VariantRuns& variant : variants) {
      row.samples.push_back(sample_of_recorded(variant, from));
    }
  }
  return rows;
}

std::string number_text(double value, int digits) {
  return digits == 0 ? fmt::format("{:L}", std::llround(value))
                     : fmt::format("{:.{}Lf}", value, digits);
}

}  // namespace minijvm::compare
