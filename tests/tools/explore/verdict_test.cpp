// Proves what counts as a failure, and that a signature does not depend on what schedules change.
#include "tools/explore/search/verdict.h"

#include <catch2/catch.hpp>
#include <csignal>

using namespace minijvm;
using namespace minijvm::explore;

namespace {

Outcome ended(const char* how, int code = 0) {
  Outcome outcome;
  outcome.result.emplace().end = how;
  outcome.result->code = code;
  return outcome;
}

}  // namespace

TEST_CASE("each end has its verdict") {
  const std::pair<const char*, Verdict> rows[] = {
      {"exit", Verdict::kPassed},           {"deadlock", Verdict::kDeadlock},
      {"steps", Verdict::kStepLimit},       {"time", Verdict::kTimeLimit},
      {"bytes", Verdict::kByteLimit},       {"threads", Verdict::kThreadLimit},
      {"refused", Verdict::kRefused},       {"diverged", Verdict::kDiverged},
      {"no progress", Verdict::kNoProgress}};
  for (const auto& [end, verdict] : rows) {
    const Judgement judgement = judge(ended(end), Settings(), nullptr);
    CHECK(judgement.verdict == verdict);
    CHECK(is_failure(verdict) == !judgement.signature.empty());
  }
}

TEST_CASE("a child without a result was killed, was late, or has crashed") {
  Outcome killed;
  killed.status.status = SIGKILL;
  CHECK(judge(killed, Settings(), nullptr).verdict == Verdict::kFailed);
  killed.status.was_late = true;
  CHECK(judge(killed, Settings(), nullptr).verdict == Verdict::kWallLimit);
  Outcome wrote;
  wrote.status.status = SIGXFSZ;
  CHECK(judge(wrote, Settings(), nullptr).verdict == Verdict::kByteLimit);
}

TEST_CASE("an exception goes before a limit that the other threads pass afterwards") {
  Settings settings;
  for (const char* end : {"steps", "time", "bytes", "threads", "no progress"}) {
    Outcome outcome = ended(end);
    outcome.result->exception = "java.lang.AssertionError";
    CHECK(judge(outcome, settings, nullptr).verdict == Verdict::kFailed);
    settings.fails_on_exception = false;
    CHECK(judge(outcome, settings, nullptr).verdict != Verdict::kFailed);
    settings.fails_on_exception = true;
  }
  Outcome refused = ended("refused");
  refused.result->exception = "java.lang.AssertionError";
  CHECK(judge(refused, settings, nullptr).verdict == Verdict::kRefused);
}

TEST_CASE("a race is a failure if the search asks for races, and goes before what comes of it") {
  Outcome outcome = ended("exit", 1);
  outcome.result->race = "static A.x (int) at A.a(A.java:3) and B.b(B.java:4)";
  Settings settings;
  CHECK(judge(outcome, settings, nullptr).verdict == Verdict::kFailed);
  settings.fails_on_race = true;
  CHECK(judge(outcome, settings, nullptr).verdict == Verdict::kRace);
  CHECK(judge(outcome, settings, nullptr).signature ==
        "race static A.x (int) at A.a(A.java:3) and B.b(B.java:4)");
  CHECK(is_failure(Verdict::kRace));
}

TEST_CASE("an exception goes before an exit code, and both before the output") {
  Settings settings;
  Outcome outcome = ended("exit", 1);
  outcome.result->exception = "java.lang.AssertionError";
  outcome.result->frame = "A.a(A.java:3)";
  outcome.result->thread = "main/2";
  outcome.out = "other";
  const std::string wanted = "wanted";
  CHECK(judge(outcome, settings, &wanted).signature ==
        "exception java.lang.AssertionError at A.a(A.java:3)");
  settings.fails_on_exception = false;
  CHECK(judge(outcome, settings, &wanted).signature == "exit code 1");
  settings.fails_on_exit = false;
  CHECK(judge(outcome, settings, &wanted).verdict == Verdict::kOutput);
  outcome.out = wanted;
  CHECK(judge(outcome, settings, &wanted).verdict == Verdict::kPassed);
}
