// Arrows from the thread that lets another go on to the moment when the other does: exit, notify
// and unpark; the hand-over of a meta-lock; the dispatch that wakes a worker of the collector.
// Tested by tests/tools/record.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "tools/record/timeline/recorded_run.h"
#include "tools/record/timeline/timeline.h"

namespace minijvm::vm::record {

class ThreadLanes;
class VmLanes;

class Arrows {
 public:
  // Called for all events, in the order of their times, before the lanes see the event.
  void take(const TimedEvent& event, const ThreadLanes& threads);
  // REQUIRES: the lanes have their tracks.
  void add_to(Timeline& timeline, const ThreadLanes& threads, const VmLanes& vm) const;

 private:
  struct Cause {
    const char* kind;
    EventOwner from;
    std::int64_t time;
  };
  struct Drawn {
    Cause cause;
    EventOwner to;
    std::int64_t time;
  };
  // Both: this event will let its thread go on. The second: if that thread is blocked by now.
  static void remember(std::map<EventOwner, Cause>& causes, const char* kind,
                       const TimedEvent& event);
  void remember_wake_up(const char* kind, const TimedEvent& event, const ThreadLanes& threads);
  void end_at(std::map<EventOwner, Cause>& causes, EventOwner cause, const TimedEvent& event);
  void take_meta(const TimedEvent& event);
  void take_gang(const TimedEvent& event);

  // By the thread that will go on. One that was notified is let in by an exit as well.
  std::map<EventOwner, Cause> wake_ups_;
  std::map<EventOwner, Cause> notifies_;
  // By the thread that hands the meta-lock over; and whom a queued thread stands behind.
  std::map<EventOwner, Cause> hand_overs_;
  std::map<EventOwner, EventOwner> predecessors_;
  // The workers that have not answered the dispatch yet.
  Cause dispatch_{nullptr, 0, 0};
  std::set<EventOwner> answered_;
  std::vector<Drawn> drawn_;
};

}  // namespace minijvm::vm::record
