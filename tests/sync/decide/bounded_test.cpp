// Proves that the bounded search is complete where it says so: the numbers of schedules are those of closed formulas, none comes twice, and it
// tells how many preemptions a failure needs.
#include "sync/decide/bounded.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "sync/decide/numbers.h"
#include "world.h"

using namespace minijvm::decide;
using namespace minijvm::decide::test;

namespace {

// Threads of a few steps each that never wait. Returns who took each step.
std::string interleave(Policy& policy, int threads, int steps) {
  std::vector<int> left(static_cast<std::size_t>(threads), steps);
  std::string order;
  ThreadNo running = 0;
  for (std::uint32_t thread = 0; thread < left.size(); ++thread) {
    policy.born(thread, ThreadName().child(thread));
  }
  for (;;) {
    std::vector<Option> options;
    bool blocked = left[running] == 0;
    for (ThreadNo thread = 0; thread < left.size(); ++thread) {
      if (left[thread] > 0) {
        Option option;
        option.thread = thread;
        options.insert(!blocked && thread == running ? options.begin() : options.end(), option);
      }
    }
    if (options.empty()) {
      return order;
    }
    std::size_t chosen = 0;
    if (options.size() > 1) {
      chosen = policy.choose({Choice::kRun, running, 0, blocked, {}, options});
    }
    running = options[chosen].thread;
    --left[running];
    order += static_cast<char>('a' + running);
  }
}

// The number of orders; no order may come twice.
std::size_t orders(int threads, int steps, std::uint32_t preemptions) {
  BoundedSearch search(preemptions);
  std::set<std::string> seen;
  bool more = true;
  while (more) {
    Prefix policy(search.prefix());
    REQUIRE(seen.insert(interleave(policy, threads, steps)).second);
    more = search.advance(policy.answered());
  }
  REQUIRE(search.is_complete());
  REQUIRE_FALSE(search.has_diverged());
  return seen.size();
}

// How all runs of a search end, and how many these are.
struct Ends {
  std::set<std::string> ends;
  std::size_t runs = 0;
};

Ends ends_of(const Program& program, std::uint32_t preemptions, bool reduces) {
  BoundedSearch search(preemptions, reduces);
  Ends found;
  bool more = true;
  while (more) {
    Prefix policy(search.prefix());
    const Result result = run(program, policy).result;
    std::string end = result.signature;
    for (const auto& [cell, value] : result.cells) {
      end += ' ' + std::to_string(cell) + '=' + std::to_string(value);
    }
    found.ends.insert(end);
    ++found.runs;
    more = search.advance(policy.answered());
  }
  REQUIRE(search.is_complete());
  REQUIRE_FALSE(search.has_diverged());
  return found;
}

// A thread of a few operations on two cells and two locks. It gives back what it takes.
Script random_script(SeededNumbers& numbers) {
  Script script;
  const std::size_t steps = 1 + numbers.below(3);
  for (std::size_t i = 0; i < steps; ++i) {
    const int at = static_cast<int>(numbers.below(2));
    const int value = 1 + static_cast<int>(numbers.below(2));
    switch (numbers.below(6)) {
      case 0:
        script.insert(script.end(), {{Do::kLoad, at}, {Do::kAdd, 0, value}, {Do::kStore, 1 - at}});
        break;
      case 1:
        script.push_back({Do::kSet, at, value});
        break;
      case 2:
        script.insert(script.end(), {{Do::kLock, at}, {Do::kSet, at, value}, {Do::kUnlock, at}});
        break;
      case 3:
        script.insert(script.end(),
                      {{Do::kLock, 0}, {Do::kLock, 1}, {Do::kUnlock, 1}, {Do::kUnlock, 0}});
        break;
      case 4:
        script.insert(
            script.end(),
            {{Do::kLock, 1}, {value == 1 ? Do::kWait : Do::kNotify, 1}, {Do::kUnlock, 1}});
        break;
      default:
        script.insert(script.end(), {{Do::kStopUnless, at, 0}, {Do::kYield}, {Do::kSleep, 0, 3}});
    }
  }
  return script;
}

// Runs until one fails so. 0: none does.
std::size_t runs_to_find(const Program& program, const std::string& signature,
                         std::uint32_t preemptions) {
  BoundedSearch search(preemptions);
  for (std::size_t runs = 1;; ++runs) {
    Prefix policy(search.prefix());
    if (run(program, policy).result.signature == signature) {
      return runs;
    }
    if (!search.advance(policy.answered())) {
      REQUIRE(search.is_complete());
      return 0;
    }
  }
}

}  // namespace

// The runner asks before the first step, too, where thread 0 counts as running: to begin with another costs a preemption.
TEST_CASE("bounded: the numbers of orders are those of the formulas", "[decide][bounded]") {
  constexpr std::uint32_t kAny = 100;
  REQUIRE(orders(2, 1, kAny) == 2);
  REQUIRE(orders(2, 4, kAny) == 70);     // 8! / (4! 4!)
  REQUIRE(orders(2, 6, kAny) == 924);    // 12! / (6! 6!)
  REQUIRE(orders(3, 3, kAny) == 1'680);  // 9! / (3! 3! 3!)
  REQUIRE(orders(4, 2, kAny) == 2'520);  // 8! / (2! 2! 2! 2!)
  REQUIRE(orders(2, 6, 0) == 1);
  REQUIRE(orders(3, 6, 0) == 2);  // after the first, the two others in either order
  REQUIRE(orders(2, 6, 1) == 7);  // and one preemption before any of the six steps
}

TEST_CASE("bounded: each preemption more finds more orders, up to all", "[decide][bounded]") {
  std::size_t before = 0;
  for (std::uint32_t preemptions = 0; preemptions <= 7; ++preemptions) {
    std::size_t now = orders(2, 4, preemptions);
    REQUIRE(now >= before);
    before = now;
  }
  REQUIRE(before == 70);
}

TEST_CASE("bounded: tells that a failure needs one preemption, or none", "[decide][bounded]") {
  REQUIRE(runs_to_find(lost_update(), "T0@4", 0) == 0);
  REQUIRE(runs_to_find(lost_update(), "T0@4", 1) != 0);
  REQUIRE(runs_to_find(lock_order(), "deadlock", 0) == 0);
  REQUIRE(runs_to_find(lock_order(), "deadlock", 1) != 0);
  REQUIRE(runs_to_find(reordering(), "T2@1", 0) == 0);
  REQUIRE(runs_to_find(reordering(), "T2@1", 1) != 0);
  Program order = {{{Do::kStart, 1}, {Do::kStart, 2}}, {{Do::kSet, 0, 1}}, {{Do::kExpect, 0, 1}}};
  REQUIRE(runs_to_find(order, "T2@0", 0) == 2);
}

// The first threads' own cells: any order is as good as another. One cell: none is.
TEST_CASE("bounded: of orders that differ in what commutes one is run", "[decide][bounded]") {
  constexpr std::uint32_t kAny = 100;
  auto program = [](int second) {
    return Program{{{Do::kStart, 1}, {Do::kStart, 2}},
                   {{Do::kSet, 0, 1}, {Do::kSet, 0, 2}, {Do::kSet, 0, 3}},
                   {{Do::kSet, second, 4}, {Do::kSet, second, 5}, {Do::kSet, second, 6}}};
  };
  const Ends apart = ends_of(program(1), kAny, true);
  const Ends all_apart = ends_of(program(1), kAny, false);
  const Ends together = ends_of(program(0), kAny, true);
  CHECK(apart.ends.size() == 1);
  CHECK(apart.ends == all_apart.ends);
  CHECK(3 * apart.runs < all_apart.runs);
  CHECK(together.ends == ends_of(program(0), kAny, false).ends);
  CHECK(together.runs > apart.runs);
}

TEST_CASE("bounded: what is left out ends as something that is run", "[decide][bounded]") {
  std::size_t reduced = 0;
  std::size_t whole = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    SeededNumbers numbers(seed);
    Program program = {
        {{Do::kStart, 1}, {Do::kStart, 2}}, random_script(numbers), random_script(numbers)};
    for (std::uint32_t preemptions = 0; preemptions <= 3; ++preemptions) {
      const Ends some = ends_of(program, preemptions, true);
      const Ends all = ends_of(program, preemptions, false);
      INFO("seed " << seed << ", " << preemptions << " preemptions");
      REQUIRE(some.ends == all.ends);
      REQUIRE(some.runs <= all.runs);
      reduced += some.runs;
      whole += all.runs;
    }
  }
  CHECK(3 * reduced < 2 * whole);
}

TEST_CASE("bounded: a run that is not deterministic ends the search", "[decide][bounded]") {
  std::vector<Answered> first = {{0, 2, true}, {0, 2, true}};
  for (std::vector<Answered> second : {std::vector<Answered>{{0, 2, true}},
                                       {{0, 2, true}, {0, 1, true}},
                                       {{0, 2, true}, {1, 3, true}},
                                       {{0, 2, false}, {1, 2, true}}}) {
    BoundedSearch search(1);
    REQUIRE(search.advance(first));
    REQUIRE(search.prefix() == std::vector<std::uint32_t>{0, 1});
    REQUIRE_FALSE(search.advance(second));
    REQUIRE(search.has_diverged());
    REQUIRE_FALSE(search.is_complete());
  }
}
