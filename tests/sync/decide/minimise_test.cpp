// Proves the minimiser: its results fail as before and are 1-minimal, within the budget of runs, on made-up failures and in the little world.
#include "sync/decide/minimise.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "sync/decide/schedule_text.h"
#include "world.h"

using namespace minijvm::decide;
using namespace minijvm::decide::test;

namespace {

// A preemption that is known by its tick.
Deviation at(std::uint64_t tick) {
  Deviation deviation;
  deviation.position.tick = tick;
  deviation.thread = ThreadName().child(1);
  return deviation;
}

std::vector<Deviation> up_to(std::uint64_t count) {
  std::vector<Deviation> deviations;
  for (std::uint64_t tick = 1; tick <= count; ++tick) {
    deviations.push_back(at(tick));
  }
  return deviations;
}

std::set<std::uint64_t> ticks(const std::vector<Deviation>& deviations) {
  std::set<std::uint64_t> found;
  for (const Deviation& deviation : deviations) {
    found.insert(deviation.position.tick);
  }
  return found;
}

// Fails if it has all of these.
RunCandidate needs(std::set<std::uint64_t> needed, std::size_t* runs = nullptr) {
  return [needed = std::move(needed), runs](const std::vector<Deviation>& candidate) {
    if (runs != nullptr) {
      ++*runs;
    }
    auto has = ticks(candidate);
    bool fails = std::includes(has.begin(), has.end(), needed.begin(), needed.end());
    return std::optional<Trial>(Trial{fails ? "bug" : "", candidate, {}});
  };
}

RunCandidate in_world(const Program& program) {
  return [&program](const std::vector<Deviation>& candidate) {
    Replay replay(candidate, Replay::Mode::kTolerant, World::site_text);
    Ran ran = run(program, replay);
    return std::optional<Trial>(
        Trial{ran.result.signature, std::move(ran.deviations), std::move(ran.operations)});
  };
}

bool is_one_minimal(const std::vector<Deviation>& deviations, const std::string& signature,
                    const RunCandidate& run) {
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    auto without = deviations;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    if (run(without)->signature == signature) {
      return false;
    }
  }
  return run(deviations)->signature == signature;
}

}  // namespace

TEST_CASE("minimise: exactly what is needed remains", "[decide][minimise]") {
  for (const std::set<std::uint64_t>& needed :
       {std::set<std::uint64_t>{}, {1}, {100}, {1, 100}, {50, 51}, {3, 33, 66, 99}}) {
    std::size_t runs = 0;
    Minimised small = minimise(up_to(100), "bug", needs(needed, &runs));
    REQUIRE(small.reproduced);
    REQUIRE(small.one_minimal);
    REQUIRE(ticks(small.deviations) == needed);
    REQUIRE(small.runs == runs);
    REQUIRE(runs <= kRunsToMinimise);
  }
}

TEST_CASE("minimise: a failure that needs no deviation takes two runs", "[decide][minimise]") {
  REQUIRE(minimise(up_to(1'000), "bug", needs({})).runs == 2);
}

TEST_CASE("minimise: drawn failures, with alternatives, become 1-minimal", "[decide][minimise]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SeededNumbers numbers(seed);
    std::vector<RunCandidate> causes;  // any of them suffices
    for (int i = 0; i < 3; ++i) {
      std::set<std::uint64_t> needed;
      for (std::uint64_t left = 1 + numbers.below(4); left > 0; --left) {
        needed.insert(1 + numbers.below(60));
      }
      causes.push_back(needs(needed));
    }
    RunCandidate any = [&causes](const std::vector<Deviation>& candidate) {
      Trial trial{"", candidate, {}};
      for (const RunCandidate& cause : causes) {
        trial.signature = trial.signature.empty() ? cause(candidate)->signature : trial.signature;
      }
      return std::optional<Trial>(trial);
    };
    Minimised small = minimise(up_to(60), "bug", any, 1'000);
    REQUIRE(small.one_minimal);
    REQUIRE(is_one_minimal(small.deviations, "bug", any));
  }
}

TEST_CASE("minimise: another failure does not count", "[decide][minimise]") {
  RunCandidate two_bugs = [](const std::vector<Deviation>& candidate) {
    auto has = ticks(candidate);
    std::string signature = has.count(7) == 0 ? "" : has.count(8) == 0 ? "other" : "bug";
    return std::optional<Trial>(Trial{signature, candidate, {}});
  };
  REQUIRE(ticks(minimise(up_to(20), "bug", two_bugs).deviations) == std::set<std::uint64_t>{7, 8});
  REQUIRE_FALSE(minimise(up_to(6), "bug", two_bugs).reproduced);
}

TEST_CASE("minimise: preemptions go before what is none, and odd things at once",
          "[decide][minimise]") {
  auto deviations = up_to(10);
  for (std::size_t i = 5; i < 10; ++i) {
    deviations[i].what = Choice::kSpurious;
  }
  // any two of ticks 1 and 6 to 10: without odd things, 1 and 2 do
  RunCandidate run = [](const std::vector<Deviation>& candidate) {
    auto has = ticks(candidate);
    bool fails = has.count(1) != 0 && has.size() >= 2;
    return std::optional<Trial>(Trial{fails ? "bug" : "", candidate, {}});
  };
  Minimised small = minimise(deviations, "bug", run);
  REQUIRE(small.deviations.size() == 2);
  REQUIRE(std::all_of(small.deviations.begin(), small.deviations.end(),
                      [](const Deviation& each) { return each.is_preemption(); }));
}

TEST_CASE("minimise: the budget of runs and of time is kept", "[decide][minimise]") {
  std::size_t runs = 0;
  Minimised small = minimise(up_to(100), "bug", needs({10, 20, 30}, &runs), 9);
  REQUIRE(runs == 9);
  REQUIRE_FALSE(small.one_minimal);
  REQUIRE(small.reproduced);
  REQUIRE(needs({10, 20, 30})(small.deviations)->signature == "bug");

  std::size_t left = 5;
  RunCandidate timed = [&](const std::vector<Deviation>& candidate) {
    return left-- > 0 ? needs({10, 20})(candidate) : std::nullopt;
  };
  REQUIRE_FALSE(minimise(up_to(100), "bug", timed).one_minimal);
}

TEST_CASE("minimise: a failure found by chance needs one preemption, seldom two",
          "[decide][minimise]") {
  for (const Program& program : {lost_update(), lock_order(), reordering()}) {
    int found = 0;
    int found_two = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      Random random(seed);
      Ran failing = run(program, random);
      if (failing.result.signature.empty()) {
        continue;
      }
      ++found;
      RunCandidate again = in_world(program);
      Minimised small = minimise(failing.deviations, failing.result.signature, again);
      REQUIRE(small.reproduced);
      REQUIRE(small.one_minimal);
      REQUIRE(is_one_minimal(small.deviations, failing.result.signature, again));
      auto is_preemption = [](const Deviation& each) { return each.is_preemption(); };
      auto preemptions =
          std::count_if(small.deviations.begin(), small.deviations.end(), is_preemption);
      REQUIRE(preemptions <= 2);
      found_two += preemptions == 2 ? 1 : 0;
      Replay strict(small.deviations, Replay::Mode::kStrict, World::site_text);
      REQUIRE(run(program, strict).result.signature == failing.result.signature);
      strict.finish();
      REQUIRE(strict.divergence().empty());
    }
    REQUIRE(found > 5);
    REQUIRE(found_two <= found / 10);
  }
}

// The write that is missed comes after the unlock, so a preemption at the unlock does as well as one at any access behind it.
TEST_CASE("minimise: a preemption moves to the operation before it", "[decide][minimise]") {
  Program program = {
      {{Do::kStart, 1}, {Do::kStart, 2}},
      {{Do::kLock, 3}, {Do::kUnlock, 3}, {Do::kLoad, 7}, {Do::kLoad, 7}, {Do::kSet, 0, 1}},
      {{Do::kExpect, 0, 1}}};
  Deviation late;
  late.position = {*ThreadName::parse("main/1"), 2, true, "T1@4", 1};
  late.thread = *ThreadName::parse("main/2");
  Minimised small = minimise({late}, "T2@0", in_world(program));
  REQUIRE(small.deviations.size() == 1);
  REQUIRE(print_deviation(small.deviations[0]) == "at main/1 tick 2 operation T1@1 run main/2");
}
