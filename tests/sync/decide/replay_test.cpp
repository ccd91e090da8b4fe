// Proves replays: the same run again under every policy that found it, each difference named, and tolerance where it is asked for.
#include "sync/decide/replay.h"

#include <catch2/catch.hpp>

#include "sync/decide/schedule_text.h"
#include "world.h"

using namespace minijvm::decide;
using namespace minijvm::decide::test;

namespace {

std::vector<Deviation> schedule(const std::string& lines) {
  return parse_schedule("minijvm-schedule 1\nprogram P\n" + lines + "end ticks=0 events=0\n")
      .take()
      .deviations;
}

// The divergence of a strict replay; empty: none.
std::string divergence(const Program& program, const std::vector<Deviation>& deviations) {
  Replay replay(deviations, Replay::Mode::kStrict, World::site_text);
  run(program, replay);
  replay.finish();
  return replay.divergence();
}

Ran tolerant(const Program& program, const std::vector<Deviation>& deviations) {
  Replay replay(deviations, Replay::Mode::kTolerant, World::site_text);
  return run(program, replay);
}

// The order of a strict replay in which accesses are no points, but for those of the schedule.
auto with_few_points(const Program& program, const std::vector<Deviation>& deviations) {
  Rules rules;
  rules.accesses_are_points = false;
  for (const Deviation& deviation : deviations) {
    rules.points.insert(deviation.position.site);
  }
  Replay replay(deviations, Replay::Mode::kStrict, World::site_text);
  auto order = run(program, replay, rules).result.order;
  replay.finish();
  REQUIRE(replay.divergence() == "");
  return order;
}

// Something of everything: spins, yields, locks, waits, sleeps.
Program mixed() {
  Script waiter = {{Do::kLock, 1}, {Do::kWait, 1},   {Do::kUnlock, 1},
                   {Do::kLoad, 0}, {Do::kAdd, 0, 1}, {Do::kStore, 0}};
  return {{{Do::kStart, 1},
           {Do::kStart, 2},
           {Do::kStart, 3},
           {Do::kSleep, 0, 100},
           {Do::kLock, 1},
           {Do::kNotify, 1},
           {Do::kNotify, 1},
           {Do::kUnlock, 1},
           {Do::kSet, 5, 1},
           {Do::kWork, 0, 2500},
           {Do::kSet, 6, 1}},
          waiter,
          waiter,
          {{Do::kYield}, {Do::kSpin, 5, 1}, {Do::kYield}, {Do::kWork, 0, 300}, {Do::kSpin, 6, 1}}};
}

}  // namespace

TEST_CASE("replay: a run comes again, from its text, under every policy", "[decide][replay]") {
  for (PolicyKind kind : {PolicyKind::kFifo, PolicyKind::kSlices, PolicyKind::kRandom,
                          PolicyKind::kPct, PolicyKind::kPos, PolicyKind::kSites}) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      PolicyChoice choice;
      choice.kind = kind;
      choice.seed = seed;
      choice.mean_slice = 1 + seed % 50;
      choice.steps = 40;
      Ran first = run(mixed(), choice);
      Schedule kept;
      kept.program = "mixed";
      kept.deviations = first.deviations;
      INFO(policy_name(kind) << " seed " << seed << "\n" << print_schedule(kept));
      Replay replay(parse_schedule(print_schedule(kept)).take().deviations, Replay::Mode::kStrict,
                    World::site_text);
      Ran second = run(mixed(), replay);
      replay.finish();
      REQUIRE(replay.divergence() == "");
      REQUIRE(second.result.order == first.result.order);
      REQUIRE(second.result.signature == first.result.signature);
      REQUIRE(second.deviations == first.deviations);
      REQUIRE(tolerant(mixed(), first.deviations).result.order == first.result.order);
      REQUIRE(with_few_points(mixed(), first.deviations) == first.result.order);
    }
  }
}

TEST_CASE("replay: fifo is the schedule without deviations", "[decide][replay]") {
  Fifo fifo;
  Ran ran = run(mixed(), fifo);
  REQUIRE(ran.deviations.empty());
  REQUIRE(tolerant(mixed(), {}).result.order == ran.result.order);
}

TEST_CASE("replay: an edited schedule runs as it says", "[decide][replay]") {
  auto edited = schedule("at main/1 tick 0 access T1@2 #1 run main/2\n");
  REQUIRE(divergence(lost_update(), edited) == "");
  REQUIRE(tolerant(lost_update(), edited).result.signature == "T0@4");
  // saying what fifo does is no harm
  REQUIRE(divergence(lost_update(), schedule("after main tick 3 run main/1\n")) == "");
}

TEST_CASE("replay: the first difference is named", "[decide][replay]") {
  const std::string left = "The replay left its schedule at deviation ";
  const std::tuple<std::string, std::string, const char*> rows[] = {
      {"at main tick 9 run main/1\n",
       "1, \"at main tick 9 run main/1\": ", "the run has ended before it."},
      {"at main/3 tick 0 run main/1\n",
       "1, \"at main/3 tick 0 run main/1\": ", "the run has ended before it."},
      {"at main tick 1 notify takes main/1\n",
       "1, \"at main tick 1 notify takes main/1\": ", "main is at tick 2 already."},
      {"after main tick 3 run main/7\n", "1, \"after main tick 3 run main/7\": ",
       "that is no option there; these are: main/1, main/2."},
      {"at main/2 tick 0 access T2@2 #1 run main/1\nafter main tick 3 run main/2\n",
       "1, \"at main/2 tick 0 access T2@2 #1 run main/1\": ",
       "deviation 2, \"after main tick 3 run main/2\", came before it."},
      {"after main tick 3 operation T0@9 run main/2\n",
       "1, \"after main tick 3 operation T0@9 run main/2\": ", "main is at T0@2 there."},
  };
  for (const auto& [lines, where, why] : rows) {
    REQUIRE(divergence(lost_update(), schedule(lines)) == left + where + why);
  }
}

TEST_CASE("replay: another deadline is a difference", "[decide][replay]") {
  Program program = {{{Do::kStart, 1}, {Do::kYield}, {Do::kSet, 0, 1}},
                     {{Do::kSleep, 0, 100}, {Do::kExpect, 0, 1}}};
  auto at = [](const std::string& time) {
    return schedule("at main tick 2 run main/1\nat main tick 2 time-passes to " + time + "\n");
  };
  // main yields, so that main/1 sleeps; then main comes to no operation any more
  REQUIRE_THAT(divergence(program, at("100ns")), Catch::Contains("has ended before"));
  program[0].insert(program[0].begin() + 2, {Do::kNotify, 0});
  auto odd = [](const std::string& time) {
    return schedule("at main tick 3 time-passes to " + time +
                    "\nat main tick 3 operation T0@2 run main/1\n");
  };
  REQUIRE(divergence(program, odd("102ns")) == "");
  REQUIRE(tolerant(program, odd("102ns")).result.signature == "T1@1");
  REQUIRE_THAT(divergence(program, odd("90ns")),
               Catch::Contains("that is no option there; these are: main with 102."));
}

TEST_CASE("replay: after a difference it decides nothing", "[decide][replay]") {
  auto wrong =
      schedule("after main tick 3 run main/7\nat main/1 tick 0 access T1@2 #1 run main/2\n");
  Replay strict(wrong, Replay::Mode::kStrict, World::site_text);
  Ran ran = run(lost_update(), strict);
  REQUIRE_FALSE(strict.divergence().empty());
  REQUIRE(ran.deviations.empty());
}

TEST_CASE("replay: a tolerant one leaves out what finds no place, and does the rest",
          "[decide][replay]") {
  auto partly = schedule(
      "at main tick 1 notify takes main/1\n"
      "at main/1 tick 0 access T1@1 #1 run main/2\n"
      "at main/1 tick 0 access T1@2 #1 run main/9\n"
      "at main/1 tick 0 access T1@2 #1 run main/2\n"
      "at main/4 tick 7 run main\n");
  Ran ran = tolerant(lost_update(), partly);
  REQUIRE(ran.deviations.empty());  // the answer main/9 is used up, and fifo's taken
  partly.erase(partly.begin() + 2);
  ran = tolerant(lost_update(), partly);
  REQUIRE(ran.deviations == std::vector<Deviation>{partly[2]});
  REQUIRE(ran.result.signature == "T0@4");
}

TEST_CASE("replay: of several questions at one tick the right one is answered otherwise",
          "[decide][replay]") {
  Replay replay(
      schedule("after main tick 5 #2 run main/2\nat main tick 6 access T0@3 #3 run main/1\n"),
      Replay::Mode::kStrict, World::site_text);
  Decider decider(replay);
  decider.born(1, kMainThread);
  decider.born(2, kMainThread);
  std::vector<Option> options(3);
  for (ThreadNo thread = 0; thread < 3; ++thread) {
    options[thread].thread = thread;
  }
  std::vector<Option> others(options.begin() + 1, options.end());
  auto after = [&] { return decider.choose({Choice::kRun, 0, 5, true, {}, others}); };
  auto access = [&](std::uint32_t nth) {
    return decider.choose({Choice::kRun, 0, 6, false, {PlaceKind::kAccess, 1003, nth}, options});
  };
  REQUIRE(after() == 0);
  REQUIRE(after() == 1);
  REQUIRE(after() == 0);
  REQUIRE(access(1) == 0);
  REQUIRE(access(2) == 0);
  REQUIRE(access(3) == 1);
  replay.finish();
  REQUIRE(replay.divergence().empty());
}
