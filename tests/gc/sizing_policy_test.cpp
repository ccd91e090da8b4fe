// Proves: flags give the sizes they promise, ages come from what survived, eden grows when
// collections cost too much, and past a quarter of what lives only if that makes them cheaper.
#include "gc/policy/sizing_policy.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

#include "base/bits.h"
#include "gc/heap/stress.h"

namespace minijvm::gc {
namespace {

class DefaultPolicy : public SizingPolicy {
 public:
  DefaultPolicy() { initialize({}, compute_sizes({}, 16 * kGiB)); }
};

// Reports so many collections, with a second of the program before each.
void collect(SizingPolicy& policy, int times, const ScavengeOutcome& outcome,
             std::int64_t pause_ns) {
  for (int i = 0; i < times; ++i) {
    policy.after_scavenge(outcome, pause_ns, 1'000'000'000);
  }
}

// The number of collections that decide together past the easy limit, which is 8 MiB when nothing
// lives.
constexpr int kTrial = 8;

}  // namespace

TEST_CASE("sizing: the flags rule", "[gc][sizing]") {
  HeapOptions options;
  HeapSizes sizes = compute_sizes(options, 16 * kGiB);
  CHECK(sizes.max == 4 * kGiB);
  CHECK(sizes.young_max + sizes.old_max == sizes.max);
  CHECK(sizes.young_max / kMiB == 4 * kGiB / 3 / kMiB);
  CHECK(sizes.eden_initial <= 8 * kMiB);

  options.max_bytes = 100 * kMiB;
  options.young_bytes = 40 * kMiB;
  options.survivor_ratio = 6;
  sizes = compute_sizes(options, 16 * kGiB);
  CHECK(sizes.young_max == 40 * kMiB);
  CHECK(sizes.survivor_max == 5 * kMiB);
  CHECK(sizes.eden_max == 30 * kMiB);
  CHECK(sizes.old_max == 60 * kMiB);

  options = {};
  CHECK(compute_sizes(options, 200 * kMiB).max == 100 * kMiB);  // half of a small machine
  CHECK(compute_sizes(options, 400 * kMiB).max == 126 * kMiB);
  options.max_machine_percent = 50;
  CHECK(compute_sizes(options, 16 * kGiB).max == 8 * kGiB);

  options = {};
  options.initial_machine_percent = 25;
  CHECK(compute_sizes(options, 400 * kMiB).old_initial ==
        compute_sizes({.initial_bytes = 100 * kMiB}, 400 * kMiB).old_initial);
  options.initial_machine_percent = 100;
  sizes = compute_sizes(options, 400 * kMiB);
  CHECK(sizes.old_initial + sizes.eden_initial <= sizes.max);

  options = {};
  options.max_bytes = 1;  // nonsense still gives a heap of some pages
  sizes = compute_sizes(options, 16 * kGiB);
  CHECK(sizes.eden_max >= page_size());
  CHECK(sizes.old_max >= page_size());
}

TEST_CASE("sizing: the threshold keeps survivors within their target", "[gc][sizing]") {
  AgeTable ages;
  ages.add(1, 100);
  ages.add(2, 100);
  ages.add(3, 100);
  CHECK(ages.threshold_for(1000, 15) == 15);
  CHECK(ages.threshold_for(250, 15) == 3);
  CHECK(ages.threshold_for(50, 15) == 1);
  CHECK(ages.threshold_for(1000, 0) == 0);
}

TEST_CASE("sizing: eden doubles easily up to a quarter of what lives, and no further",
          "[gc][sizing]") {
  if (kGcStress) {
    return;
  }
  for (std::size_t lives : {0 * kMiB, 100 * kMiB, 200 * kMiB, 16 * kGiB}) {
    DefaultPolicy policy;
    std::size_t before = policy.eden_capacity();
    ScavengeOutcome outcome;
    outcome.old_bytes = lives;
    policy.after_scavenge(outcome, 1'000'000, 1'000'000'000);
    CHECK(policy.eden_capacity() == before);
    policy.after_scavenge(outcome, 30'000'000, 1'000'000'000);
    CHECK(policy.eden_capacity() == (lives == 0 ? before : 2 * before));
    collect(policy, 30, outcome, 30'000'000);
    CHECK(policy.eden_capacity() ==
          std::min(std::max(lives / 4, 8 * kMiB), policy.sizes().eden_max));
  }
}

TEST_CASE("sizing: a small eden grows easily to the size with which others begin", "[gc][sizing]") {
  if (kGcStress) {
    return;
  }
  HeapOptions options;
  options.initial_bytes = 4 * kMiB;
  SizingPolicy policy;
  policy.initialize(options, compute_sizes(options, 16 * kGiB));
  CHECK(policy.eden_capacity() < 2 * kMiB);
  collect(policy, 30, {}, 30'000'000);
  CHECK(policy.eden_capacity() == 8 * kMiB);
}

TEST_CASE("sizing: tight survivors do not make eden grow past its easy limit", "[gc][sizing]") {
  if (kGcStress) {
    return;
  }
  DefaultPolicy policy;
  ScavengeOutcome outcome;
  outcome.survived_bytes = 100 * kMiB;
  collect(policy, 30, outcome, 1'000'000);
  CHECK(policy.eden_capacity() == 25 * kMiB);
}

TEST_CASE("sizing: past its easy limit eden doubles while that makes collections cheaper",
          "[gc][sizing]") {
  if (kGcStress) {
    return;
  }
  DefaultPolicy policy;
  collect(policy, kTrial - 1, {}, 300'000'000);  // one collection less than decides
  CHECK(policy.eden_capacity() == 8 * kMiB);
  collect(policy, 1, {}, 300'000'000);
  CHECK(policy.eden_capacity() == 16 * kMiB);
  collect(policy, kTrial, {}, 150'000'000);
  CHECK(policy.eden_capacity() == 32 * kMiB);
  collect(policy, kTrial, {}, 75'000'000);
  CHECK(policy.eden_capacity() == 64 * kMiB);
  collect(policy, 10 * kTrial, {}, 40'000'000);  // less than one in twenty
  CHECK(policy.eden_capacity() == 64 * kMiB);
}

TEST_CASE("sizing: a doubling that makes nothing cheaper is undone, until twice as much is lost",
          "[gc][sizing]") {
  if (kGcStress) {
    return;
  }
  DefaultPolicy policy;
  collect(policy, kTrial, {}, 100'000'000);
  CHECK(policy.eden_capacity() == 16 * kMiB);
  collect(policy, kTrial, {}, 100'000'000);
  CHECK(policy.eden_capacity() == 8 * kMiB);
  collect(policy, 10 * kTrial, {}, 150'000'000);
  CHECK(policy.eden_capacity() == 8 * kMiB);
  collect(policy, kTrial, {}, 300'000'000);
  CHECK(policy.eden_capacity() == 16 * kMiB);
  collect(policy, kTrial, {}, 300'000'000);
  CHECK(policy.eden_capacity() == 8 * kMiB);
  policy.after_full(1 * kMiB);  // another program from here on, perhaps
  collect(policy, kTrial, {}, 300'000'000);
  CHECK(policy.eden_capacity() == 16 * kMiB);
}

TEST_CASE("sizing: a growth that eden's maximum cuts short is judged by what it can bring",
          "[gc][sizing]") {
  if (kGcStress) {
    return;
  }
  HeapOptions options;
  options.max_bytes = 36 * kMiB;
  SizingPolicy policy;
  policy.initialize(options, compute_sizes(options, 16 * kGiB));
  const std::size_t most = policy.sizes().eden_max;
  REQUIRE(most < 10 * kMiB);
  REQUIRE(policy.eden_capacity() == 8 * kMiB);
  collect(policy, kTrial, {}, 200'000'000);
  CHECK(policy.eden_capacity() == most);
  collect(policy, 2 * kTrial, {}, 180'000'000);
  CHECK(policy.eden_capacity() == most);
}

TEST_CASE("sizing: GCTimeRatio is the share that lets eden grow past its easy limit",
          "[gc][sizing]") {
  if (kGcStress) {
    return;
  }
  for (unsigned ratio : {9U, 19U, 99U}) {
    HeapOptions options;
    options.gc_time_ratio = ratio;
    SizingPolicy policy;
    policy.initialize(options, compute_sizes(options, 16 * kGiB));
    std::int64_t share_ns = 1'000'000'000 / (ratio + 1);
    collect(policy, 2 * kTrial, {}, share_ns * 9 / 10);
    CHECK(policy.eden_capacity() == 8 * kMiB);
    collect(policy, kTrial, {}, share_ns * 11 / 10);
    CHECK(policy.eden_capacity() == 16 * kMiB);
  }
}

TEST_CASE("sizing: the largest ratio of times is a share, too", "[gc][sizing]") {
  if (kGcStress) {
    return;
  }
  HeapOptions options;
  options.gc_time_ratio = std::numeric_limits<unsigned>::max();
  SizingPolicy policy;
  policy.initialize(options, compute_sizes(options, 16 * kGiB));
  std::size_t before = policy.eden_capacity();
  ScavengeOutcome outcome;
  outcome.old_bytes = 100 * kMiB;
  policy.after_scavenge(outcome, 3'000'000'000, 1'000'000'000);
  CHECK(policy.eden_capacity() == 2 * before);
}

TEST_CASE("sizing: a goal for pauses goes before the share of the time", "[gc][sizing]") {
  if (kGcStress) {
    return;
  }
  HeapOptions options;
  options.max_pause_ms = 10;
  SizingPolicy policy;
  policy.initialize(options, compute_sizes(options, 16 * kGiB));
  std::size_t before = policy.eden_capacity();
  policy.after_scavenge({}, 20'000'000, 30'000'000);
  CHECK(policy.eden_capacity() < before);
  for (int i = 0; i < 100; ++i) {
    policy.after_scavenge({}, 20'000'000, 30'000'000);
  }
  CHECK(policy.eden_capacity() == 1 * kMiB);
  for (int i = 0; i < 100; ++i) {
    policy.after_scavenge({}, 1'000'000, 30'000'000);
  }
  CHECK(policy.eden_capacity() == before);
}

TEST_CASE("sizing: survivors grow at eden's cost when what lives does not fit", "[gc][sizing]") {
  if (kGcStress) {
    return;
  }
  HeapOptions options;
  options.max_bytes = 512 * kMiB;
  options.young_bytes = 64 * kMiB;
  for (bool adaptive : {true, false}) {
    options.adaptive_sizes = adaptive;
    SizingPolicy policy;
    policy.initialize(options, compute_sizes(options, 16 * kGiB));
    std::size_t before = policy.survivor_capacity();
    ScavengeOutcome outcome;
    outcome.survived_bytes = before;
    outcome.overflowed_bytes = 2 * kMiB;
    policy.after_scavenge(outcome, 1'000'000, 1'000'000'000);
    CHECK((policy.survivor_capacity() >= before + 2 * kMiB) == adaptive);
    CHECK(policy.eden_capacity() + 2 * policy.survivor_capacity() <= 64 * kMiB);
    outcome.overflowed_bytes = 100 * kMiB;
    policy.after_scavenge(outcome, 1'000'000, 1'000'000'000);
    CHECK(policy.survivor_capacity() <= 16 * kMiB);
    for (int i = 0; i < 100; ++i) {
      policy.after_scavenge({}, 1'000'000, 1'000'000'000);
    }
    CHECK(policy.survivor_capacity() == before);
  }
}

TEST_CASE("sizing: the old generation keeps as much free as the ratios allow", "[gc][sizing]") {
  HeapOptions options;
  options.initial_bytes = 64 * kMiB;
  options.max_bytes = 2 * kGiB;
  options.min_free_percent = 20;
  options.max_free_percent = 50;
  SizingPolicy policy;
  policy.initialize(options, compute_sizes(options, 16 * kGiB));
  std::size_t initial = policy.sizes().old_initial;
  CHECK(policy.adapt_old(400 * kMiB, 600 * kMiB) == 600 * kMiB);
  CHECK(policy.adapt_old(400 * kMiB, 400 * kMiB) == 500 * kMiB);
  CHECK(policy.adapt_old(400 * kMiB, 1'000 * kMiB) == 800 * kMiB);
  CHECK(policy.adapt_old(1 * kMiB, 1'000 * kMiB) == initial);  // -Xms
  CHECK(policy.adapt_old(policy.sizes().old_max, policy.sizes().old_max) == policy.sizes().old_max);
  policy.set_free_percents(50, 75);  // a program may say otherwise
  CHECK(policy.adapt_old(400 * kMiB, 600 * kMiB) == 800 * kMiB);
  CHECK(policy.adapt_old(200 * kMiB, 1'000 * kMiB) == 800 * kMiB);
}

TEST_CASE("sizing: what is free may go up to everything, which gives nothing back",
          "[gc][sizing]") {
  HeapOptions options;
  options.max_bytes = 2 * kGiB;
  options.min_free_percent = 0;
  options.max_free_percent = 100;
  SizingPolicy policy;
  policy.initialize(options, compute_sizes(options, 16 * kGiB));
  CHECK(policy.adapt_old(1 * kMiB, 1'000 * kMiB) == 1'000 * kMiB);
  CHECK(policy.adapt_old(0, 0) == 0);
}

TEST_CASE(
    "sizing: a full collection that finds much free makes eden smaller, but not than it began",
    "[gc][sizing]") {
  if (kGcStress) {
    return;
  }
  HeapOptions options;
  options.max_bytes = 2 * kGiB;
  SizingPolicy policy;
  policy.initialize(options, compute_sizes(options, 16 * kGiB));
  std::size_t initial = policy.eden_capacity();
  auto grow = [&policy] {
    ScavengeOutcome outcome;
    outcome.old_bytes = 1'200 * kMiB;
    collect(policy, 6, outcome, 100'000'000);
    return policy.eden_capacity();
  };
  std::size_t grown = grow();
  REQUIRE(grown >= 32 * initial);
  CHECK(policy.adapt_old(600 * kMiB, 600 * kMiB) == 1'000 * kMiB);
  CHECK(policy.eden_capacity() == grown);
  policy.adapt_old(30 * kMiB, 60 * kMiB);
  CHECK(policy.eden_capacity() == 40 * kMiB);
  policy.adapt_old(1 * kMiB, 1 * kMiB);
  CHECK(policy.eden_capacity() == initial);
  CHECK(grow() == grown);
}

}  // namespace minijvm::gc
