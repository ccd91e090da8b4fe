// Proves that a request and a result come out of their texts as they went in, and that any other bytes are refused.
#include "tools/explore/messages.h"

#include <catch2/catch.hpp>

using namespace minijvm;
using namespace minijvm::explore;

namespace {

decide::Deviation preemption() {
  decide::Deviation deviation;
  deviation.position = {*decide::ThreadName::parse("main/1"), 4, true, "Race.add@5", 1};
  deviation.thread = *decide::ThreadName::parse("main/2");
  return deviation;
}

}  // namespace

TEST_CASE("a request comes out as it went in") {
  RunRequest request;
  request.deciding = Deciding::kCandidate;
  request.policy = {decide::PolicyKind::kPct, 18, 7, 2, 40, {{3, 9}, {5, 11}}};
  request.answers = {0, 3, 1};
  request.deviations = {preemption()};
  request.asks_at_accesses = request.wants_schedule = true;
  request.shared = {"A.x", "int[]"};
  request.steps = 5;
  request.virtual_ms = 6;
  request.wall_ms = 7;
  request.output_bytes = 8;
  const std::string text = print_request(request);
  auto parsed = parse_request(text);
  REQUIRE(parsed.ok());
  const RunRequest again = parsed.take();
  CHECK(print_request(again) == text);
  CHECK(again.deciding == Deciding::kCandidate);
  CHECK(again.policy.seed == 18);
  REQUIRE(again.policy.reseeds.size() == 2);
  CHECK(again.policy.reseeds[1].question == 5);
  CHECK(again.policy.reseeds[1].seed == 11);
  CHECK(again.answers == request.answers);
  CHECK(again.deviations == request.deviations);
  CHECK(again.asks_at_accesses);
  CHECK(again.shared == request.shared);
  CHECK_FALSE(again.records_steps);
}

TEST_CASE("a result comes out as it went in, whatever its texts hold") {
  RunResult result;
  result.end = "deadlock";
  result.code = 81;
  result.exception = "a\nb 7\n";
  result.race = "static A.x (int) at A.a(A.java:1) and B.b(B.java:2)";
  result.raced = {"A.x", "int[]"};
  result.stuck = {"A.a(A.java:1)", "B.b(B.java:2)"};
  result.trace = ~std::uint64_t{0};
  result.ticks = 9;
  result.deviations = {preemption()};
  result.operations = {{*decide::ThreadName::parse("main/2/1"), 12, false, "", 1}};
  result.answered = {{1, 3, true, 7}, {0, 2, false, ~std::uint64_t{0}}};
  result.steps = {"main\tmain\t\tbegins"};
  const std::string text = print_result(result);
  auto parsed = parse_result(text);
  REQUIRE(parsed.ok());
  const RunResult again = parsed.take();
  CHECK(print_result(again) == text);
  CHECK(again.exception == result.exception);
  CHECK(again.race == result.race);
  CHECK(again.trace == result.trace);
  CHECK(again.raced == result.raced);
  CHECK(again.stuck == result.stuck);
  CHECK(again.operations == result.operations);
  CHECK(again.answered.size() == 2);
  CHECK(again.answered[0].costs);
  CHECK(again.answered[1].state == ~std::uint64_t{0});
  CHECK(again.steps == result.steps);
}

TEST_CASE("a message that is cut off is refused") {
  const std::string request = print_request({});
  RunResult exited;
  exited.end = "exit";
  const std::string result = print_result(exited);
  for (std::size_t length = 0; length < request.size(); ++length) {
    CHECK_FALSE(parse_request(request.substr(0, length)).ok());
  }
  CHECK_FALSE(parse_result("").ok());
  CHECK_FALSE(parse_result("end 99\nexit").ok());
  CHECK_FALSE(parse_result("end exit\n").ok());
  CHECK_FALSE(parse_request("\n\n").ok());
  CHECK(parse_result(result).ok());
}
