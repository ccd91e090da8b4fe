// Proves: count, mean and maximum are exact, quantiles are right to a step of 1/32.
#include "gc/gang/latency_record.h"

#include <catch2/catch.hpp>

namespace minijvm::gc::test {

TEST_CASE("latency record: empty", "[gc][latency_record]") {
  LatencyRecord record;
  CHECK(record.count() == 0);
  CHECK(record.average_ns() == 0);
  CHECK(record.quantile_ns(999) == 0);
}

TEST_CASE("latency record: quantiles of 1 ... 100000 ns", "[gc][latency_record]") {
  LatencyRecord record;
  for (int ns = 100'000; ns != 0; --ns) {
    record.add(ns);
  }
  CHECK(record.count() == 100'000);
  CHECK(record.average_ns() == 50'000);
  CHECK(record.max_ns() == 100'000);
  for (unsigned per_mille : {1U, 10U, 250U, 500U, 900U, 999U}) {
    std::int64_t exact = 100 * per_mille;
    CHECK(record.quantile_ns(per_mille) >= exact);
    CHECK(record.quantile_ns(per_mille) <= exact + exact / 32 + 1);
  }
  CHECK(record.quantile_ns(1000) == 100'000);
}

TEST_CASE("latency record: the longest and the shortest durations have a step",
          "[gc][latency_record]") {
  LatencyRecord record;
  record.add(INT64_MAX);
  record.add(0);
  record.add(-5);  // a clock that went back
  CHECK(record.max_ns() == INT64_MAX);
  CHECK(record.quantile_ns(500) == 0);
  CHECK(record.quantile_ns(1000) == INT64_MAX);
}

}  // namespace minijvm::gc::test
