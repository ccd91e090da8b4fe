// Proves which runs are new, and that a schedule near one of them is the same up to a question of it.
#include "tools/explore/search/feedback.h"

#include <catch2/catch.hpp>

using namespace minijvm;
using namespace minijvm::explore;

namespace {

RunRequest by(decide::PolicyKind kind, std::uint64_t seed, bool asks_at_accesses = false) {
  RunRequest request;
  request.policy.kind = kind;
  request.policy.seed = seed;
  request.asks_at_accesses = asks_at_accesses;
  return request;
}

RunResult with_trace(std::uint64_t trace, std::uint64_t decisions = 10) {
  RunResult result;
  result.trace = trace;
  result.decisions = decisions;
  return result;
}

constexpr auto kPos = decide::PolicyKind::kPos;

}  // namespace

TEST_CASE("feedback: a trace is new once, and apart for runs that are asked at accesses") {
  Feedback feedback;
  feedback.ended(1, by(kPos, 1), with_trace(7));
  feedback.ended(2, by(kPos, 2), with_trace(7));
  feedback.ended(3, by(kPos, 3, true), with_trace(7));
  feedback.ended(4, by(kPos, 4, true), with_trace(0));  // unknown
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CHECK(feedback.near(9, false, seed)->seed == 1);
    CHECK(feedback.near(9, true, seed)->seed == 3);
  }
}

TEST_CASE("feedback: only a new run by pos or random that is known and was asked is gone on from") {
  Feedback feedback;
  feedback.ended(1, by(decide::PolicyKind::kSites, 1), with_trace(1));
  feedback.ended(2, by(kPos, 2), with_trace(1));     // not new
  feedback.ended(3, by(kPos, 3), with_trace(3, 0));  // asked nothing
  CHECK_FALSE(feedback.near(3, false, 99));
  feedback.ended(4, by(kPos, 4), with_trace(4));
  CHECK_FALSE(feedback.near(3, false, 99));
  CHECK_FALSE(feedback.near(4, true, 99));
  const auto near = feedback.near(4, false, 99);
  REQUIRE(near);
  CHECK(near->kind == kPos);
  CHECK(near->seed == 4);
  REQUIRE(near->reseeds.size() == 1);
  CHECK(near->reseeds[0].question < 10);
  CHECK(near->reseeds[0].seed == 99);
}

TEST_CASE("feedback: what is near a run that was near another one keeps its beginning") {
  Feedback feedback;
  RunRequest request = by(kPos, 1);
  request.policy.reseeds = {{2, 50}, {5, 60}};
  feedback.ended(1, request, with_trace(1));
  std::size_t kept = 0;
  for (std::uint64_t seed = 100; seed < 200; ++seed) {
    const auto near = feedback.near(1, false, seed);
    REQUIRE(near);
    kept += near->reseeds.size() == 3 ? 1 : 0;
    std::uint64_t last = 0;
    for (const decide::Reseed& each : near->reseeds) {
      CHECK((each.question > last || &each == &near->reseeds.front()));
      last = each.question;
    }
    CHECK(near->reseeds.back().seed == seed);
  }
  CHECK(kept > 0);
}
