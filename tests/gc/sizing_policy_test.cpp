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

}  // namespace minijvm::gc
