// The lanes of what is no Java thread: safepoints, collections, the collector's workers, LWPs, the
// heap.
// Tested by tests/tools/record.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tools/record/timeline/recorded_run.h"
#include "tools/record/timeline/timeline.h"

namespace minijvm::vm::record {

struct TaskSummary {
  std::int64_t dispatches = 0;
  std::int64_t whole_ns = 0;
  std::int64_t longest_ns = 0;
};

class VmLanes {
 public:
  VmLanes(const RecordedRun& run, Timeline& timeline) : run_(run), timeline_(timeline) {}

  // Called for all events, in the order of their times.
  void take(const TimedEvent& event);
  void finish(std::int64_t end);
  // Adds the tracks; the next two are valid afterwards.
  void add_tracks();
  int track_of(EventOwner kernel_thread) const;
  int track_of_safepoints() const { return safepoints_.track; }
  int track_of_collections() const { return collections_.track; }

  struct Reach {
    std::int64_t time;
    std::int64_t ns;
    std::string operation;
  };
  const std::vector<Reach>& reaches() const { return reaches_; }
  const std::map<std::string, TaskSummary>& tasks() const { return tasks_; }

 private:
  struct Lane {
    std::int64_t since = -1;
    std::string doing;
    std::vector<std::int64_t> open;  // begins of nested phases
    std::vector<std::string> names;
    Track content;
    int track = -1;
  };

  void take_safepoint(const TimedEvent& event);
  void take_collection(const TimedEvent& event);
  void take_gang(const TimedEvent& event);
  void take_lwp(const TimedEvent& event);
  std::string name_of_carried(const TimedEvent& event) const;
  void add(Lane& lane, std::int64_t begin, std::int64_t end, State state, const std::string& name,
           const std::string& sentence);
  void add_lane(Lane& lane, const std::string& name, Group group, TrackKind kind);
  void add_heap();

  const RecordedRun& run_;
  Timeline& timeline_;
  Lane safepoints_;
  Lane collections_;
  std::map<EventOwner, Lane> workers_;
  std::map<EventOwner, Lane> lwps_;
  std::vector<Reach> reaches_;
  std::map<std::string, TaskSummary> tasks_;
  std::int64_t dispatched_ = -1;
};

}  // namespace minijvm::vm::record
