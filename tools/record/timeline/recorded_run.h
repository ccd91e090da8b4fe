// Holds what is read of a recording: the events in the order of their times, and what is needed to
// give their numbers names.
// Tested by tests/tools/record.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/events/event_chunks.h"
#include "tools/record/flight/cpu_load.h"
#include "tools/record/timeline/names.h"
#include "tools/record/timeline/run_figures.h"
#include "tools/record/timeline/timeline.h"

namespace minijvm::vm::record {

struct TimedEvent {
  std::int64_t time;  // ns since the recording began
  EventOwner owner;
  EventRecord record;
};

struct HeapSample {
  std::int64_t time;
  std::int64_t used;
};

// A collection, as the heap's own statistics have it.
struct Collection {
  std::int64_t start = 0;
  std::int64_t end = 0;
  bool is_full = false;
  std::string cause;
  std::int64_t before = 0;  // bytes in use
  std::int64_t after = 0;
  std::int64_t committed = 0;  // bytes, after it
};

struct RecordedRun {
  About about;
  std::int64_t begin_ns = 0;       // CLOCK_MONOTONIC
  std::int64_t wall_begin_ns = 0;  // since 1970
  std::int64_t vm_start_ms = 0;    // since 1970
  std::string vm_arguments;
  std::vector<TimedEvent> events;
  std::map<std::uint32_t, ThreadFacts> threads;
  std::unordered_map<std::uint64_t, std::string> texts;  // of classes and methods
  std::unordered_map<EventOwner, std::string> workers;   // the collector's, by their logs
  std::vector<std::string> marks;                        // texts of Event::mark, by number
  std::vector<Collection> collections;
  std::vector<CpuLoad> cpu_loads;
  RunFigures figures;  // what the VM has counted; figures_of() adds the rest

  std::string thread_name(std::uint32_t id) const;
  // Returns "" for an address that is not known.
  std::string text_of(std::uint64_t address) const;
};

}  // namespace minijvm::vm::record
