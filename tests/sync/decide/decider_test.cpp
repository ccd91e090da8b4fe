// Proves the Decider: what it asks its policy, what it keeps as the schedule, and how positions count.
#include "sync/decide/decider.h"

#include <catch2/catch.hpp>

#include "sync/decide/schedule_text.h"
#include "world.h"

using namespace minijvm::decide;
using namespace minijvm::decide::test;

namespace {

// Answers as it is told, and remembers what it was asked.
struct Told final : Policy {
  std::vector<std::size_t> answers;
  std::vector<std::size_t> sizes;
  std::vector<ThreadNo> demotions;
  std::size_t choose(const Question& question) override {
    sizes.push_back(question.options.size());
    std::size_t answer = answers.empty() ? 0 : answers.front();
    answers.erase(answers.begin(), answers.begin() + (answers.empty() ? 0 : 1));
    return answer;
  }
  void demoted(ThreadNo thread) override { demotions.push_back(thread); }
};

struct Asking {
  Told told;
  Decider decider{told};
  std::vector<Option> options = std::vector<Option>(3);
  Asking() {
    decider.born(1, kMainThread);
    decider.born(2, kMainThread);
    for (ThreadNo thread = 0; thread < 3; ++thread) {
      options[thread].thread = thread;
    }
  }
  std::size_t ask(std::size_t answer, Question question) {
    told.answers = {answer};
    question.options = options;
    return decider.choose(question);
  }
  std::vector<std::string> schedule() const {
    std::vector<std::string> lines;
    for (const Deviation& deviation : decider.deviations(World::site_text)) {
      lines.push_back(print_deviation(deviation));
    }
    return lines;
  }
};

}  // namespace

TEST_CASE("decider: keeps what was not the first option", "[decide][decider]") {
  Asking asking;
  REQUIRE(asking.ask(0, {Choice::kRun, 0, 1, false, {}, {}}) == 0);
  REQUIRE(asking.ask(2, {Choice::kRun, 0, 2, false, {PlaceKind::kOperation, 1003, 1}, {}}) == 2);
  REQUIRE(asking.ask(1, {Choice::kRun, 0, 2, false, {PlaceKind::kAccess, 1004, 7}, {}}) == 1);
  REQUIRE(asking.schedule() ==
          std::vector<std::string>{"at main tick 2 operation T0@3 run main/2",
                                   "at main tick 2 access T0@4 #7 run main/1"});
  REQUIRE(asking.decider.decisions() == 3);
}

TEST_CASE("decider: each choice has its line", "[decide][decider]") {
  Asking asking;
  asking.options[1].value = 1'500'000;
  for (Choice what : {Choice::kContender, Choice::kWaiter, Choice::kTimeOut, Choice::kSpurious,
                      Choice::kCasFails, Choice::kReadsFrom}) {
    asking.ask(1, {what, 2, 8, false, {}, {}});
  }
  REQUIRE(asking.schedule() ==
          std::vector<std::string>{
              "at main/2 tick 8 exit invites main/1", "at main/2 tick 8 notify takes main/1",
              "at main/2 tick 8 time-passes to 1500us",
              "at main/2 tick 8 wakes main/1 for-no-reason", "at main/2 tick 8 cas-fails",
              "at main/2 tick 8 reads write main/1 tick 1500000"});
}

TEST_CASE("decider: questions of one kind at one tick are numbered", "[decide][decider]") {
  Asking asking;
  asking.options.erase(asking.options.begin());  // the asker cannot go on
  for (std::size_t answer : {0, 1, 1}) {
    asking.ask(answer, {Choice::kRun, 0, 5, true, {}, {}});
  }
  asking.ask(1, {Choice::kWaiter, 0, 5, false, {}, {}});
  asking.ask(1, {Choice::kRun, 0, 6, true, {}, {}});
  REQUIRE(asking.schedule() == std::vector<std::string>{"after main tick 5 #2 run main/2",
                                                        "after main tick 5 #3 run main/2",
                                                        "at main tick 5 notify takes main/2",
                                                        "after main tick 6 run main/2"});
}

TEST_CASE("decider: a thread that yields is no option, which is no deviation",
          "[decide][decider]") {
  Asking asking;
  asking.options[0].yields = true;
  REQUIRE(asking.ask(0, {Choice::kRun, 0, 1, false, {}, {}}) == 1);
  REQUIRE(asking.told.sizes == std::vector<std::size_t>{2});
  REQUIRE(asking.told.demotions == std::vector<ThreadNo>{0});
  REQUIRE(asking.schedule().empty());
}

TEST_CASE("decider: the policy is not asked about the only one that is left", "[decide][decider]") {
  Asking asking;
  asking.options.pop_back();
  asking.options[0].yields = true;
  REQUIRE(asking.ask(0, {Choice::kRun, 0, 1, false, {}, {}}) == 1);
  REQUIRE(asking.told.sizes.empty());
}

TEST_CASE("decider: the next question is the policy's or that of fairness", "[decide][decider]") {
  Told told;
  Decider fair(told, {10, 100});
  fair.resumed(0, 3);
  REQUIRE(fair.ticks_to_next_question(0, 5) == 5);
  Slices slices(1, 20'000);
  Decider sliced(slices);
  sliced.resumed(0, 0);
  std::uint64_t left = sliced.ticks_to_next_question(0, 0);
  REQUIRE(left == std::min<std::uint64_t>(1'000, slices.ticks_to_next_question(0, 0)));
}

TEST_CASE("decider: it remembers operations at which another could have run", "[decide][decider]") {
  Asking asking;
  asking.decider.keep_operations();
  asking.ask(0, {Choice::kRun, 0, 1, false, {}, {}});
  asking.ask(0, {Choice::kRun, 0, 2, false, {PlaceKind::kOperation, 1001, 1}, {}});
  asking.ask(0, {Choice::kRun, 0, 2, false, {PlaceKind::kAccess, 1002, 1}, {}});
  asking.ask(0, {Choice::kWaiter, 0, 3, false, {PlaceKind::kOperation, 1003, 1}, {}});
  REQUIRE(asking.decider.operations() == std::vector<Position>{{ThreadName(), 2, false, "", 1}});
}
