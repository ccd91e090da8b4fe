// Reads the timeline as its page does, so that the figures say what the page shows.
#include "tools/record/timeline/figures_of_run.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "tools/record/timeline/summaries.h"

namespace minijvm::vm::record {
namespace {

constexpr double kNanosPerMilli = 1e6;

std::map<std::string, std::int64_t> states_of(const Timeline& timeline) {
  StateTimes sum{};
  for (const Track& track : timeline.tracks) {
    if (track.kind == TrackKind::kThread) {
      const StateTimes times = state_times(track);
      std::ranges::transform(sum, times, sum.begin(), std::plus<>());
    }
  }
  std::map<std::string, std::int64_t> states;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    if (sum[i] != 0) {
      states[state_name(static_cast<State>(i))] = sum[i];
    }
  }
  return states;
}

// "Gate #4" is a lock of Gate.
std::string class_of_lock(const std::string& name) { return name.substr(0, name.find(" #")); }

// A row of the table: the name, how many enters were contended, and for how many ms threads waited.
std::vector<LockFigure> locks_of(const Timeline& timeline) {
  std::map<std::string, LockFigure> locks;
  const auto table = std::ranges::find(timeline.tables, kLocksTitle, &Table::title);
  if (table == timeline.tables.end()) {
    return {};
  }
  for (const std::vector<Cell>& row : table->rows) {
    const std::string of = class_of_lock(std::get<std::string>(row[0]));
    LockFigure& lock = locks.try_emplace(of, LockFigure{.of = of}).first->second;
    lock.enters += std::get<std::int64_t>(row[1]);
    lock.waited_ns += std::llround(std::get<double>(row[2]) * kNanosPerMilli);
  }
  std::vector<LockFigure> all;
  for (auto& [of, lock] : locks) {
    all.push_back(std::move(lock));
  }
  return all;
}

}  // namespace

RunFigures figures_of(const RecordedRun& run, const Timeline& timeline) {
  RunFigures figures = run.figures;
  figures.lost = run.about.lost;
  for (const Collection& one : run.collections) {
    figures.pauses_ns.push_back(one.end - one.start);
  }
  figures.states_ns = states_of(timeline);
  figures.locks = locks_of(timeline);
  return figures;
}

}  // namespace minijvm::vm::record
