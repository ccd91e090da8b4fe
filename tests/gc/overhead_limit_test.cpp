// Proves: the limit needs a row of full collections that cost too much and gave too little, and starts anew when it was exceeded.
#include "gc/overhead_limit.h"

#include <catch2/catch.hpp>

namespace minijvm::gc {
namespace {

constexpr OverheadLimit::Round kBad{true, 990, 10, 1'000, 100'000};
constexpr OverheadLimit::Round kYoungOnly{false, 990, 10, 1'000, 100'000};
constexpr OverheadLimit::Round kRoomy{true, 990, 10, 2'000, 100'000};
constexpr OverheadLimit::Round kCheap{true, 980, 20, 1'000, 100'000};

// How many bad rounds it takes now, up to ten.
int rounds_to_exceed(OverheadLimit& limit) {
  for (int round = 1; round <= 10; ++round) {
    if (limit.exceeded_after(kBad)) {
      return round;
    }
  }
  return 11;
}

}  // namespace

TEST_CASE("overhead limit: five bad full collections in a row", "[gc][overhead]") {
  OverheadLimit limit;
  limit.initialize({});
  CHECK(rounds_to_exceed(limit) == 5);
  CHECK(rounds_to_exceed(limit) == 5);  // it starts anew
}

TEST_CASE("overhead limit: the fifth gives up soft references", "[gc][overhead]") {
  OverheadLimit limit;
  limit.initialize({});
  for (int round = 0; round < 4; ++round) {
    CHECK_FALSE(limit.is_near());
    CHECK_FALSE(limit.exceeded_after(kBad));
  }
  CHECK(limit.is_near());
}

TEST_CASE("overhead limit: progress of either kind breaks the row, young collections do not", "[gc][overhead]") {
  for (const OverheadLimit::Round& progress : {kRoomy, kCheap}) {
    OverheadLimit limit;
    limit.initialize({});
    CHECK_FALSE(limit.exceeded_after(kBad));
    CHECK_FALSE(limit.exceeded_after(progress));
    CHECK(rounds_to_exceed(limit) == 5);
  }
  OverheadLimit limit;
  limit.initialize({});
  CHECK_FALSE(limit.exceeded_after(kBad));
  CHECK_FALSE(limit.exceeded_after(kYoungOnly));
  CHECK(rounds_to_exceed(limit) == 4);
}

TEST_CASE("overhead limit: the flags rule", "[gc][overhead]") {
  HeapOptions options;
  options.use_overhead_limit = false;
  OverheadLimit limit;
  limit.initialize(options);
  CHECK(rounds_to_exceed(limit) == 11);
  options = {};
  options.free_limit_percent = 1;
  limit.initialize(options);
  CHECK(rounds_to_exceed(limit) == 11);
}

}  // namespace minijvm::gc
