// The text for people: the runs that matter, the smaller schedule, and how to have it again.
#include "tools/explore/search/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tools/explore/search/table.h"

namespace minijvm::explore {
namespace {

std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// Tells the preemptions that are none of a thread by another.
std::string extras_text(const std::vector<decide::Deviation>& deviations) {
  using decide::Choice;
  const std::pair<Choice, const char*> rows[] = {
      {Choice::kTimeOut, "a wait for a time is over while others still work"},
      {Choice::kSpurious, "a thread wakes up for no reason"},
      {Choice::kCasFails, "a weak compare-and-set fails for no reason"},
      {Choice::kWaiter, "a notify takes another thread than the first of those that wait"},
      {Choice::kContender, "an exit invites another thread than the first that wants the lock"}};
  std::string text;
  for (const auto& row : rows) {
    const auto times = std::count_if(
        deviations.begin(), deviations.end(),
        [&row](const decide::Deviation& deviation) { return deviation.what == row.first; });
    text += times == 0 ? "" : fmt::format("{} of these: {}.\n", times, row.second);
  }
  return text;
}

// The lines of a hang, from the word "Deadlock" on; nothing else of standard error.
std::string hang_lines(const std::string& err) {
  const std::size_t at = err.find("Deadlock: ");
  std::string lines;
  for (std::size_t from = at; from < err.size();) {
    const std::size_t end = std::min(err.find('\n', from), err.size());
    lines += "  " + err.substr(from, end - from) + '\n';
    from = end + 1;
  }
  return lines;
}

std::string smaller_text(const Report& report) {
  const Smallest& small = *report.smallest;
  if (small.again == Again::kOther) {
    return "The same schedule gave another run: the program is not deterministic (exit code 92).\n";
  }
  if (small.again == Again::kUnknown) {
    return "There is no schedule of it, since a run that is killed or crashes cannot tell its "
           "own.\n";
  }
  std::string text;
  if (report.settings.minimises) {
    text += fmt::format("{} schedule with the same failure: {} (was {}).\n",
                        small.is_one_minimal ? "The smallest" : "A smaller",
                        counted(small.preemptions, "preemption"), small.preemptions_before);
    if (small.preemptions != 0 && small.fewer_were_all) {
      text += fmt::format("No schedule with fewer fails so ({} tried, all).\n", small.fewer_tried);
    } else if (small.preemptions != 0 && small.fewer_tried != 0) {
      text += fmt::format("{} with fewer were tried, not all.\n",
                          counted(small.fewer_tried, "schedule"));
    }
  }
  if (report.settings.minimises) {
    text += extras_text(small.deviations);
  }
  if (small.recorded && small.recorded->result && !small.recorded->result->steps.empty()) {
    text += '\n' + table_text(small.recorded->result->steps) + '\n';
  }
  return text;
}

// As a shell reads it.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char letter : word) {
    text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  }
  return text + '\'';
}

std::string java_words(const Settings& settings) {
  std::string text;
  for (const std::string& word : settings.java_words) {
    const bool is_plain =
        word.find_first_of(" \t\n\"'`$\\*?&|<>;()#~[]{}!") == word.npos && !word.empty();
    text += ' ' + (is_plain ? word : quoted(word));
  }
  return text;
}

std::string failure_text(const Report& report) {
  const Failure& failure = *report.found.failure;
  std::string text = fmt::format("run {:<6} {:<52} {}\n", failure.run, failure.judgement.sentence,
                                 describe(failure.request));
  if (failure.judgement.verdict == Verdict::kRefused) {
    return text + failure.outcome.err;
  }
  if (failure.judgement.verdict == Verdict::kDeadlock) {
    text += hang_lines(failure.outcome.err);
  }
  if (report.smallest != nullptr) {
    text += smaller_text(report);
  }
  if (!report.schedule_path.empty()) {
    text +=
        fmt::format("Again:   minijvm --replay {0}{1}\nBy step: minijvm --step --replay {0}{1}\n",
                    report.schedule_path, java_words(report.settings));
  }
  return text;
}

std::string limits_text(const Found& found) {
  std::string text;
  for (const auto& [verdict, runs] : found.limits) {
    text += fmt::format("{} ended early: {}\n", counted(runs, "run"), verdict_word(verdict));
  }
  return text;
}

// Says at whose accesses runs were asked.
std::string races_text(const Report& report) {
  if (!report.settings.asks_at_races) {
    return "";
  }
  const std::vector<std::string>& raced = report.found.raced;
  if (raced.empty()) {
    return "No data race was met in the first runs, so later ones were asked at operations only.\n";
  }
  return fmt::format(
      "{} in the first runs, and later ones were asked there: {}.\n",
      raced.size() == 1 ? "1 variable raced" : fmt::format("{} variables raced", raced.size()),
      fmt::join(raced, ", "));
}

}  // namespace

Verdict verdict_of(const Found& found) {
  if (found.failure) {
    return found.failure->judgement.verdict == Verdict::kRefused ? Verdict::kRefused
                                                                 : Verdict::kFailed;
  }
  if (!found.limits.empty()) {
    return found.limits.begin()->first;
  }
  return found.raced.empty() ? Verdict::kPassed : Verdict::kRace;
}

std::string report_text(const Report& report) {
  const Found& found = report.found;
  std::string text;
  if (!found.failure || found.failure->run != 1) {
    text += fmt::format("run 1      {}\n", found.first.sentence);
  }
  if (found.failure) {
    text += failure_text(report);
  }
  text += limits_text(found) + races_text(report);
  text += fmt::format("{}, {} different ({}), in {:.1f} s: {}", counted(found.runs, "run"),
                      found.distinct, counted(found.traces, "trace"), found.seconds,
                      found.failure ? "a failure" : "no failure");
  if (!found.failure && found.is_exhaustive) {
    text += ", and these were all schedules with at most two preemptions";
    text += report.settings.asks_at_races ? " at operations and accesses that race" : "";
    text += report.settings.reduces_searches ? ", but for those that differ in what commutes" : "";
  }
  return text + ".\n";
}

}  // namespace minijvm::explore
