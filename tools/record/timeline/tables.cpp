// Adds up what the lanes show.

#include <array>

#include "tools/record/timeline/summaries.h"

namespace minijvm::vm::record {
namespace {

double micros(std::int64_t ns) { return static_cast<double>(ns) / 1e3; }
double millis(std::int64_t ns) { return static_cast<double>(ns) / 1e6; }

void add_threads(Timeline& timeline) {
  Table table{"Threads",
              {"thread", "running %", "ready %", "blocked %", "waiting %", "parked %", "sleeping %",
               "native %", "stopped %"},
              {},
              {}};
  constexpr State kShown[] = {State::kRunning, State::kReady,    State::kBlocked, State::kWaiting,
                              State::kParked,  State::kSleeping, State::kNative,  State::kStopped};
  for (std::size_t i = 0; i < timeline.tracks.size(); ++i) {
    const Track& track = timeline.tracks[i];
    if (track.kind != TrackKind::kThread) {
      continue;
    }
    const StateTimes shares = state_times(track);
    std::int64_t all = 0;
    for (const std::int64_t share : shares) {
      all += share;
    }
    std::vector<Cell> row{track.name};
    for (const State state : kShown) {
      const auto share = static_cast<double>(shares[static_cast<std::size_t>(state)]);
      row.emplace_back(all == 0 ? 0.0 : 100 * share / static_cast<double>(all));
    }
    table.rows.push_back(std::move(row));
    table.tracks.push_back(static_cast<int>(i));
  }
  timeline.tables.push_back(std::move(table));
}

void add_locks(const ThreadLanes& threads, const std::vector<LockSummary>& locks,
               Timeline& timeline) {
  Table table{kLocksTitle,
              {"lock", "contended enters", "waited ms", "longest us", "most queued", "Object.wait"},
              {},
              {}};
  for (const LockSummary& lock : locks) {
    table.rows.push_back({threads.lock_names().name(lock.lock), lock.enters, millis(lock.enter_ns),
                          micros(lock.longest_ns), lock.most_waiting, lock.waits});
    table.tracks.push_back(lock.track);
  }
  timeline.tables.push_back(std::move(table));
}

void add_lwps(Timeline& timeline) {
  Table table{"LWPs", {"LWP", "kernel thread", "carried", "busy %"}, {}, {}};
  for (std::size_t i = 0; i < timeline.tracks.size(); ++i) {
    const Track& track = timeline.tracks[i];
    if (track.kind != TrackKind::kLwp) {
      continue;
    }
    std::int64_t busy = 0;
    for (const Slice& slice : track.slices) {
      busy += slice.duration;
    }
    table.rows.push_back(
        {track.name, std::int64_t{track.kernel_id}, static_cast<std::int64_t>(track.slices.size()),
         100.0 * static_cast<double>(busy) /
             static_cast<double>(std::max<std::int64_t>(timeline.about.duration_ns, 1))});
    table.tracks.push_back(static_cast<int>(i));
  }
  if (!table.rows.empty()) {
    timeline.tables.push_back(std::move(table));
  }
}

void add_collections(const RecordedRun& run, const VmLanes& vm, Timeline& timeline) {
  Table table{
      "Collections", {"at ms", "kind", "cause", "pause ms", "before KiB", "after KiB"}, {}, {}};
  for (const Collection& one : run.collections) {
    table.rows.push_back({millis(one.start), std::string(one.is_full ? "full" : "young"), one.cause,
                          millis(one.end - one.start), one.before / 1024, one.after / 1024});
    table.tracks.push_back(vm.track_of_collections());
  }
  if (!table.rows.empty()) {
    timeline.tables.push_back(std::move(table));
  }
}

void add_tasks(const VmLanes& vm, Timeline& timeline) {
  Table table{"Gang", {"task", "dispatches", "average us", "longest us"}, {}, {}};
  for (const auto& [name, task] : vm.tasks()) {
    table.rows.push_back(
        {name, task.dispatches, micros(task.whole_ns / task.dispatches), micros(task.longest_ns)});
    table.tracks.push_back(vm.track_of_collections());
  }
  if (!table.rows.empty()) {
    timeline.tables.push_back(std::move(table));
  }
}

void add_counts(const RecordedRun& run, Timeline& timeline) {
  std::array<std::int64_t, static_cast<std::size_t>(Event::kCount)> counts{};
  for (const TimedEvent& event : run.events) {
    ++counts[static_cast<std::size_t>(event.record.event)];
  }
  for (std::size_t event = 0; event < counts.size(); ++event) {
    if (counts[event] != 0) {
      timeline.counts[static_cast<Event>(event)] = counts[event];
    }
  }
  Table table{"Events", {"event", "count"}, {}, {}};
  for (const auto& [event, count] : timeline.counts) {
    table.rows.push_back({std::string(event_name(event)), count});
    table.tracks.push_back(-1);
  }
  timeline.tables.push_back(std::move(table));
}

}  // namespace

// A slice of level 1 takes its time from the one around it, except tasks, which are a part of
// running.
StateTimes state_times(const Track& track) {
  StateTimes times{};
  State outer = State::kRunning;
  for (const Slice& slice : track.slices) {
    if (slice.level == 0) {
      outer = slice.state;
      times[static_cast<std::size_t>(slice.state)] += slice.duration;
    } else if (slice.level == 1 && slice.state != State::kTask) {
      times[static_cast<std::size_t>(slice.state)] += slice.duration;
      times[static_cast<std::size_t>(outer)] -= slice.duration;
    }
  }
  return times;
}

void add_tables(const RecordedRun& run, const ThreadLanes& threads, const VmLanes& vm,
                const std::vector<LockSummary>& locks, Timeline& timeline) {
  add_threads(timeline);
  add_locks(threads, locks, timeline);
  add_lwps(timeline);
  add_collections(run, vm, timeline);
  add_tasks(vm, timeline);
  add_counts(run, timeline);
}

}  // namespace minijvm::vm::record
