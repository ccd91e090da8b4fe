// From how a run ended to a verdict. The first rule that fits speaks.
#include "tools/explore/search/verdict.h"

#include <sys/wait.h>

#include <csignal>
#include <cstring>

namespace minijvm::explore {
namespace {

struct Row {
  const char* end;  // RunResult::end
  Verdict verdict;
  bool is_limit;  // what the others did after a thread had thrown an exception
  const char* sentence;
};
constexpr Row kEnds[] = {
    {"no progress", Verdict::kNoProgress, true, "no thread makes progress"},
    {"steps", Verdict::kStepLimit, true, "has passed the limit of steps"},
    {"time", Verdict::kTimeLimit, true, "has passed the limit of virtual time"},
    {"bytes", Verdict::kByteLimit, true, "has passed the limit of allocated bytes"},
    {"threads", Verdict::kThreadLimit, true, "has passed the limit of threads"},
    {"refused", Verdict::kRefused, false, "is not deterministic"},
    {"diverged", Verdict::kDiverged, false, "has left its schedule"},
};

Judgement without_result(const Outcome& outcome) {
  if (outcome.status.was_late) {
    return {Verdict::kWallLimit, "", "has passed the limit of wall time"};
  }
  if (WIFSIGNALED(outcome.status.status) && WTERMSIG(outcome.status.status) == SIGXFSZ) {
    return {Verdict::kByteLimit, "", "has passed the limit of output"};
  }
  const std::string how =
      WIFSIGNALED(outcome.status.status)
          ? std::string("was killed: ") + strsignal(WTERMSIG(outcome.status.status))
          : "ended with code " + std::to_string(WEXITSTATUS(outcome.status.status)) +
                " without a report";
  return {Verdict::kFailed, "crash " + how, how};
}

// One line in quotes, or how long it is.
std::string shown(const std::string& output) {
  constexpr std::size_t kMost = 60;
  const std::size_t end = output.find('\n');
  const bool is_line = end == output.size() - 1 && end <= kMost;
  if (output.empty()) {
    return "nothing";
  }
  return is_line ? output.substr(0, end) : std::to_string(output.size()) + " bytes";
}

}  // namespace

const char* verdict_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPassed:
      return "passed";
    case Verdict::kFailed:
      return "failed";
    case Verdict::kDeadlock:
      return "deadlock";
    case Verdict::kRace:
      return "race";
    case Verdict::kNoProgress:
      return "no-progress";
    case Verdict::kStepLimit:
      return "step-limit";
    case Verdict::kByteLimit:
      return "byte-limit";
    case Verdict::kWallLimit:
      return "wall-time-limit";
    case Verdict::kTimeLimit:
      return "virtual-time-limit";
    case Verdict::kThreadLimit:
      return "thread-limit";
    case Verdict::kOutput:
      return "output-differs";
    case Verdict::kRefused:
      return "not-deterministic";
    case Verdict::kDiverged:
      return "diverged";
    case Verdict::kDiffers:
      return "two-runs-differ";
  }
  MJ_UNREACHABLE("verdict %d", static_cast<int>(verdict));
}

bool is_failure(Verdict verdict) {
  return verdict == Verdict::kFailed || verdict == Verdict::kDeadlock ||
         verdict == Verdict::kRace || verdict == Verdict::kNoProgress ||
         verdict == Verdict::kOutput;
}

Judgement judge(const Outcome& outcome, const Settings& settings, const std::string* expected) {
  if (!outcome.result) {
    return without_result(outcome);
  }
  const RunResult& result = *outcome.result;
  const bool threw = !result.exception.empty() && settings.fails_on_exception;
  for (const Row& row : kEnds) {
    if (result.end == row.end && !(threw && row.is_limit)) {
      const bool fails = is_failure(row.verdict);
      return {row.verdict, fails ? row.end : "", row.sentence};
    }
  }
  if (!result.race.empty() && settings.fails_on_race) {
    return {Verdict::kRace, "race " + result.race, "data race on " + result.race};
  }
  if (result.end == "deadlock" && settings.fails_on_deadlock) {
    std::string signature = "deadlock";
    for (const std::string& place : result.stuck) {
      signature += " | " + place;
    }
    return {Verdict::kDeadlock, signature, "deadlock"};
  }
  if (threw) {
    const std::string what = result.exception + " at " + result.frame;
    return {Verdict::kFailed, "exception " + what, what};
  }
  if (result.end == "exit" && result.code != 0 && settings.fails_on_exit) {
    const std::string what = "exit code " + std::to_string(result.code);
    return {Verdict::kFailed, what, what};
  }
  if (expected != nullptr && outcome.out != *expected) {
    return {Verdict::kOutput, "output differs", "prints " + shown(outcome.out) + ": differs"};
  }
  return {Verdict::kPassed, "", "prints " + shown(outcome.out)};
}

}  // namespace minijvm::explore
