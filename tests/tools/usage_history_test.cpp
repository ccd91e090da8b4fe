// Proves what management remembers of collections: peaks, the usage after collection, counts and times.
#include "tools/manage/usage_history.h"

#include <catch2/catch.hpp>

using namespace minijvm;
using gc::Collector;
using gc::HeapPool;
using gc::HeapUsage;
using gc::PoolUsage;
using vm::jmm::UsageHistory;

namespace {

constexpr auto kEden = static_cast<std::size_t>(HeapPool::kEden);
constexpr auto kTenured = static_cast<std::size_t>(HeapPool::kTenured);

// All pools as full as each other, of 100 bytes.
HeapUsage used(std::size_t bytes) {
  HeapUsage usage;
  usage.fill(PoolUsage{0, bytes, 50, 100});
  return usage;
}

}  // namespace

TEST_CASE("usage_history: before the first collection only the maxima are known", "[manage]") {
  UsageHistory history;
  history.initialize(used(10));
  CHECK(history.last(Collector::kFull).number == 0);
  CHECK(history.after_collection(HeapPool::kEden).used == 0);
  CHECK(history.after_collection(HeapPool::kEden).committed == 0);
  CHECK(history.after_collection(HeapPool::kEden).max == 100);
  CHECK(history.peaks(used(5))[kEden].used == 10);
}

TEST_CASE("usage_history: each collector has its count, its time and its last collection",
          "[manage]") {
  UsageHistory history;
  history.initialize(used(0));
  history.add({Collector::kYoung, gc::GcCause::kSystemGc, 100, 110, used(40), used(20)});
  history.add({Collector::kYoung, gc::GcCause::kAllocationFailure, 200, 205, used(45), used(25)});
  CHECK(history.last(Collector::kYoung).number == 2);
  CHECK(history.last(Collector::kYoung).total_ns == 15);
  CHECK(history.last(Collector::kYoung).start_ns == 200);
  CHECK(history.last(Collector::kYoung).cause == gc::GcCause::kAllocationFailure);
  CHECK(history.last(Collector::kYoung).before[kEden].used == 45);
  CHECK(history.last(Collector::kFull).number == 0);
}

TEST_CASE("usage_history: a young collection says nothing of the old generation", "[manage]") {
  UsageHistory history;
  history.initialize(used(0));
  history.add({Collector::kYoung, gc::GcCause::kSystemGc, 0, 1, used(40), used(20)});
  CHECK(history.after_collection(HeapPool::kEden).used == 20);
  CHECK(history.after_collection(HeapPool::kTenured).used == 0);
  history.add({Collector::kFull, gc::GcCause::kSystemGc, 2, 3, used(30), used(8)});
  CHECK(history.after_collection(HeapPool::kTenured).used == 8);
}

TEST_CASE("usage_history: a peak stays until it is reset", "[manage]") {
  UsageHistory history;
  history.initialize(used(0));
  history.add({Collector::kFull, gc::GcCause::kSystemGc, 0, 1, used(40), used(20)});
  CHECK(history.peaks(used(30))[kTenured].used == 40);
  history.reset_peak(HeapPool::kTenured, used(30));
  CHECK(history.peaks(used(30))[kTenured].used == 30);
  CHECK(history.peaks(used(30))[kEden].used == 40);
}

TEST_CASE("usage_history: each value of a pool has its own peak, until the next reset",
          "[manage]") {
  UsageHistory history;
  history.initialize({PoolUsage{1, 0, 100, 200}});
  history.peaks({PoolUsage{1, 10, 150, 200}});
  PoolUsage peak = history.peaks({PoolUsage{1, 20, 120, 180}})[0];
  CHECK(peak.used == 20);
  CHECK(peak.committed == 150);
  CHECK(peak.max == 200);
  history.reset_peak(HeapPool::kEden, {PoolUsage{1, 5, 110, 180}});
  peak = history.peaks({PoolUsage{1, 5, 110, 180}})[0];
  CHECK(peak.used == 5);
  CHECK(peak.committed == 110);
  CHECK(peak.max == 180);
}
