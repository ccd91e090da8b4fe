// Sizes and ages: how large the generations may be, when eden grows, when an object is old, when a full collection is due.
// Proved by tests/gc/sizing_policy_test.cpp.
// Eden starts small and doubles while collections cost more than their share of the time (-XX:GCTimeRatio), so that a small program stays
// small; a goal for pauses (-XX:MaxGCPauseMillis) goes before that. Survivor spaces grow, at eden's cost, when what lives does not fit:
// it would be promoted whatever its age. What a full collection finds free beyond -XX:MaxHeapFreeRatio goes back to the kernel. Each decision is logged (-Xlog:gc+ergo=debug).  HOTSPOT: ParallelGC starts from 1/64 of the machine's memory; the flags that set sizes by hand mean the same here.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "gc/heap.h"

namespace minijvm::gc {

struct HeapSizes {
  std::size_t max = 0;
  std::size_t young_max = 0;
  std::size_t survivor_max = 0;  // each of the two, by SurvivorRatio
  std::size_t survivor_limit = 0;  // the most that adaptive sizing makes of them
  std::size_t eden_max = 0;
  std::size_t eden_initial = 0;
  std::size_t old_max = 0;
  std::size_t old_initial = 0;
};
// machine_bytes: what the process may use of the machine. All sizes are multiples of the page; every space has at least one page.
HeapSizes compute_sizes(const HeapOptions& options, std::size_t machine_bytes);

// Bytes that survived a young collection, by the age they reached.
class AgeTable {
 public:
  static constexpr unsigned kAges = 16;
  void add(unsigned age, std::size_t bytes) { bytes_[age] += bytes; }
  void add(const AgeTable& other);
  // The age from which objects must go to the old generation so that the rest fills at most `target` bytes.
  unsigned threshold_for(std::size_t target, unsigned max_threshold) const;

 private:
  std::array<std::size_t, kAges> bytes_{};
};

// What a young collection did, for the policy and the log.
struct ScavengeOutcome {
  std::size_t survived_bytes = 0;
  std::size_t promoted_bytes = 0;
  std::size_t overflowed_bytes = 0;  // of these: young enough to stay, but to-space was full
  std::size_t kept_objects = 0;  // that found no room: promotion failed
  AgeTable ages;
  bool promotion_failed() const { return kept_objects != 0; }
};

class SizingPolicy {
 public:
  void initialize(const HeapOptions& options, const HeapSizes& sizes);

  const HeapSizes& sizes() const { return sizes_; }
  unsigned tenuring_threshold() const { return tenuring_threshold_; }
  std::size_t eden_capacity() const;
  std::size_t survivor_capacity() const;
  // How much of a survivor space may be used before objects are promoted earlier.
  std::size_t survivor_target() const { return survivor_capacity() * target_survivor_percent_ / 100; }

  // Would a young collection now probably find the old generation full?
  bool promotion_is_risky(std::size_t old_available, std::size_t young_used) const;
  // Is it time to see what in the old generation is dead?
  bool full_collection_is_due(std::size_t old_used) const { return old_used > full_trigger_; }

  // pause_ns: how long it took; since_last_ns: how long the program had run before it.
  void after_scavenge(const ScavengeOutcome& outcome, std::int64_t pause_ns, std::int64_t since_last_ns);
  void after_full(std::size_t old_used);
  // How large the old generation should be now: -XX:MinHeapFreeRatio and MaxHeapFreeRatio say how much of it may be free. And eden is not to
  // make the heap larger than that, unless it started so. REQUIRES: called once after each full collection.
  std::size_t adapt_old(std::size_t used, std::size_t capacity);
  // Any thread, while collections run.
  void set_free_percents(unsigned least, unsigned most);

 private:
  void adapt_survivors(const ScavengeOutcome& outcome);
  void adapt_eden(const ScavengeOutcome& outcome, std::int64_t pause_ns, std::int64_t since_last_ns);
  void set_eden(std::size_t bytes, const char* why);

  HeapSizes sizes_;
  unsigned survivor_ratio_ = 8;
  unsigned max_threshold_ = 15;
  unsigned target_survivor_percent_ = 50;
  unsigned tenuring_threshold_ = 7;
  std::size_t eden_capacity_ = 0;
  std::size_t full_trigger_floor_ = 0;
  std::size_t full_trigger_ = 0;
  std::size_t grown_survivor_ = 0;  // what a survivor space needs to hold what lives; 0: the ratio is enough
  bool adapts_ = true;
  unsigned max_pause_ms_ = 0;
  unsigned gc_time_ratio_ = 99;
  std::atomic<unsigned> min_free_percent_{40};
  std::atomic<unsigned> max_free_percent_{70};
  std::int64_t pause_average_ns_ = 0;
  std::size_t promoted_average_ = 0;
  std::size_t promoted_deviation_ = 0;
};

}  // namespace minijvm::gc
