// Proves that a late policy decides as the one that it makes would have from the beginning, and
// when it makes it.
#include "sync/decide/late_policy.h"

#include <catch2/catch.hpp>

#include "sync/decide/bounded.h"
#include "world.h"

using namespace minijvm::decide;
using namespace minijvm::decide::test;

namespace {

using When = LatePolicy::When;

std::vector<std::string> texts(const std::vector<Deviation>& deviations) {
  std::vector<std::string> lines;
  for (const Deviation& deviation : deviations) {
    lines.push_back(deviation.position.thread.text() + " " +
                    std::to_string(deviation.position.tick) + " " +
                    std::to_string(deviation.position.nth) + " " + deviation.thread.text());
  }
  return lines;
}

// A run before which nobody is asked for a while.
Program with_beginning(Program program) {
  Script beginning = {
      {Do::kLock, 5}, {Do::kSet, 5, 1}, {Do::kUnlock, 5}, {Do::kWork, 0, 50}, {Do::kLoad, 5}};
  program[0].insert(program[0].begin(), beginning.begin(), beginning.end());
  return program;
}

}  // namespace

TEST_CASE("late policy: it decides as if it had been there from the beginning", "[decide][late]") {
  for (const Program& plain : {lost_update(), lock_order(), reordering()}) {
    const Program program = with_beginning(plain);
    for (PolicyKind kind :
         {PolicyKind::kRandom, PolicyKind::kPct, PolicyKind::kPos, PolicyKind::kSites}) {
      REQUIRE(can_be_late(kind));
      for (std::uint64_t seed = 0; seed < 50; ++seed) {
        INFO(policy_name(kind) << ", seed " << seed);
        const PolicyChoice choice{.kind = kind, .seed = seed, .depth = 3, .steps = 12};
        int made = 0;
        LatePolicy late([&](When when) {
          ++made;
          REQUIRE(when == When::kAtQuestion);
          return make_policy(choice);
        });
        const Ran expected = run(program, choice);
        const Ran got = run(program, late);
        REQUIRE(got.result.order == expected.result.order);
        REQUIRE(got.result.signature == expected.result.signature);
        REQUIRE(texts(got.deviations) == texts(expected.deviations));
        REQUIRE(got.decisions == expected.decisions);
        REQUIRE(made == 1);
      }
    }
  }
}

TEST_CASE("late policy: a search sees the same states", "[decide][late]") {
  const Program program = with_beginning(lock_order());
  for (std::uint32_t answer : {0U, 1U}) {
    Prefix expected({answer});
    run(program, expected);
    const Prefix* prefix = nullptr;
    LatePolicy late([&](When) {
      auto made = std::make_unique<Prefix>(std::vector<std::uint32_t>{answer});
      prefix = made.get();
      return made;
    });
    run(program, late);
    REQUIRE(prefix->answered().size() == expected.answered().size());
    for (std::size_t i = 0; i < expected.answered().size(); ++i) {
      REQUIRE(prefix->answered()[i].state == expected.answered()[i].state);
      REQUIRE(prefix->answered()[i].chosen == expected.answered()[i].chosen);
    }
  }
}

TEST_CASE("late policy: fifo and slices cannot be late", "[decide][late]") {
  REQUIRE_FALSE(can_be_late(PolicyKind::kFifo));
  REQUIRE_FALSE(can_be_late(PolicyKind::kSlices));
}

TEST_CASE("late policy: a run without a question makes it at its end, a long one before",
          "[decide][late]") {
  struct Counting final : Policy {
    explicit Counting(std::size_t& told) : told_(told) {}
    std::size_t choose(const Question&) override { return 0; }
    void learned(ThreadNo, std::uint64_t) override { ++told_; }
    std::size_t& told_;
  };
  std::size_t told = 0;
  std::vector<When> made;
  LatePolicy late([&](When when) {
    made.push_back(when);
    return std::make_unique<Counting>(told);
  });
  SECTION("without a question") {
    late.learned(0, 7);
    REQUIRE(made.empty());
    late.finish();
    REQUIRE(told == 1);
  }
  SECTION("a long one") {
    for (std::size_t i = 0; i < LatePolicy::kMostFacts; ++i) {
      late.learned(0, i);
    }
    REQUIRE(made.empty());
    late.learned(0, 0);
    REQUIRE(told == LatePolicy::kMostFacts + 1);
    late.finish();
  }
  REQUIRE(made == std::vector<When>{When::kElsewhere});
}
