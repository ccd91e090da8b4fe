// Proves the rule of fairness by itself: when a thread is demoted, and when it is an option again.
#include "sync/decide/fairness.h"

#include <catch2/catch.hpp>

#include "sync/decide/pct.h"
#include "world.h"

using namespace minijvm::decide;
using namespace minijvm::decide::test;

namespace {

// Thread 0 asks, 1 and 2 could run.
struct Asking {
  std::vector<Option> options = std::vector<Option>(3);
  Fairness fairness{{10, 100}};
  Asking() {
    for (ThreadNo thread = 0; thread < 3; ++thread) {
      options[thread].thread = thread;
    }
  }
  bool judge(ThreadNo asker, std::uint64_t tick) {
    std::vector<Option> ordered = options;
    std::swap(ordered[0], ordered[asker]);
    return fairness.judge({Choice::kRun, asker, tick, false, {}, ordered});
  }
};

}  // namespace

TEST_CASE("fairness: ticks without an effect demote a thread, at the limit only",
          "[decide][fairness]") {
  Asking asking;
  asking.fairness.resumed(0, 0);
  REQUIRE(asking.fairness.ticks_to_judgement(0, 0) == 10);
  REQUIRE_FALSE(asking.judge(0, 0));
  REQUIRE_FALSE(asking.judge(0, 9));
  REQUIRE_FALSE(asking.judge(0, 11));  // asked too late: judged at 20
  REQUIRE(asking.fairness.ticks_to_judgement(0, 11) == 9);
  REQUIRE(asking.judge(0, 20));
  REQUIRE(asking.fairness.is_demoted(0));
}

// A replay may leave such questions out.
TEST_CASE("fairness: nobody is judged at an access", "[decide][fairness]") {
  Asking asking;
  Question question{Choice::kRun, 0, 10, false, {PlaceKind::kAccess, 1, 1}, asking.options};
  REQUIRE_FALSE(asking.fairness.judge(question));
  question.place.kind = PlaceKind::kOperation;
  REQUIRE(asking.fairness.judge(question));
}

TEST_CASE("fairness: an effect counts from there", "[decide][fairness]") {
  Asking asking;
  asking.fairness.progressed(0, 5);
  REQUIRE_FALSE(asking.judge(0, 10));
  REQUIRE(asking.fairness.ticks_to_judgement(0, 10) == 5);
  REQUIRE(asking.judge(0, 15));
}

TEST_CASE("fairness: a thread that runs on and on is demoted whatever it does",
          "[decide][fairness]") {
  Asking asking;
  for (std::uint64_t tick = 0; tick < 100; ++tick) {
    asking.fairness.progressed(0, tick);
    REQUIRE_FALSE(asking.judge(0, tick));
  }
  REQUIRE(asking.judge(0, 100));
}

TEST_CASE("fairness: a demoted thread comes back by another's effect, not by its turn",
          "[decide][fairness]") {
  Asking asking;
  REQUIRE(asking.judge(0, 10));
  asking.fairness.resumed(1, 0);
  REQUIRE(asking.fairness.is_demoted(0));
  asking.fairness.progressed(1, 1);
  REQUIRE_FALSE(asking.fairness.is_demoted(0));
}

TEST_CASE("fairness: a yield demotes, and when all have yielded all but the last are options",
          "[decide][fairness]") {
  Asking asking;
  for (Option& option : asking.options) {
    option.yields = true;
  }
  REQUIRE(asking.judge(0, 1));
  REQUIRE(asking.judge(1, 1));
  REQUIRE(asking.fairness.is_demoted(0));
  REQUIRE(asking.judge(2, 1));
  REQUIRE_FALSE(asking.fairness.is_demoted(0));
  REQUIRE_FALSE(asking.fairness.is_demoted(1));
  REQUIRE(asking.fairness.is_demoted(2));
}

TEST_CASE("fairness: a thread that runs is not demoted any more", "[decide][fairness]") {
  Asking asking;
  REQUIRE(asking.judge(0, 10));
  asking.fairness.resumed(0, 10);
  REQUIRE_FALSE(asking.fairness.is_demoted(0));
  REQUIRE(asking.fairness.ticks_to_judgement(0, 10) == 10);
}

// Main spins until both others, of which one spins, too, have done something.
TEST_CASE("fairness: spinning threads end under every policy", "[decide][fairness]") {
  Program spinners = {{{Do::kStart, 1}, {Do::kStart, 2}, {Do::kSpin, 1, 1}},
                      {{Do::kSpin, 0, 1}, {Do::kSet, 1, 1}},
                      {{Do::kWork, 0, 5000}, {Do::kSet, 0, 1}}};
  for (PolicyKind kind : {PolicyKind::kFifo, PolicyKind::kSlices, PolicyKind::kRandom,
                          PolicyKind::kPct, PolicyKind::kPos, PolicyKind::kSites}) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      INFO(policy_name(kind) << " seed " << seed);
      PolicyChoice choice;
      choice.kind = kind;
      choice.seed = seed;
      choice.mean_slice = 500;
      REQUIRE(run(spinners, choice).result.signature == "");
    }
  }
}

// The negative control: nobody is ever demoted.
TEST_CASE("fairness: without it a spinning thread never ends", "[decide][fairness]") {
  Program spinner = {{{Do::kStart, 1}, {Do::kSpin, 0, 1}}, {{Do::kSet, 0, 1}}};
  Fifo unfair;
  REQUIRE(run(spinner, unfair, {}, {kNever, kNever}).result.signature == "steps");
  Fifo fair;
  REQUIRE(run(spinner, fair).result.signature == "");
}

// Threads 1 and 2 notify each other in turn, until thread 3 has had a turn.
TEST_CASE("fairness: two threads that wake each other in turn let the third work",
          "[decide][fairness]") {
  Script bounce = {{Do::kLock, 0},    {Do::kNotify, 0}, {Do::kWait, 0},   {Do::kUnlock, 0},
                   {Do::kLoop, 9, 1}, {Do::kLock, 0},   {Do::kNotify, 0}, {Do::kUnlock, 0}};
  Program program = {{{Do::kStart, 1}, {Do::kStart, 2}, {Do::kStart, 3}},
                     bounce,
                     bounce,
                     {{Do::kLock, 1}, {Do::kUnlock, 1}, {Do::kSet, 9, 1}}};
  Fifo unfair;
  REQUIRE(run(program, unfair, {}, {1'000, 1'000'000, kNever}).result.signature == "steps");
  FairnessLimits limits{1'000, 1'000'000, 100};
  Fifo fair;
  REQUIRE(run(program, fair, {}, limits).result.signature == "");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Pct pct(seed, 1, 1);
    REQUIRE(run(program, pct, {}, limits).result.signature == "");
    Replay again(run(program, *make_policy({PolicyKind::kPct, seed}), {}, limits).deviations,
                 Replay::Mode::kStrict, World::site_text);
    run(program, again, {}, limits);
    again.finish();
    REQUIRE(again.divergence() == "");
  }
}

TEST_CASE("fairness: threads that yield to each other let the third work", "[decide][fairness]") {
  Script yields = {{Do::kYield}, {Do::kYield}, {Do::kYield}, {Do::kYield}, {Do::kExpect, 0, 1}};
  Program program = {
      {{Do::kStart, 1}, {Do::kStart, 2}, {Do::kStart, 3}, {Do::kYield}, {Do::kJoin, 3}},
      yields,
      yields,
      {{Do::kWork, 0, 100}, {Do::kSet, 0, 1}}};
  Fifo fifo;
  REQUIRE(run(program, fifo).result.signature == "");
}
