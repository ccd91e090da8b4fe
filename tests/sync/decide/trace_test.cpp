// Proves what a trace tells apart, and what it does not.
#include "sync/decide/trace.h"

#include <catch2/catch.hpp>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "sync/decide/policies.h"
#include "sync/decide/traced.h"

using namespace minijvm::decide;

namespace {

struct Step {
  ThreadNo thread;
  OpKind kind;
  ObjectNo object;
};

std::uint64_t trace_of(const std::vector<Step>& steps) {
  Trace trace;
  trace.born(0, ThreadName());
  trace.born(1, ThreadName().child(1));
  for (const Step& step : steps) {
    trace.did(step.thread, {.kind = step.kind, .object = step.object});
  }
  return trace.word();
}

constexpr OpKind kRead = OpKind::kRead;
constexpr OpKind kWrite = OpKind::kWrite;

}  // namespace

TEST_CASE("trace: the order of what commutes is not in it", "[decide][trace]") {
  CHECK(trace_of({{0, kWrite, 1}, {1, kWrite, 2}}) == trace_of({{1, kWrite, 2}, {0, kWrite, 1}}));
  CHECK(trace_of({{0, kRead, 1}, {1, kRead, 1}}) == trace_of({{1, kRead, 1}, {0, kRead, 1}}));
  CHECK(trace_of({{0, kWrite, 1}, {0, kWrite, 2}, {1, kWrite, 3}, {1, kRead, 2}}) ==
        trace_of({{1, kWrite, 3}, {0, kWrite, 1}, {0, kWrite, 2}, {1, kRead, 2}}));
}

TEST_CASE("trace: the order of what conflicts is", "[decide][trace]") {
  CHECK(trace_of({{0, kWrite, 1}, {1, kWrite, 1}}) != trace_of({{1, kWrite, 1}, {0, kWrite, 1}}));
  CHECK(trace_of({{0, kWrite, 1}, {1, kRead, 1}}) != trace_of({{1, kRead, 1}, {0, kWrite, 1}}));
  CHECK(trace_of({{0, kWrite, 1}}) != trace_of({{1, kWrite, 1}}));
  CHECK(trace_of({{0, kWrite, 1}}) != trace_of({{0, kRead, 1}}));
  CHECK(trace_of({{0, kWrite, 1}}) != trace_of({}));
  // Operations on what is not known conflict with each other.
  CHECK(trace_of({{0, kWrite, 0}, {1, kWrite, 0}}) != trace_of({{1, kWrite, 0}, {0, kWrite, 0}}));
}

TEST_CASE("trace: who goes on after a wait, and who has looked at a clock, is in it",
          "[decide][trace]") {
  auto of = [](auto last) {
    Trace trace;
    trace.born(0, ThreadName());
    trace.born(1, ThreadName().child(1));
    trace.did(0, {.kind = OpKind::kLock, .object = 1});
    trace.did(1, {.kind = OpKind::kLock, .object = 1});
    last(trace);
    return trace.word();
  };
  const std::uint64_t neither = of([](Trace&) {});
  const std::uint64_t first = of([](Trace& trace) { trace.went_on(0); });
  const std::uint64_t second = of([](Trace& trace) { trace.went_on(1); });
  CHECK(neither != first);
  CHECK(neither != second);
  CHECK(first != second);
  CHECK(of([](Trace& trace) { trace.learned(0, 1); }) !=
        of([](Trace& trace) { trace.learned(0, 2); }));
}

TEST_CASE("trace: a traced policy answers as the policy does, and hears what that hears",
          "[decide][trace]") {
  const auto run = [](std::uint64_t seed, bool takes_second) {
    Traced traced(std::make_unique<Random>(seed));
    traced.born(0, ThreadName());
    traced.born(1, ThreadName().child(1));
    traced.did(0, {.kind = OpKind::kLock, .object = 1});
    std::vector<Option> options(2);
    options[0].thread = 0;
    options[1].thread = 1;
    const std::size_t chosen =
        traced.choose({takes_second ? Choice::kWaiter : Choice::kRun, 0, 0, false, {}, options});
    return std::pair(chosen, traced.trace().word());
  };
  std::set<std::uint64_t> words;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    Random alone(seed);
    std::vector<Option> options(2);
    CHECK(run(seed, false).first == alone.choose({Choice::kRun, 0, 0, false, {}, options}));
    CHECK(run(seed, false).second == trace_of({{0, OpKind::kLock, 1}}));
    words.insert(run(seed, true).second);
  }
  CHECK(words.size() == 2);  // whom a notify takes is part of it
}
