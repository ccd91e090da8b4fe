// Proves that the policies that explore find what they are for, in the little world: a lost update, a deadlock, a reordering, a sleep instead
// of synchronization, a lost notification.
#include "world.h"

#include <catch2/catch.hpp>

using namespace minijvm::decide;
using namespace minijvm::decide::test;

namespace {

// The number of runs until one fails so, at most `most`; 0: none did.
std::uint64_t runs_to_find(const Program& program, const std::string& signature, PolicyKind kind,
                           std::uint64_t most) {
  for (std::uint64_t seed = 0; seed < most; ++seed) {
    PolicyChoice choice;
    choice.kind = kind;
    choice.seed = seed;
    choice.depth = 2;
    choice.steps = 12;
    if (run(program, choice).result.signature == signature) {
      return seed + 1;
    }
  }
  return 0;
}

}  // namespace

TEST_CASE("world: each exploring policy finds each bug within 100 runs", "[decide][world]") {
  Program sleep = {{{Do::kStart, 1}, {Do::kSleep, 0, 100}, {Do::kExpect, 0, 1}},
                   {{Do::kLock, 1}, {Do::kSet, 0, 1}, {Do::kUnlock, 1}}};
  Program lost_notify = {
      {{Do::kStart, 1}, {Do::kLock, 0}, {Do::kWait, 0}, {Do::kUnlock, 0}},
      {{Do::kLock, 0}, {Do::kNotify, 0}, {Do::kUnlock, 0}},
  };
  const std::tuple<const char*, Program, const char*> bugs[] = {
      {"lost update", lost_update(), "T0@4"},   {"lock order", lock_order(), "deadlock"},
      {"reordering", reordering(), "T2@1"},     {"sleep", sleep, "T0@2"},
      {"lost notify", lost_notify, "deadlock"},
  };
  for (const auto& [name, program, signature] : bugs) {
    Fifo fifo;
    INFO(name);
    REQUIRE(run(program, fifo).result.signature == "");
    for (PolicyKind kind :
         {PolicyKind::kRandom, PolicyKind::kPct, PolicyKind::kPos, PolicyKind::kSites}) {
      INFO(policy_name(kind));
      REQUIRE(runs_to_find(program, signature, kind, 100) != 0);
    }
  }
}

TEST_CASE("world: slices find a lost update where a slice ends between read and write",
          "[decide][world]") {
  Script add = {{Do::kLoad, 0}, {Do::kWork, 0, 100}, {Do::kAdd, 0, 1}, {Do::kStore, 0}};
  Program program = lost_update();
  program[1] = program[2] = add;
  PolicyChoice choice;
  choice.mean_slice = 100;
  int found = 0;
  for (choice.seed = 0; choice.seed < 100; ++choice.seed) {
    found += run(program, choice).result.signature.empty() ? 0 : 1;
  }
  REQUIRE(found > 20);
}

TEST_CASE("world: without points at accesses a lost update is not found", "[decide][world]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    Rules rules;
    rules.accesses_are_points = false;
    REQUIRE(run(lost_update(), random, rules).result.signature == "");
  }
}

TEST_CASE("world: the same seed is the same run", "[decide][world]") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    PolicyChoice choice;
    choice.kind = PolicyKind::kPos;
    choice.seed = seed;
    REQUIRE(run(lost_update(), choice).result.order == run(lost_update(), choice).result.order);
  }
}
