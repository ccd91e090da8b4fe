// Proves that the event log keeps what each thread records, in order and without tears, within its bound, and records nothing while off.
#include "base/events/event_log.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/base_listener.h"
#include "base/events/event_clock.h"
#include "base/events/event_steps.h"

using namespace minijvm;

namespace {

std::string printed(const EventLog& log, std::uint32_t most) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* out = open_memstream(&text, &size);
  log.print(out, most);
  std::fclose(out);
  const std::string result(text, size);
  std::free(text);
  return result;
}

// The process has one set of chunks, so each test leaves it empty.
struct Clean {
  Clean() { reset(); }
  ~Clean() { reset(); }
  static void reset() {
    record_event_groups(kNoEventGroups);
    report_event_groups(EventAsker::kStepper, kNoEventGroups);
    event_chunks().clear();
    event_chunks().set_most_bytes(EventChunks::kDefaultMost);
  }
};

std::vector<LoggedEvent> of(EventOwner owner, const std::vector<LoggedEvent>& all) {
  std::vector<LoggedEvent> result;
  std::ranges::copy_if(all, std::back_inserter(result),
                       [&](const LoggedEvent& event) { return event.owner == owner; });
  return result;
}

}  // namespace

TEST_CASE("event log: an event may be recorded a moment late", "[base][event_log]") {
  Clean clean;
  set_event_zero();
  record_event_groups(kAllEventGroups);
  EventLog log;
  log.set_owner(7);
  const std::uint64_t ticks = event_ticks();
  log.record(Event::unpark, 1, 0);
  log.record_at(ticks, Event::invited, 2, 0);
  REQUIRE_THAT(
      printed(log, 10),
      Catch::Matches("  [0-9]+\\.[0-9]{6} s unpark +0x1 0\n  [0-9]+\\.[0-9]{6} s invited +0x2 0\n"));
  log.give_up();
  const std::vector<LoggedEvent> all = of(7, event_chunks().copy());
  REQUIRE(all.size() == 2);
  REQUIRE(all[1].record.ticks == ticks);
  REQUIRE(all[0].record.ticks >= ticks);
}

TEST_CASE("event log: off records nothing, on records name and values", "[base][event_log]") {
  Clean clean;
  EventLog log;
  MJ_EVENT(log, Event::gc_begin, 1, 2);
  REQUIRE(printed(log, 10).empty());
  record_event_groups(group_bit(EventGroup::kCollections));
  MJ_EVENT(log, Event::gc_begin, 0x10, 0x20);
  MJ_EVENT(log, Event::unpark, 0x30, 0x40);  // of another group
  REQUIRE_THAT(printed(log, 10), Catch::Contains("gc_begin") && Catch::Contains("0x10 0x20") &&
                                     !Catch::Contains("park"));
  REQUIRE(std::string(event_name(Event::meta_hand_over)) == "meta_hand_over");
}

TEST_CASE("event log: steps are left out until somebody wants them", "[base][event_log]") {
  Clean clean;
  EventLog log;
  log.set_owner(7);
  const auto record_both = [&log] {
    MJ_EVENT(log, Event::monitor_notify, 1, 0);
    MJ_EVENT(log, Event::monitor_block, 1, 0);
  };
  record_event_groups(kAllEventGroups);
  record_both();
  REQUIRE_THAT(printed(log, 10),
               Catch::Contains("monitor_block") && !Catch::Contains("monitor_notify"));
  SECTION("a recording") { record_event_groups(kAllEventGroups | kEventSteps); }
  SECTION("a listener") { report_event_groups(EventAsker::kStepper, kReportedGroups); }
  record_both();
  REQUIRE_THAT(printed(log, 10), Catch::Contains("monitor_notify"));
}

TEST_CASE("event log: all events are kept in order, over many chunks", "[base][event_log]") {
  Clean clean;
  EventLog log;
  log.set_owner(7);
  constexpr std::uint64_t kMany = 5000;
  for (std::uint64_t i = 0; i < kMany; ++i) {
    log.record(Event::unpark, i, 2 * i, static_cast<std::uint32_t>(3 * i));
  }
  log.give_up();
  const std::vector<LoggedEvent> all = of(7, event_chunks().copy());
  REQUIRE(all.size() == kMany);
  for (std::uint64_t i = 0; i < kMany; ++i) {
    REQUIRE(all[i].record.first == i);
    REQUIRE(all[i].record.second == 2 * i);
    REQUIRE(all[i].record.extra == 3 * i);
    REQUIRE((i == 0 || all[i - 1].record.ticks <= all[i].record.ticks));
  }
  REQUIRE(event_chunks().lost() == 0);
  // A reader takes nothing away.
  REQUIRE(of(7, event_chunks().copy()).size() == kMany);
}

TEST_CASE("event log: a reader gets the events of one thread, then those of the next",
          "[base][event_log]") {
  Clean clean;
  EventLog logs[2];
  logs[0].set_owner(7);
  logs[1].set_owner(5);
  constexpr std::uint64_t kMany = 2000;
  for (std::uint64_t i = 0; i < kMany; ++i) {
    logs[i % 2].record(Event::unpark, i, 0);
  }
  logs[0].give_up();
  logs[1].give_up();
  const std::vector<LoggedEvent> all = event_chunks().copy();
  REQUIRE(all.size() == kMany);
  for (std::uint64_t i = 0; i < kMany / 2; ++i) {
    REQUIRE(all[i].owner == 5);
    REQUIRE(all[i].record.first == 2 * i + 1);
    REQUIRE(all[kMany / 2 + i].owner == 7);
    REQUIRE(all[kMany / 2 + i].record.first == 2 * i);
  }
}

TEST_CASE("event log: beyond the bound the oldest give way, and are counted", "[base][event_log]") {
  Clean clean;
  event_chunks().set_most_bytes(4 * EventChunks::kLargeBytes);
  EventLog log;
  log.set_owner(8);
  constexpr std::uint64_t kMany = 20000;
  for (std::uint64_t i = 0; i < kMany; ++i) {
    log.record(Event::unpark, i, 0);
  }
  log.give_up();
  const std::vector<LoggedEvent> all = of(8, event_chunks().copy());
  REQUIRE(all.size() + event_chunks().lost() == kMany);
  REQUIRE(all.size() >= 1022);
  REQUIRE(all.size() <= 4 * 511);
  REQUIRE(all.back().record.first == kMany - 1);
  REQUIRE(all.front().record.first == kMany - all.size());
}

TEST_CASE("event log: ten thousand quiet threads hold little", "[base][event_log]") {
  Clean clean;
  constexpr int kThreads = 10000;
  std::vector<std::unique_ptr<EventLog>> logs;
  for (int i = 0; i < kThreads; ++i) {
    logs.push_back(std::make_unique<EventLog>());
    logs.back()->set_owner(static_cast<EventOwner>(i) + 1);
    logs.back()->record(Event::thread_started, 0, 0);
  }
  for (auto& log : logs) {
    log->give_up();
  }
  REQUIRE(event_chunks().copy().size() == kThreads);
  REQUIRE(event_chunks().lost() == 0);
  REQUIRE(sizeof(EventLog) <= 32);
}

TEST_CASE("event log: a reader copies a shared log while its thread records", "[base][event_log]") {
  Clean clean;
  SharedEventLog log;
  log.set_owner(kKernelThread | 5);
  constexpr std::uint64_t kMany = 30000;
  std::thread writer([&] {
    for (std::uint64_t i = 0; i < kMany; ++i) {
      log.record(Event::lwp_carry, i, ~i);
    }
  });
  std::size_t last = 0;
  bool is_right = true;
  while (is_right && last < kMany) {
    const std::vector<LoggedEvent> some = of(kKernelThread | 5, event_chunks().copy());
    is_right = some.size() >= last;
    last = some.size();
    for (std::size_t i = 0; i < some.size(); ++i) {
      is_right =
          is_right && some[i].record.first == i && some[i].record.second == ~std::uint64_t{i};
    }
  }
  writer.join();
  REQUIRE(is_right);
}

TEST_CASE("event log: a report has the newest, oldest of them first", "[base][event_log]") {
  Clean clean;
  EventLog log;
  for (std::uint32_t i = 0; i < 32; ++i) {
    log.record(Event::unpark, 0x1000 + i, 0);
  }
  // The newest event is the first one of a new chunk.
  const std::string last = printed(log, 2);
  REQUIRE(last.find("0x101e") < last.find("0x101f"));
  REQUIRE(last.find("0x101d") == std::string::npos);
  REQUIRE_THAT(printed(log, 100), Catch::Contains("0x1000 ") && Catch::Contains("0x101f "));
}

TEST_CASE("event log: a listener is told of each event where it happens", "[base][event_log]") {
  Clean clean;
  struct Listener final : BaseListener {
    void event_recorded(Event event, std::uint64_t first, std::uint64_t) override {
      heard.push_back(std::string(event_name(event)) + std::to_string(first));
    }
    std::vector<std::string> heard;
  } listener;
  set_base_listener(&listener);
  EventLog log;
  MJ_EVENT(log, Event::gc_copied, 1, 0);  // events are off
  report_event_groups(EventAsker::kStepper, kReportedGroups);
  MJ_EVENT(log, Event::gc_copied, 2, 0);
  MJ_EVENT(log, Event::lwp_carry, 3, 0);  // is never reported
  report_event_groups(EventAsker::kStepper, kNoEventGroups);
  set_base_listener(nullptr);
  REQUIRE(listener.heard == std::vector<std::string>{"gc_copied2"});
}

TEST_CASE("event clock: ticks become nanoseconds", "[base][event_log]") {
  const EventMoment begin = event_moment();
  const std::uint64_t middle = event_ticks();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const EventMoment end = event_moment();
  const EventTimes times(begin, end);
  REQUIRE(times.ns(begin.ticks) == begin.ns);
  REQUIRE(std::abs(times.ns(end.ticks) - end.ns) < 1000);
  REQUIRE(times.ns(middle) >= begin.ns);
  REQUIRE(times.ns(middle) <= end.ns);
}
