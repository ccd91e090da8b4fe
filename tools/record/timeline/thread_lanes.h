// The lanes of Java threads: what each did at each moment, by the events of its own log, and when
// an LWP carried it.
// Tested by tests/tools/record.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "tools/record/timeline/lock_waits.h"
#include "tools/record/timeline/recorded_run.h"
#include "tools/record/timeline/timeline.h"

namespace minijvm::vm::record {

class ThreadLanes {
 public:
  ThreadLanes(const RecordedRun& run, Timeline& timeline) : run_(run), timeline_(timeline) {}

  // Called for all events, in the order of their times.
  void take(const TimedEvent& event);
  // Ends what is open. Then the results are there.
  void finish(std::int64_t end);

  // Adds the tracks to the timeline; track_of() is valid afterwards.
  void add_tracks();
  int track_of(std::uint32_t thread) const;

  const std::vector<LockWait>& waits() const { return waits_; }
  const LockNames& lock_names() const { return lock_names_; }
  // Returns when the thread's present block began, or -1 if it is not blocked.
  std::int64_t blocked_since(std::uint32_t thread) const;

 private:
  struct Lane {
    std::int64_t since = -1;  // of the open slice; -1: the thread has not started yet, or has ended
    State state = State::kRunning;
    // It may still wait, for the monitor of its Thread, by which it tells those that join it.
    bool has_ended = false;
    int wait = -1;  // the index of the open wait in waits_
    // The last wait for a monitor has ended, as this slice, and nothing else has happened since.
    bool may_go_on_waiting = false;
    std::size_t wait_slice = 0;
    std::uint32_t queued_behind = 0;
    std::int64_t ready_since = -1;
    std::int64_t meta_since = -1;
    std::int64_t task_since = -1;
    std::vector<Slice> slices;
    std::vector<Mark> marks;
    int track = -1;
  };

  Lane& lane_of(std::uint32_t thread, std::int64_t now);
  void take_own(Lane& lane, std::uint32_t thread, const TimedEvent& event);
  void take_schedule(const TimedEvent& event);
  void block(Lane& lane, std::uint32_t thread, const TimedEvent& event);
  void go_on(Lane& lane, std::int64_t now);
  void wake(std::uint32_t target, std::uint32_t by);
  void close(Lane& lane, std::int64_t now, State next);
  void add_inner(Lane& lane, std::int64_t begin, std::int64_t end, State state,
                 const std::string& name, const std::string& sentence);
  void add_mark(Lane& lane, std::int64_t time, const std::string& name,
                const std::string& sentence);
  std::string sentence_of(const Lane& lane, std::uint32_t thread, std::int64_t end) const;
  Slice outer_slice(const Lane& lane, std::uint32_t thread, std::int64_t end, bool is_open);
  // Ends the open slice, if there is one. Returns whether there was.
  bool end_slice(Lane& lane, std::uint32_t thread, std::int64_t end);

  const RecordedRun& run_;
  Timeline& timeline_;
  std::map<std::uint32_t, Lane> lanes_;
  std::vector<LockWait> waits_;
  LockNames lock_names_;
};

}  // namespace minijvm::vm::record
