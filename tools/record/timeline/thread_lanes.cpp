// Builds the lanes of Java threads. Level 0 says whether a thread runs and for what it waits;
// slices of level 1 say what happens meanwhile.
#include "tools/record/timeline/thread_lanes.h"

#include <fmt/format.h>

#include <algorithm>

#include "sync/threads/exec_env.h"

namespace minijvm::vm::record {
namespace {

using sync::BlockKind;

State state_of(BlockKind kind) {
  switch (kind) {
    case BlockKind::kMonitorEnter:
      return State::kBlocked;
    case BlockKind::kMonitorWait:
      return State::kWaiting;
    case BlockKind::kSleep:
      return State::kSleeping;
    default:
      return State::kParked;
  }
}

bool is_of_meta_lock(Event event) { return event_group(event) == EventGroup::kMetaLock; }

// A, B, ... Z, AA, AB, ...
std::string letter_of(std::size_t index) {
  std::string letters;
  for (std::size_t rest = index + 1; rest != 0; rest = (rest - 1) / 26) {
    letters.insert(letters.begin(), static_cast<char>('A' + (rest - 1) % 26));
  }
  return letters;
}

const char* text_at(std::uint64_t address) { return reinterpret_cast<const char*>(address); }

}  // namespace

// A thread that began before the recording runs from its beginning, as far as one knows.
ThreadLanes::Lane& ThreadLanes::lane_of(std::uint32_t thread, std::int64_t now) {
  const auto [found, is_new] = lanes_.try_emplace(thread);
  if (is_new) {
    found->second.since = now;
  }
  return found->second;
}

void ThreadLanes::take(const TimedEvent& event) {
  if (event.owner >= kKernelThread) {
    take_schedule(event);
    return;
  }
  const auto thread = static_cast<std::uint32_t>(event.owner);
  const bool begins = event.record.event == Event::thread_started;
  take_own(lane_of(thread, begins ? event.time : 0), thread, event);
}

void ThreadLanes::take_schedule(const TimedEvent& event) {
  const auto thread = static_cast<std::uint32_t>(event.record.first);
  if (event.record.event == Event::thread_ready && thread != 0) {
    lane_of(thread, event.time).ready_since = event.time;
  } else if (event.record.event == Event::lwp_carry && thread != 0) {
    Lane& lane = lane_of(thread, event.time);
    if (lane.ready_since >= 0) {
      add_inner(
          lane, lane.ready_since, event.time, State::kReady, "ready",
          fmt::format("{} was ready for {} before an LWP carried it.", run_.thread_name(thread),
                      duration_text(event.time - lane.ready_since)));
      lane.ready_since = -1;
    }
  }
}

void ThreadLanes::take_own(Lane& lane, std::uint32_t thread, const TimedEvent& event) {
  const EventRecord& record = event.record;
  const auto target = static_cast<std::uint32_t>(record.first);
  switch (record.event) {
    case Event::thread_started:
      lane.since = event.time;
      break;
    case Event::thread_ended:
      end_slice(lane, thread, event.time);
      lane.since = -1;
      lane.has_ended = true;
      break;
    case Event::monitor_block:
      lane.queued_behind = record.extra;
      break;
    case Event::thread_block:
      block(lane, thread, event);
      return;
    case Event::thread_go_on:
      go_on(lane, event.time);
      return;
    case Event::invited:
    case Event::notified:
      wake(target, thread);
      break;
    case Event::meta_queue:
      lane.meta_since = event.time;
      break;
    case Event::meta_receive:
      lane.meta_since = lane.meta_since < 0 ? event.time : lane.meta_since;
      add_inner(lane, lane.meta_since, event.time, State::kBlocked, "meta-lock",
                fmt::format("{} queued for a meta-lock for {}, and got it by hand-over.",
                            run_.thread_name(thread), duration_text(event.time - lane.meta_since)));
      lane.meta_since = -1;
      break;
    case Event::monitor_spun:
      add_inner(lane, static_cast<std::int64_t>(record.second), event.time, State::kBlocked, "spin",
                "The thread looked at a lock again and again until it was free.");
      break;
    case Event::task_begin:
      lane.task_since = event.time;
      break;
    case Event::task_end:
      add_inner(lane, lane.task_since < 0 ? event.time : lane.task_since, event.time, State::kTask,
                text_at(record.first), "The coordinator does a part of the task itself.");
      lane.task_since = -1;
      break;
    case Event::thread_stopped:
      add_inner(lane, static_cast<std::int64_t>(record.first), event.time, State::kStopped,
                "stopped", "The thread stood still for an operation of the VM.");
      break;
    case Event::native_block:
      add_inner(lane, static_cast<std::int64_t>(record.second), event.time, State::kNative,
                run_.text_of(record.first), "The thread was in a native method that may block.");
      break;
    case Event::exception_thrown:
      add_mark(lane, event.time, run_.text_of(record.first),
               fmt::format("{} throws {} in {}.", run_.thread_name(thread),
                           run_.text_of(record.first), run_.text_of(record.second)));
      break;
    case Event::class_loaded:
      add_mark(lane, event.time, "class " + run_.text_of(record.first), "The class was loaded.");
      break;
    case Event::mark:
      add_mark(lane, event.time, run_.marks.at(record.first), "A mark of the user.");
      break;
    default:
      break;
  }
  lane.may_go_on_waiting = lane.may_go_on_waiting && is_of_meta_lock(record.event);
}

// An event whose beginning lies before the recording begins there.
void ThreadLanes::add_inner(Lane& lane, std::int64_t begin, std::int64_t end, State state,
                            const std::string& name, const std::string& sentence) {
  const std::int64_t from = std::max<std::int64_t>(begin, 0);
  lane.slices.push_back(
      {from, end - from, state, timeline_.texts.id(name), timeline_.texts.id(sentence)});
}

void ThreadLanes::add_mark(Lane& lane, std::int64_t time, const std::string& name,
                           const std::string& sentence) {
  lane.marks.push_back({time, timeline_.texts.id(name), timeline_.texts.id(sentence)});
}

void ThreadLanes::close(Lane& lane, std::int64_t now, State next) {
  lane.since = now;
  lane.state = next;
}

void ThreadLanes::block(Lane& lane, std::uint32_t thread, const TimedEvent& event) {
  const auto kind = static_cast<BlockKind>(event.record.first & 0xff);
  const LockKey lock{event.record.extra, static_cast<std::uint32_t>(event.record.first >> 32)};
  if (lane.may_go_on_waiting && kind == BlockKind::kMonitorEnter &&
      waits_[lane.wait].lock == lock) {
    // It woke up, found another owner, and sleeps again.
    lane.since = lane.slices[lane.wait_slice].start;
    lane.state = lane.slices[lane.wait_slice].state;
    lane.slices.erase(lane.slices.begin() + static_cast<std::ptrdiff_t>(lane.wait_slice));
    waits_[lane.wait].is_open = true;
    return;
  }
  end_slice(lane, thread, event.time);
  close(lane, event.time, state_of(kind));
  lane.wait = -1;
  if (lock.object_class != 0) {
    lock_names_.name(lock, run_.text_of(lock.object_class));
    lane.wait = static_cast<int>(waits_.size());
    waits_.push_back({.lock = lock,
                      .thread = thread,
                      .owner = kind == BlockKind::kMonitorEnter ? lane.queued_behind : 0,
                      .begin = event.time,
                      .is_object_wait = kind == BlockKind::kMonitorWait,
                      .is_open = true});
  }
  lane.queued_behind = 0;
}

void ThreadLanes::go_on(Lane& lane, std::int64_t now) {
  if (lane.wait >= 0) {
    waits_[lane.wait].end = now;
    waits_[lane.wait].is_open = false;
    lane.may_go_on_waiting = !waits_[lane.wait].is_object_wait;
  }
  const std::uint32_t thread = lane.wait >= 0 ? waits_[lane.wait].thread : 0;
  lane.wait_slice = lane.slices.size();
  const bool has_waited = end_slice(lane, thread, now);
  lane.may_go_on_waiting = lane.may_go_on_waiting && has_waited;
  close(lane, now, State::kRunning);
  lane.since = lane.has_ended ? -1 : now;
}

void ThreadLanes::wake(std::uint32_t target, std::uint32_t by) {
  const auto found = lanes_.find(target);
  if (found != lanes_.end() && found->second.wait >= 0 && waits_[found->second.wait].is_open) {
    waits_[found->second.wait].woken_by = by;
  }
}

std::int64_t ThreadLanes::blocked_since(std::uint32_t thread) const {
  const auto found = lanes_.find(thread);
  const bool is_blocked =
      found != lanes_.end() && found->second.since >= 0 && found->second.state != State::kRunning;
  return is_blocked ? found->second.since : -1;
}

std::string ThreadLanes::sentence_of(const Lane& lane, std::uint32_t thread,
                                     std::int64_t end) const {
  const std::string time = duration_text(end - lane.since);
  if (lane.wait < 0) {
    return "";
  }
  const LockWait& wait = waits_[lane.wait];
  const std::string& lock = lock_names_.name(wait.lock);
  std::string text =
      wait.is_object_wait
          ? fmt::format("{} waited {} in Object.wait on {}.", run_.thread_name(thread), time, lock)
          : fmt::format("{} waited {} for {}.", run_.thread_name(thread), time, lock);
  if (wait.owner != 0) {
    text += fmt::format(" {} held it.", run_.thread_name(wait.owner));
  }
  if (wait.woken_by != 0) {
    text += fmt::format(" {} by {}.", wait.is_object_wait ? "Notified" : "Let in",
                        run_.thread_name(wait.woken_by));
  }
  return text;
}

// The slice that is open now, ended at `end`.
Slice ThreadLanes::outer_slice(const Lane& lane, std::uint32_t thread, std::int64_t end,
                               bool is_open) {
  const bool waits = lane.state != State::kRunning;
  std::string name = state_name(lane.state);
  std::string sentence;
  if (waits && lane.wait >= 0) {
    name = lock_names_.name(waits_[lane.wait].lock);
    sentence = sentence_of(lane, thread, end);
  }
  return {.start = lane.since,
          .duration = end - lane.since,
          .state = lane.state,
          .name = timeline_.texts.id(name),
          .sentence = sentence.empty() ? kNoText : timeline_.texts.id(sentence),
          .is_open = is_open};
}

bool ThreadLanes::end_slice(Lane& lane, std::uint32_t thread, std::int64_t end) {
  if (lane.since < 0) {
    return false;
  }
  lane.slices.push_back(outer_slice(lane, thread, end, false));
  return true;
}

void ThreadLanes::finish(std::int64_t end) {
  for (auto& [thread, lane] : lanes_) {
    if (lane.since < 0) {
      continue;
    }
    if (lane.wait >= 0 && waits_[lane.wait].is_open) {
      waits_[lane.wait].end = end;
    }
    lane.slices.push_back(outer_slice(lane, thread, end, true));
  }
}

void ThreadLanes::add_tracks() {
  std::size_t index = 0;
  for (auto& [thread, lane] : lanes_) {
    lane.track = static_cast<int>(timeline_.tracks.size());
    nest(lane.slices);
    timeline_.tracks.push_back({.name = run_.thread_name(thread),
                                .group = Group::kThreads,
                                .kind = TrackKind::kThread,
                                .letter = letter_of(index++),
                                .slices = std::move(lane.slices),
                                .marks = std::move(lane.marks)});
  }
}

int ThreadLanes::track_of(std::uint32_t thread) const {
  const auto found = lanes_.find(thread);
  return found == lanes_.end() ? -1 : found->second.track;
}

}  // namespace minijvm::vm::record
