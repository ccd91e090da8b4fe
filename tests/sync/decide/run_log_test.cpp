// The hash of a run: the same for the same events, another for any other.
#include "sync/decide/run_log.h"

#include <catch2/catch.hpp>
#include <set>

using namespace minijvm::decide;

TEST_CASE("run log: the same events have the same hash", "[decide]") {
  RunLog one;
  RunLog two;
  for (RunLog* log : {&one, &two}) {
    log->note(RunEvent::kBegin, 0, 0);
    log->note(RunEvent::kTurn, 0, 7, 1);
  }
  REQUIRE(one.hash() == two.hash());
  REQUIRE(one.hash().size() == 32);
  REQUIRE(one.events() == 2);
}

TEST_CASE("run log: each part of an event counts, and so does the order", "[decide]") {
  std::set<std::string> hashes;
  auto add = [&](auto... events) {
    RunLog log;
    (events(log), ...);
    hashes.insert(log.hash());
  };
  auto turn = [](ThreadNo thread, std::uint64_t tick, std::uint64_t what) {
    return [=](RunLog& log) { log.note(RunEvent::kTurn, thread, tick, what); };
  };
  add();
  add(turn(1, 2, 3));
  add(turn(2, 2, 3));
  add(turn(1, 3, 3));
  add(turn(1, 2, 4));
  add(turn(1, 2, 3), turn(1, 2, 3));
  add(turn(1, 2, 3), turn(2, 2, 3));
  add(turn(2, 2, 3), turn(1, 2, 3));
  add([](RunLog& log) { log.note(RunEvent::kEnd, 1, 2, 3); });
  REQUIRE(hashes.size() == 9);
}

TEST_CASE("run log: an event as a sentence", "[decide]") {
  REQUIRE(event_text(RunEvent::kBegin, "main", 0, "main") == "main begins the program");
  REQUIRE(event_text(RunEvent::kBorn, "main", 7, "main/1") == "main makes main/1 at tick 7");
  REQUIRE(event_text(RunEvent::kEnd, "vm/2", 0, "main") == "vm/2 ends");
  REQUIRE(event_text(RunEvent::kTurn, "main/1", 70, "main/2") ==
          "main/1 stops at tick 70, and main/2 goes on");
}
