// The parts of a timeline that have code of their own: texts, names of enumerators, levels.
#include "tools/record/timeline/timeline.h"

#include <fmt/format.h>

#include <algorithm>

namespace minijvm::vm::record {

const char* group_name(Group group) {
  constexpr const char* kNames[] = {"VM", "LWPs", "Threads", "Locks", "Collector", "Heap"};
  return kNames[static_cast<int>(group)];
}

const char* track_kind_name(TrackKind kind) {
  constexpr const char* kNames[] = {"vm",        "lwp",    "thread", "lock",
                                    "collector", "worker", "counter"};
  return kNames[static_cast<int>(kind)];
}

const char* state_name(State state) {
  constexpr const char* kNames[] = {"running",  "ready",  "blocked", "waiting", "parked",
                                    "sleeping", "native", "stopped", "idle",    "held",
                                    "phase",    "task",   "steal"};
  return kNames[static_cast<int>(state)];
}

TextId Texts::id(const std::string& text) {
  const auto [found, is_new] = ids_.try_emplace(text, static_cast<TextId>(all_.size()));
  if (is_new) {
    all_.push_back(&found->first);
  }
  return found->second;
}

std::string duration_text(std::int64_t ns) {
  const auto value = static_cast<double>(ns);
  if (ns < 1'000'000) {
    return fmt::format("{:.1f} us", value / 1e3);
  }
  return ns < 1'000'000'000 ? fmt::format("{:.1f} ms", value / 1e6)
                            : fmt::format("{:.3f} s", value / 1e9);
}

void nest(std::vector<Slice>& slices) {
  // Of two that begin together the longer one is outside.
  std::ranges::stable_sort(slices, [](const Slice& left, const Slice& right) {
    return left.start != right.start ? left.start < right.start : left.duration > right.duration;
  });
  std::vector<std::int64_t> ends;  // of the slices around the present one
  for (Slice& slice : slices) {
    while (!ends.empty() && ends.back() <= slice.start) {
      ends.pop_back();
    }
    const std::int64_t end = slice.start + slice.duration;
    slice.duration = (ends.empty() ? end : std::min(end, ends.back())) - slice.start;
    slice.level = static_cast<std::uint8_t>(std::min<std::size_t>(ends.size(), 255));
    ends.push_back(slice.start + slice.duration);
  }
}

}  // namespace minijvm::vm::record
