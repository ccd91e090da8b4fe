// Puts a lock's lane together from the waits for it: each tells who owned the lock when it began,
// and who owns it when it ends.
#include "tools/record/timeline/lock_lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "tools/record/timeline/thread_lanes.h"

namespace minijvm::vm::record {
namespace {

constexpr std::size_t kMostLanes = 40;

// From this moment on the thread owns the lock; 0: nobody is known to.
struct Ownership {
  std::int64_t time;
  std::uint32_t thread;
};

struct LockStory {
  LockSummary summary;
  std::vector<Ownership> owners;
  std::vector<Sample> steps;  // +1: a thread begins to wait, -1: it ends
};

void add_enter(LockStory& story, const LockWait& wait) {
  ++story.summary.enters;
  story.summary.enter_ns += wait.end - wait.begin;
  story.summary.longest_ns = std::max(story.summary.longest_ns, wait.end - wait.begin);
  story.owners.push_back({wait.begin, wait.owner});
  story.steps.push_back({wait.begin, 1});
  if (!wait.is_open) {
    story.owners.push_back({wait.end, wait.thread});
    story.steps.push_back({wait.end, -1});
  }
}

std::map<LockKey, LockStory> stories_of(const std::vector<LockWait>& waits) {
  std::map<LockKey, LockStory> stories;
  for (const LockWait& wait : waits) {
    LockStory& story = stories[wait.lock];
    story.summary.lock = wait.lock;
    if (!wait.is_object_wait) {
      add_enter(story, wait);
    } else {
      ++story.summary.waits;
      // Its owner leaves the monitor to wait.
      story.owners.push_back({wait.begin, 0});
    }
  }
  return stories;
}

void add_owners(const RecordedRun& run, LockStory& story, Track& track, Texts& texts) {
  std::ranges::stable_sort(story.owners, {}, &Ownership::time);
  for (std::size_t i = 0; i < story.owners.size(); ++i) {
    const Ownership& from = story.owners[i];
    if (from.thread == 0) {
      continue;
    }
    // The next owner shows that it is over, at the latest. Nothing shows the last owner's end.
    std::size_t next = i + 1;
    while (next < story.owners.size() && story.owners[next].thread == from.thread) {
      ++next;
    }
    if (next < story.owners.size()) {
      const std::string name = run.thread_name(from.thread);
      track.slices.push_back(
          {from.time, story.owners[next].time - from.time, State::kHeld, texts.id(name),
           texts.id(fmt::format("{} held {} while others wanted it.", name, track.name))});
    }
    i = next - 1;
  }
  nest(track.slices);
}

// Counts who waits at each moment.
void count_waiting(LockStory& story, Track& track) {
  std::ranges::stable_sort(story.steps, {}, &Sample::time);
  std::int64_t waiting = 0;
  for (const Sample& step : story.steps) {
    waiting += step.value;
    track.samples.push_back({step.time, waiting});
    if (waiting > story.summary.most_waiting) {
      story.summary.most_waiting = waiting;
      story.summary.most_waiting_at = step.time;
    }
  }
}

}  // namespace

std::vector<LockSummary> add_lock_lanes(const RecordedRun& run, const ThreadLanes& threads,
                                        Timeline& timeline) {
  std::map<LockKey, LockStory> stories = stories_of(threads.waits());
  std::vector<LockStory*> order;
  for (auto& [lock, story] : stories) {
    order.push_back(&story);
  }
  std::ranges::stable_sort(order, [](const LockStory* left, const LockStory* right) {
    return left->summary.enter_ns > right->summary.enter_ns;
  });
  std::vector<LockSummary> summaries;
  for (LockStory* story : order) {
    const std::string& name = threads.lock_names().name(story->summary.lock);
    Track owners{.name = name, .group = Group::kLocks, .kind = TrackKind::kLock};
    Track waiting{.name = name + ", queued",
                  .group = Group::kLocks,
                  .kind = TrackKind::kCounter,
                  .unit = "threads"};
    add_owners(run, *story, owners, timeline.texts);
    count_waiting(*story, waiting);
    if (summaries.size() < kMostLanes && story->summary.enters != 0) {
      story->summary.track = static_cast<int>(timeline.tracks.size());
      timeline.tracks.push_back(std::move(owners));
      timeline.tracks.push_back(std::move(waiting));
    }
    summaries.push_back(story->summary);
  }
  return summaries;
}

}  // namespace minijvm::vm::record
