// Proves that a run's request depends on its number alone, and that the parts of a search are the whole.
#include "tools/explore/search/portfolio.h"

#include <catch2/catch.hpp>
#include <map>

using namespace minijvm;
using namespace minijvm::explore;

namespace {

Outcome with_questions(std::uint64_t decisions) {
  Outcome outcome;
  outcome.result.emplace().decisions = decisions;
  return outcome;
}

// The requests of the runs of one part, as texts, by the number of the run.
std::map<std::uint64_t, std::string> requests(const Settings& settings, std::uint64_t last) {
  Portfolio portfolio(settings);
  std::map<std::uint64_t, std::string> all;
  for (std::uint64_t run = 1; run <= last; run = portfolio.next(run)) {
    auto request = portfolio.request(run);
    REQUIRE(request);
    all[run] = print_request(*request);
    portfolio.ended(run, *request, with_questions(10 * run));
  }
  return all;
}

}  // namespace

TEST_CASE("three runs measure, and the others wait for them") {
  Settings settings;
  Portfolio portfolio(settings);
  CHECK(portfolio.request(1)->policy.kind == decide::PolicyKind::kFifo);
  CHECK_FALSE(portfolio.request(2)->asks_at_accesses);
  CHECK(portfolio.request(3)->asks_at_accesses);
  CHECK_FALSE(portfolio.request(4));
}

TEST_CASE("the parts of a search are the whole") {
  Settings settings;
  settings.searches_bounded = GENERATE(false, true);
  const auto whole = requests(settings, 60);
  CHECK(whole.size() == 60);
  std::map<std::uint64_t, std::string> parts;
  settings.shards = GENERATE(3, 5);
  std::size_t runs = 0;
  for (settings.shard = 1; settings.shard <= settings.shards; ++settings.shard) {
    const auto part = requests(settings, 60);
    runs += part.size() - 3;
    parts.insert(part.begin(), part.end());
  }
  CHECK(parts == whole);
  CHECK(runs == 57);  // none is done twice
}

TEST_CASE("with feedback a run follows from those that ended 32 runs before it") {
  Settings settings;
  settings.uses_feedback = true;
  settings.searches_bounded = false;
  settings.policies = {decide::PolicyKind::kPos};
  settings.asks_at_accesses = false;
  Portfolio portfolio(settings);
  std::size_t near = 0;
  for (std::uint64_t run = 1; run <= 100; ++run) {
    const auto request = portfolio.request(run);
    REQUIRE(request);
    near += request->policy.reseeds.empty() ? 0 : 1;
    CHECK((run > 32 || request->policy.reseeds.empty()));
    Outcome outcome = with_questions(10);
    outcome.result->trace = run;
    portfolio.ended(run, *request, outcome);
  }
  CHECK(near > 40);
  CHECK(portfolio.request(132));
  CHECK_FALSE(portfolio.request(133));
}

TEST_CASE("with PreemptAt=races, what has raced in the first runs are the points of the others") {
  Settings settings;
  settings.asks_at_races = true;
  settings.asks_at_operations = false;
  Portfolio portfolio(settings);
  CHECK_FALSE(portfolio.request(4));
  for (std::uint64_t run = 1; run <= 4; ++run) {
    const auto request = portfolio.request(run);
    REQUIRE(request);
    CHECK(request->asks_at_accesses == (run != 1));
    CHECK(request->shared ==
          (run < 4 ? std::vector<std::string>() : std::vector<std::string>{"A.x", "int[]"}));
    Outcome outcome = with_questions(run == 4 ? 7 : 1000);
    outcome.result->raced = {run == 2 ? "int[]" : "A.x"};
    portfolio.ended(run, *request, outcome);
  }
  bool has_searched = false;
  for (std::uint64_t run = 5; run < 20; ++run) {
    const auto request = portfolio.request(run);
    if (!request) {
      continue;
    }
    has_searched |= request->deciding == Deciding::kPrefix;
    CHECK(request->shared == portfolio.shared());
    CHECK(request->asks_at_accesses);
    CHECK((request->deciding == Deciding::kPrefix || request->policy.steps == 7));
  }
  CHECK(has_searched);
}

TEST_CASE("with PreemptAt=races and nothing that races, runs are asked at operations") {
  Settings settings;
  settings.asks_at_races = true;
  settings.asks_at_operations = false;
  Portfolio portfolio(settings);
  for (std::uint64_t run = 1; run <= 4; ++run) {
    portfolio.ended(run, *portfolio.request(run), with_questions(1));
  }
  for (std::uint64_t run = 4; run < 20; ++run) {
    const auto request = portfolio.request(run);
    CHECK((!request || !request->asks_at_accesses));
  }
}

TEST_CASE("a search waits for its own last run only, and ends") {
  Settings settings;
  settings.policies = {};
  settings.asks_at_accesses = false;
  Portfolio portfolio(settings);
  for (std::uint64_t run = 1; run <= 3; ++run) {
    portfolio.ended(run, *portfolio.request(run), with_questions(1));
  }
  auto first = portfolio.request(4);
  REQUIRE(first);
  CHECK(first->deciding == Deciding::kPrefix);
  CHECK_FALSE(portfolio.request(5));
  CHECK_FALSE(portfolio.is_exhausted());
  // A run without questions ends a search of its bound at once.
  for (std::uint64_t run = 4; !portfolio.is_exhausted(); ++run) {
    REQUIRE(run < 10);
    portfolio.ended(run, *first, with_questions(0));
    first = portfolio.request(run + 1);
  }
}
