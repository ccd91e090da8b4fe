// Proves: the limit needs a row of full collections that cost too much and gave too little, and starts anew when it was exceeded; a program
// that goes on in a full heap is told.
#include "gc/policy/overhead_limit.h"

#include <catch2/catch.hpp>
#include <string>

#include "gc/heap/stress.h"
#include "tests/gc/scripted_mutator.h"

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

// Keeps byte arrays of that length in `table` from `next` on, until there is no room for one more. Returns where the next would go.
std::int32_t fill(test::Mutator& m, runtime::Handle<> table, std::int32_t next,
                  std::int32_t length) {
  for (;; ++next) {
    runtime::HandleScope inner(*m.self);
    runtime::Handle<> array = m.byte_array(length);
    if (array.is_null()) {
      return next;
    }
    m.set(table, runtime::Object::element_offset(next, 3), array);
  }
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

TEST_CASE("overhead limit: progress of either kind breaks the row, young collections do not",
          "[gc][overhead]") {
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

TEST_CASE("overhead limit: who makes garbage in a full heap is told after some collections",
          "[gc][overhead]") {
  if (kGcStress) {
    return;  // its collections come in between
  }
  HeapOptions options = test::small_heap();
  // debug builds verify the heap between collections: that counts as the program's time
  options.time_limit_percent = 1;
  test::Mutator m(options);
  runtime::Handle<> table = m.object_array(20'000);
  std::int32_t kept = fill(m, table, fill(m, table, 0, 2'000), 100);
  for (std::int32_t i = 1; i <= 4; ++i) {
    m.clear(table, runtime::Object::element_offset(kept - i, 3));
  }
  std::uint64_t before = gc_counts().full_collections;
  bool records_steps = false;
  for (int made = 0; made < 100'000 && !records_steps; ++made) {
    runtime::HandleScope inner(*m.self);
    records_steps = m.node(made).is_null();
  }
  CHECK(records_steps);
  CHECK(std::string(out_of_memory_text(*m.self)) == "GC overhead limit exceeded");
  CHECK(gc_counts().full_collections - before >= 5);
  CHECK(fill(m, table, kept - 4, 100) > kept - 4);  // there is room, and it can be used
}

}  // namespace minijvm::gc
