// Looks for what a reader would want to see first.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "tools/record/timeline/summaries.h"

namespace minijvm::vm::record {
namespace {

constexpr std::int64_t kSlowReachNs = 1'000'000;
constexpr std::int64_t kLongReadyNs = 10'000'000;

void find_longest_enter(const RecordedRun& run, const ThreadLanes& threads, Timeline& timeline) {
  const LockWait* longest = nullptr;
  for (const LockWait& wait : threads.waits()) {
    if (!wait.is_object_wait &&
        (longest == nullptr || wait.end - wait.begin > longest->end - longest->begin)) {
      longest = &wait;
    }
  }
  if (longest == nullptr) {
    return;
  }
  const std::string held =
      longest->owner == 0 ? "" : fmt::format(", which {} held", run.thread_name(longest->owner));
  timeline.findings.push_back(
      {fmt::format("The longest wait for a monitor: {} waited {} for {}{}.",
                   run.thread_name(longest->thread), duration_text(longest->end - longest->begin),
                   threads.lock_names().name(longest->lock), held),
       threads.track_of(longest->thread), longest->begin, longest->end - longest->begin});
}

void find_longest_queue(const ThreadLanes& threads, const std::vector<LockSummary>& locks,
                        Timeline& timeline) {
  const auto most = std::ranges::max_element(locks, {}, &LockSummary::most_waiting);
  if (most != locks.end() && most->most_waiting > 1) {
    timeline.findings.push_back(
        {fmt::format("The longest queue: {} threads wanted {} at once.", most->most_waiting,
                     threads.lock_names().name(most->lock)),
         most->track, most->most_waiting_at, 0});
  }
}

void find_slow_safepoint(const VmLanes& vm, Timeline& timeline) {
  const auto slowest = std::ranges::max_element(vm.reaches(), {}, &VmLanes::Reach::ns);
  if (slowest != vm.reaches().end() && slowest->ns > kSlowReachNs) {
    timeline.findings.push_back({fmt::format("It took {} until all threads had stopped for \"{}\".",
                                             duration_text(slowest->ns), slowest->operation),
                                 vm.track_of_safepoints(), slowest->time, slowest->ns});
  }
}

void find_long_ready(Timeline& timeline) {
  const Slice* longest = nullptr;
  int track = -1;
  for (std::size_t i = 0; i < timeline.tracks.size(); ++i) {
    for (const Slice& slice : timeline.tracks[i].slices) {
      if (timeline.tracks[i].kind == TrackKind::kThread && slice.state == State::kReady &&
          (longest == nullptr || slice.duration > longest->duration)) {
        longest = &slice;
        track = static_cast<int>(i);
      }
    }
  }
  if (longest != nullptr && longest->duration > kLongReadyNs) {
    timeline.findings.push_back({fmt::format("{} was ready for {}, but no LWP carried it.",
                                             timeline.tracks[static_cast<std::size_t>(track)].name,
                                             duration_text(longest->duration)),
                                 track, longest->start, longest->duration});
  }
}

void find_longest_collection(const RecordedRun& run, const VmLanes& vm, Timeline& timeline) {
  const auto longest = std::ranges::max_element(
      run.collections, {}, [](const Collection& one) { return one.end - one.start; });
  if (longest != run.collections.end()) {
    timeline.findings.push_back(
        {fmt::format("The longest of {} collections took {} ({}).", run.collections.size(),
                     duration_text(longest->end - longest->start), longest->cause),
         vm.track_of_collections(), longest->start, longest->end - longest->start});
  }
}

// Follows each thread that still waits to the owner of its monitor, and on, until it comes round.
void find_deadlocks(const RecordedRun& run, const ThreadLanes& threads, Timeline& timeline) {
  std::map<std::uint32_t, const LockWait*> open;
  for (const LockWait& wait : threads.waits()) {
    if (wait.is_open && !wait.is_object_wait && wait.owner != 0) {
      open[wait.thread] = &wait;
    }
  }
  std::set<std::uint32_t> told;
  for (const auto& [first, wait] : open) {
    std::vector<std::uint32_t> chain;
    std::uint32_t thread = first;
    while (open.contains(thread) && std::ranges::find(chain, thread) == chain.end()) {
      chain.push_back(thread);
      thread = open[thread]->owner;
    }
    if (thread != first || told.contains(first)) {
      continue;
    }
    std::string text = "Deadlock at the end:";
    for (const std::uint32_t member : chain) {
      told.insert(member);
      text += fmt::format(" {} waits for {}, which {} holds;", run.thread_name(member),
                          threads.lock_names().name(open[member]->lock),
                          run.thread_name(open[member]->owner));
    }
    text.back() = '.';
    timeline.findings.push_back(
        {text, threads.track_of(first), wait->begin, wait->end - wait->begin});
  }
}

void find_loss(const RecordedRun& run, Timeline& timeline) {
  if (run.about.lost != 0) {
    timeline.findings.push_back(
        {fmt::format("{} events were lost: the oldest were dropped (maxsize).", run.about.lost), -1,
         0, 0});
  }
}

}  // namespace

void add_findings(const RecordedRun& run, const ThreadLanes& threads, const VmLanes& vm,
                  const std::vector<LockSummary>& locks, Timeline& timeline) {
  find_deadlocks(run, threads, timeline);
  find_longest_enter(run, threads, timeline);
  find_longest_queue(threads, locks, timeline);
  find_slow_safepoint(vm, timeline);
  find_long_ready(timeline);
  find_longest_collection(run, vm, timeline);
  find_loss(run, timeline);
}

}  // namespace minijvm::vm::record
