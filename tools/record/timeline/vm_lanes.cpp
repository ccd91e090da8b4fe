// Builds the lanes of the VM's own work.
#include "tools/record/timeline/vm_lanes.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/record/timeline/thread_lanes.h"

namespace minijvm::vm::record {
namespace {

constexpr const char* kNameless = "a thread";

const char* text_at(std::uint64_t address) {
  return address == 0 ? "" : reinterpret_cast<const char*>(address);
}

}  // namespace

void VmLanes::take(const TimedEvent& event) {
  switch (event_group(event.record.event)) {
    case EventGroup::kSafepoints:
      take_safepoint(event);
      break;
    case EventGroup::kCollections:
      take_collection(event);
      break;
    case EventGroup::kGang:
      take_gang(event);
      break;
    case EventGroup::kLwps:
      take_lwp(event);
      break;
    default:
      break;
  }
}

void VmLanes::add(Lane& lane, std::int64_t begin, std::int64_t end, State state,
                  const std::string& name, const std::string& sentence) {
  const std::int64_t from = std::max<std::int64_t>(begin, 0);
  lane.content.slices.push_back({from, end - from, state, timeline_.texts.id(name),
                                 sentence.empty() ? kNoText : timeline_.texts.id(sentence)});
}

void VmLanes::take_safepoint(const TimedEvent& event) {
  if (event.record.event == Event::safepoint_begin) {
    const auto reach = static_cast<std::int64_t>(event.record.first);
    safepoints_.doing = text_at(event.record.second);
    safepoints_.since = event.time;
    reaches_.push_back({event.time - reach, reach, safepoints_.doing});
    add(safepoints_, event.time - reach, event.time, State::kReady, "reaching",
        fmt::format("The threads took {} to stop for \"{}\".", duration_text(reach),
                    safepoints_.doing));
  } else if (safepoints_.since >= 0) {
    add(safepoints_, safepoints_.since, event.time, State::kStopped, safepoints_.doing,
        fmt::format("The world stood still for \"{}\" for {}.", safepoints_.doing,
                    duration_text(event.time - safepoints_.since)));
    safepoints_.since = -1;
  }
}

void VmLanes::take_collection(const TimedEvent& event) {
  if (event.record.event == Event::gc_begin) {
    collections_.open.clear();
    collections_.names.clear();
    collections_.since = event.time;
  } else if (event.record.event == Event::gc_end && collections_.since >= 0) {
    add(collections_, collections_.since, event.time, State::kPhase, "collection",
        fmt::format("A collection of {}.", duration_text(event.time - collections_.since)));
    collections_.since = -1;
  }
}

void VmLanes::take_gang(const TimedEvent& event) {
  const char* name = text_at(event.record.first);
  switch (event.record.event) {
    case Event::phase_begin:
      collections_.open.push_back(event.time);
      collections_.names.emplace_back(name);
      return;
    case Event::phase_end:
      if (!collections_.open.empty()) {
        add(collections_, collections_.open.back(), event.time, State::kPhase,
            collections_.names.back(), "");
        collections_.open.pop_back();
        collections_.names.pop_back();
      }
      return;
    case Event::gang_dispatch:
      dispatched_ = event.time;
      return;
    case Event::gang_done: {
      if (dispatched_ < 0) {
        return;  // its begin was dropped
      }
      TaskSummary& task = tasks_[name];
      const std::int64_t whole = event.time - dispatched_;
      dispatched_ = -1;
      ++task.dispatches;
      task.whole_ns += whole;
      task.longest_ns = std::max(task.longest_ns, whole);
      return;
    }
    default:
      break;
  }
  if (event.owner < kKernelThread) {
    return;  // the coordinator's part is in its own lane
  }
  Lane& worker = workers_[event.owner];
  if (event.record.event == Event::task_begin) {
    worker.since = event.time;
  } else if (event.record.event == Event::task_end && worker.since >= 0) {
    add(worker, worker.since, event.time, State::kTask, name,
        fmt::format("Worker {} did a part of \"{}\" for {}.", event.record.second, name,
                    duration_text(event.time - worker.since)));
    worker.since = -1;
  } else if (event.record.event == Event::task_steal) {
    worker.content.marks.push_back({event.time, timeline_.texts.id("steal"), kNoText});
  }
}

std::string VmLanes::name_of_carried(const TimedEvent& event) const {
  const auto thread = static_cast<std::uint32_t>(event.record.first);
  return thread == 0 ? kNameless : run_.thread_name(thread);
}

void VmLanes::take_lwp(const TimedEvent& event) {
  if (event.record.event == Event::thread_ready) {
    return;
  }
  Lane& lwp = lwps_[event.owner];
  switch (event.record.event) {
    case Event::lwp_carry:
      lwp.since = event.time;
      lwp.doing = name_of_carried(event);
      break;
    case Event::lwp_left:
      if (lwp.since >= 0) {
        // A new thread has its number only once it runs, and one that ends has none any more.
        lwp.doing = lwp.doing == kNameless ? name_of_carried(event) : lwp.doing;
        add(lwp, lwp.since, event.time, State::kRunning, lwp.doing,
            fmt::format("The LWP carried {} for {}.", lwp.doing,
                        duration_text(event.time - lwp.since)));
      }
      lwp.since = -1;
      break;
    case Event::lwp_place_taken:
      lwps_[kKernelThread | event.record.second].content.marks.push_back(
          {event.time, timeline_.texts.id("place taken"),
           timeline_.texts.id(fmt::format(
               "The LWP sat in the kernel, so another one got its place, and {} needs a new one.",
               run_.thread_name(static_cast<std::uint32_t>(event.record.first))))});
      break;
    case Event::thread_stolen:
      lwp.content.marks.push_back(
          {event.time, timeline_.texts.id("steal"),
           timeline_.texts.id("The LWP took ready threads from another one's queue.")});
      break;
    default:
      break;
  }
}

void VmLanes::finish(std::int64_t end) {
  for (auto& [owner, lwp] : lwps_) {
    if (lwp.since >= 0) {
      add(lwp, lwp.since, end, State::kRunning, lwp.doing, "");
      lwp.content.slices.back().is_open = true;
    }
  }
}

void VmLanes::add_lane(Lane& lane, const std::string& name, Group group, TrackKind kind) {
  lane.track = static_cast<int>(timeline_.tracks.size());
  lane.content.name = name;
  lane.content.group = group;
  lane.content.kind = kind;
  nest(lane.content.slices);
  timeline_.tracks.push_back(std::move(lane.content));
}

void VmLanes::add_tracks() {
  add_lane(safepoints_, "safepoints", Group::kVm, TrackKind::kVm);
  int number = 1;
  for (auto& [owner, lwp] : lwps_) {
    // Sysmon has a log as well, but carries nobody.
    if (!lwp.content.slices.empty()) {
      lwp.content.kernel_id = static_cast<std::int32_t>(owner & 0xffff'ffff);
      add_lane(lwp, "LWP " + std::to_string(number++), Group::kLwps, TrackKind::kLwp);
    }
  }
  if (!collections_.content.slices.empty()) {
    add_lane(collections_, "collections", Group::kCollector, TrackKind::kCollector);
  }
  for (auto& [owner, worker] : workers_) {
    worker.content.kernel_id = static_cast<std::int32_t>(owner & 0xffff'ffff);
    const auto name = run_.workers.find(owner);
    add_lane(worker, name == run_.workers.end() ? "worker" : name->second, Group::kCollector,
             TrackKind::kWorker);
  }
  add_heap();
}

void VmLanes::add_heap() {
  if (run_.collections.empty()) {
    return;
  }
  Track heap{.name = "in use", .group = Group::kHeap, .kind = TrackKind::kCounter, .unit = "bytes"};
  for (const Collection& one : run_.collections) {
    heap.samples.push_back({one.start, one.before});
    heap.samples.push_back({one.end, one.after});
  }
  timeline_.tracks.push_back(std::move(heap));
}

int VmLanes::track_of(EventOwner kernel_thread) const {
  const auto lwp = lwps_.find(kernel_thread);
  if (lwp != lwps_.end() && lwp->second.track >= 0) {
    return lwp->second.track;
  }
  const auto worker = workers_.find(kernel_thread);
  return worker == workers_.end() ? -1 : worker->second.track;
}

}  // namespace minijvm::vm::record
