// Proves PCT: its priorities, and that it finds bugs of depth 1, 2 and 3 at least as often as its theorem promises. Seeds are fixed, so the
// counts are always the same; three standard deviations are allowed, since the bound of depth 1 is what is to be expected.
#include "sync/decide/pct.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "world.h"

using namespace minijvm::decide;
using namespace minijvm::decide::test;

namespace {

std::vector<Option> threads(std::size_t count) {
  std::vector<Option> made(count);
  for (std::size_t i = 0; i < count; ++i) {
    made[i].thread = static_cast<ThreadNo>(i);
  }
  return made;
}

// The share of runs of this depth that fail.
double share(const Program& program, std::uint32_t depth, std::uint64_t steps, int runs) {
  int failed = 0;
  for (int seed = 0; seed < runs; ++seed) {
    Pct pct(static_cast<std::uint64_t>(seed), depth, steps);
    failed += run(program, pct).result.signature.empty() ? 0 : 1;
  }
  return static_cast<double>(failed) / runs;
}

std::uint64_t longest_run(const Program& program) {
  std::uint64_t steps = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    steps = std::max(steps, run(program, random).decisions);
  }
  return steps;
}

// Thread 1 checks in the middle of much work; thread 2 must have set a cell before, and after it ...
Script padded(Script middle) {
  Script script(3, Op{Do::kLoad, 9});
  script.insert(script.end(), middle.begin(), middle.end());
  script.insert(script.end(), 3, Op{Do::kLoad, 9});
  return script;
}
const Script kStarts = {{Do::kStart, 1}, {Do::kStart, 2}};

}  // namespace

TEST_CASE("pct: of depth 1 it runs the thread of highest priority, whoever asks", "[decide][pct]") {
  auto three = threads(3);
  std::vector<int> first(3);
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    Pct pct(seed, 1, 100);
    Question question{Choice::kRun, 0, 0, false, {}, three};
    std::size_t chosen = pct.choose(question);
    ++first[chosen];
    for (int i = 0; i < 20; ++i) {
      REQUIRE(pct.choose(question) == chosen);
    }
    REQUIRE(pct.steps() == 21);
  }
  for (int count : first) {
    REQUIRE(std::abs(count - 1'000) < 100);
  }
}

TEST_CASE("pct: a demoted thread falls below all others, also below those demoted before",
          "[decide][pct]") {
  auto three = threads(3);
  Question question{Choice::kRun, 0, 0, false, {}, three};
  Pct pct(1, 1, 100);
  std::size_t first = pct.choose(question);
  pct.demoted(static_cast<ThreadNo>(first));
  std::size_t second = pct.choose(question);
  REQUIRE(second != first);
  pct.demoted(static_cast<ThreadNo>(second));
  std::size_t third = pct.choose(question);
  REQUIRE(third == 3 - first - second);
  pct.demoted(static_cast<ThreadNo>(third));
  REQUIRE(pct.choose(question) == first);
}

TEST_CASE("pct: of depth d it changes d - 1 times at most", "[decide][pct]") {
  auto many = threads(8);
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Pct pct(seed, 4, 50);
    Question question{Choice::kRun, 0, 0, false, {}, many};
    std::size_t now = pct.choose(question);
    int changes = 0;
    for (int i = 0; i < 60; ++i) {
      std::size_t next = pct.choose(question);
      changes += next != now ? 1 : 0;
      now = next;
    }
    REQUIRE(changes <= 3);
  }
}

TEST_CASE("pct: finds bugs of depth 1, 2 and 3 as often as promised", "[decide][pct]") {
  // depth 1: the check after the write
  Program order = {kStarts, padded({{Do::kExpect, 0, 0}}), padded({{Do::kSet, 0, 1}})};
  // depth 2: the write between two reads
  Program atomicity = {kStarts, padded({{Do::kStopUnless, 0, 0}, {Do::kExpect, 0, 0}}),
                       padded({{Do::kSet, 0, 1}})};
  // depth 3: and both reads done before the next write
  Program twice = {kStarts,
                   padded({{Do::kStopUnless, 0, 0}, {Do::kStopUnless, 0, 1}, {Do::kExpect, 1, 1}}),
                   padded({{Do::kSet, 0, 1}, {Do::kSet, 1, 1}})};
  const std::pair<const Program*, int> rows[] = {
      {&order, 4'000}, {&atomicity, 4'000}, {&twice, 20'000}};
  for (std::uint32_t depth = 1; depth <= 3; ++depth) {
    auto [program, runs] = rows[depth - 1];
    std::uint64_t steps = longest_run(*program);
    double threads = static_cast<double>(program->size());
    double bound = 1 / (threads * std::pow(static_cast<double>(steps), depth - 1));
    double deviation = std::sqrt(bound * (1 - bound) / runs);
    double found = share(*program, depth, steps, runs);
    INFO("depth " << depth << ": " << found << ", promised " << bound);
    REQUIRE(found >= bound - 3 * deviation);
    if (depth > 1) {  // one change less does not suffice
      REQUIRE(share(*program, depth - 1, steps, 1'000) == 0);
    }
  }
}
