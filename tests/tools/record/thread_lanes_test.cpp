// Proves which slices the lane of a thread has for given events.
#include "tools/record/timeline/thread_lanes.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "sync/threads/exec_env.h"

using namespace minijvm;
using namespace minijvm::vm::record;

namespace {

constexpr EventOwner kThread = 7;

TimedEvent at(std::int64_t time, Event event, std::uint64_t first = 0) {
  TimedEvent timed{time, kThread, {}};
  timed.record.event = event;
  timed.record.first = first;
  return timed;
}

// "running 10..20", one for each slice of the only lane.
std::vector<std::string> slices_of(const std::vector<TimedEvent>& events, std::int64_t end) {
  RecordedRun run;
  Timeline timeline;
  ThreadLanes lanes(run, timeline);
  for (const TimedEvent& event : events) {
    lanes.take(event);
  }
  lanes.finish(end);
  lanes.add_tracks();
  std::vector<std::string> texts;
  for (const Slice& slice : timeline.tracks.at(0).slices) {
    texts.push_back(std::string(state_name(slice.state)) + " " + std::to_string(slice.start) + ".." + std::to_string(slice.start + slice.duration));
  }
  return texts;
}

constexpr auto kEnter = static_cast<std::uint64_t>(sync::BlockKind::kMonitorEnter);
using Slices = std::vector<std::string>;

}  // namespace

TEST_CASE("a thread runs, waits, runs again, and ends") {
  CHECK(slices_of({at(10, Event::thread_started), at(20, Event::thread_block, kEnter), at(30, Event::thread_go_on, kEnter), at(40, Event::thread_ended)}, 50) ==
        Slices{"running 10..20", "blocked 20..30", "running 30..40"});
}

TEST_CASE("a thread that waits after its end has no slice before the beginning, and none after") {
  CHECK(slices_of({at(10, Event::thread_started), at(40, Event::thread_ended), at(42, Event::thread_block, kEnter), at(45, Event::thread_go_on, kEnter)}, 50) ==
        Slices{"running 10..40", "blocked 42..45"});
}

TEST_CASE("a thread that the recording finds at work, and one that is still at work at its end") {
  CHECK(slices_of({at(20, Event::thread_block, kEnter), at(30, Event::thread_go_on, kEnter)}, 50) == Slices{"running 0..20", "blocked 20..30", "running 30..50"});
}
