// Proves: flags give the sizes they promise, ages come from what survived, eden grows when collections cost too much.
#include "gc/sizing_policy.h"

#include <catch2/catch.hpp>

#include "base/bits.h"
#include "gc/stress.h"

namespace minijvm::gc {

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

TEST_CASE("sizing: eden doubles while collections cost more than their share", "[gc][sizing]") {
  if (kGcStress) {
    return;
  }
  HeapOptions options;
  SizingPolicy policy;
  policy.initialize(options, compute_sizes(options, 16 * kGiB));
  std::size_t before = policy.eden_capacity();
  policy.after_scavenge({}, 1'000'000, 1'000'000'000);
  CHECK(policy.eden_capacity() == before);
  policy.after_scavenge({}, 100'000'000, 1'000'000'000);
  CHECK(policy.eden_capacity() == 2 * before);
  for (int i = 0; i < 30; ++i) {
    policy.after_scavenge({}, 100'000'000, 1'000'000'000);
  }
  CHECK(policy.eden_capacity() == policy.sizes().eden_max);
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
  CHECK(policy.eden_capacity() > before);
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

}  // namespace minijvm::gc
