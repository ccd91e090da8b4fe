// Compares step by step. Marks of preemptions are left out, since they are no steps.
#include "tools/explore/search/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "tools/explore/search/table.h"

namespace minijvm::explore {
namespace {

constexpr std::size_t kRows = 12;  // that are shown behind the place where the runs part
constexpr std::size_t kColumn = 52;

using Steps = std::vector<Step>;

Steps steps_of(const std::vector<std::string>& lines) {
  Steps steps;
  for (const std::string& line : lines) {
    Step step = parse_step(line);
    if (!is_mark(step)) {
      steps.push_back(std::move(step));
    }
  }
  return steps;
}

std::string row(const Steps& steps, std::size_t at) {
  return at < steps.size() ? fmt::format("{:>4}  {}: {}", at + 1, steps[at].name, steps[at].text)
                           : "";
}

// A read is "getstatic Race.counter -> 0"; this is the part before the value.
std::optional<std::string> variable_of(const Step& step) {
  const std::size_t arrow = step.text.find(" -> ");
  return arrow == step.text.npos ? std::nullopt : std::optional(step.text.substr(0, arrow));
}

// The n-th read by each thread of each variable at each place, as a key, to its step.
std::map<std::string, std::size_t> reads_of(const Steps& steps) {
  std::map<std::string, std::size_t> reads;
  std::map<std::string, int> times;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (const auto variable = variable_of(steps[i])) {
      const std::string what = steps[i].thread + ' ' + steps[i].place + ' ' + *variable;
      reads[what + ' ' + std::to_string(++times[what])] = i;
    }
  }
  return reads;
}

// The steps of the first read of the second run that has another value than in the first.
std::optional<std::pair<std::size_t, std::size_t>> other_read(const Steps& good, const Steps& bad) {
  std::optional<std::pair<std::size_t, std::size_t>> first;
  const std::map<std::string, std::size_t> in_good = reads_of(good);
  for (const auto& [read, at] : reads_of(bad)) {
    const auto same = in_good.find(read);
    const bool differs = same != in_good.end() && good[same->second].text != bad[at].text;
    if (differs && (!first || at < first->second)) {
      first = {same->second, at};
    }
  }
  return first;
}

std::string read_text(const char* run, const Steps& steps, std::size_t at) {
  const Step& step = steps[at];
  return fmt::format("  {:<4} step {}, {}, {}: {}\n", run, at + 1, step.name, step.place,
                     step.text);
}

}  // namespace

std::string difference_text(const std::vector<std::string>& good_lines,
                            const std::vector<std::string>& bad_lines) {
  const Steps good = steps_of(good_lines);
  const Steps bad = steps_of(bad_lines);
  const auto parted = std::mismatch(good.begin(), good.end(), bad.begin(), bad.end());
  const auto same = static_cast<std::size_t>(parted.first - good.begin());
  if (same == good.size() && same == bad.size()) {
    return fmt::format("The two runs are the same, {} steps.\n", same);
  }
  std::string text = fmt::format("The runs are the same for {} steps. Then:\n\n  {:<{}}{}\n", same,
                                 "good", kColumn, "bad");
  for (std::size_t i = same; i < same + kRows && i < std::max(good.size(), bad.size()); ++i) {
    text += fmt::format("  {:<{}}{}\n", row(good, i), kColumn, row(bad, i));
  }
  if (const auto read = other_read(good, bad)) {
    text += "\nThe first read that sees another value:\n" + read_text("good", good, read->first) +
            read_text("bad", bad, read->second);
  }
  return text;
}

}  // namespace minijvm::explore
