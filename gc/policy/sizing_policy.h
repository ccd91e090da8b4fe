// Decides the sizes of the generations and the ages of objects: how large each space may become,
// when eden grows, when an object is promoted, and when a full collection is due.
// Tested by tests/gc/sizing_policy_test.cpp.
//
//   event                                           decision
//   pauses are longer than -XX:MaxGCPauseMillis     eden shrinks by a tenth
//   collections take more than 1 % of the time      eden doubles, up to a quarter of what lives
//   collections take more than 1/(1 + GCTimeRatio)  eden doubles, past that
//   such a doubling did not lower their share       eden is halved again
//   to-space was too small                          survivors grow, at eden's cost
//   more than MaxHeapFreeRatio free after a full    the old generation and eden shrink
//   the old generation has doubled since a full     the next collection is a full one
//
// Eden starts at 8 MiB, so that a small program stays small. Up to a quarter of the bytes in the
// old generation and the survivor space, eden grows easily: it adds little to what is there
// already. Past that a larger eden costs much memory, and its cache misses and page faults cost
// time, so only expensive collections justify it. They may be expensive for a reason that a larger
// eden does not change, for example because most objects survive; that is measured.
//
// Survivors that do not fit into to-space would be promoted whatever their age, so the survivor
// spaces grow then. Each decision is logged (-Xlog:gc+ergo=debug).
// HOTSPOT: ParallelGC starts from 1/64 of the machine's memory, and its GCTimeRatio is 99, that of
// G1 is 12. The flags that set sizes mean the same here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/atomic.h"
#include "gc/heap/heap.h"

namespace minijvm::gc {

// The bounds that the command line and the machine give, in bytes.
struct HeapSizes {
  std::size_t max = 0;
  std::size_t young_max = 0;
  // The size of each of the two survivor spaces, by SurvivorRatio.
  std::size_t survivor_max = 0;
  // The largest size that adaptive sizing gives to each of them.
  std::size_t survivor_limit = 0;
  std::size_t eden_max = 0;
  std::size_t eden_initial = 0;
  std::size_t old_max = 0;
  std::size_t old_initial = 0;
};
// `machine_bytes` is the memory of the machine that the process may use. All sizes are multiples of
// the page size, and each space has at least one page.
HeapSizes compute_sizes(const HeapOptions& options, std::size_t machine_bytes);

// The bytes that survived a young collection, by the age that they reached.
class AgeTable {
 public:
  static constexpr unsigned kAges = 16;
  void add(unsigned age, std::size_t bytes) { bytes_[age] += bytes; }
  void add(const AgeTable& other);
  // Returns the next tenuring threshold: the smallest age at which the survivors of this age and of
  // all smaller ages fill more than `target` bytes. It is 16 if they never do, and at most
  // max_threshold.
  unsigned threshold_for(std::size_t target, unsigned max_threshold) const;

 private:
  std::array<std::size_t, kAges> bytes_{};
};

// The results of a young collection, for the policy and for the log.
struct ScavengeOutcome {
  std::size_t survived_bytes = 0;
  std::size_t promoted_bytes = 0;
  // The bytes that the old generation uses now.
  std::size_t old_bytes = 0;
  // The bytes that were promoted although they were young enough, because to-space was full.
  std::size_t overflowed_bytes = 0;
  // The number of objects that found no room. If there are any, promotion failed.
  std::size_t kept_objects = 0;
  AgeTable ages;
  bool promotion_failed() const { return kept_objects != 0; }
};

// Collections while eden had one capacity: how many, and what they and the program between took.
struct EdenTrial {
  unsigned collections = 0;
  std::int64_t pauses_ns = 0;
  std::int64_t program_ns = 0;
};

class SizingPolicy {
 public:
  void initialize(const HeapOptions& options, const HeapSizes& sizes);

  const HeapSizes& sizes() const { return sizes_; }
  // Returns the age up to which an object stays in the young generation.
  unsigned tenuring_threshold() const { return tenuring_threshold_; }
  std::size_t eden_capacity() const;
  std::size_t survivor_capacity() const;
  // Returns how much of a survivor space should be used after a collection, in bytes.
  std::size_t survivor_target() const {
    return survivor_capacity() * target_survivor_percent_ / 100;
  }

  // Returns true if a young collection would probably find the old generation full. It compares the
  // room with the average of promoted bytes plus three deviations.
  bool promotion_is_risky(std::size_t old_available, std::size_t young_used) const;
  // Returns true if the old generation has grown so much that a full collection should find its
  // dead objects.
  bool full_collection_is_due(std::size_t old_used) const { return old_used > full_trigger_; }

  // Updates the averages, the tenuring threshold and the sizes after a young collection. `pause_ns`
  // is its length, and `since_last_ns` the time that the program ran before it.
  void after_scavenge(const ScavengeOutcome& outcome, std::int64_t pause_ns,
                      std::int64_t since_last_ns);
  // Called after a full collection: the next one is due when the old generation has doubled.
  void after_full(std::size_t old_used);
  // Returns the capacity that the old generation should have after a full collection, by
  // -XX:MinHeapFreeRatio and -XX:MaxHeapFreeRatio. Eden's capacity is reduced if it makes the heap
  // larger than these flags allow, but not below its initial size. REQUIRES: called once after each
  // full collection.
  std::size_t adapt_old(std::size_t used, std::size_t capacity);
  // Any thread may call this, even while a collection runs, so the two fields are atomic.
  void set_free_percents(unsigned least, unsigned most);

 private:
  void adapt_survivors(const ScavengeOutcome& outcome);
  void adapt_eden(const ScavengeOutcome& outcome, std::int64_t pause_ns,
                  std::int64_t since_last_ns);
  bool shrinks_for_pauses(std::int64_t pause_ns);
  double futile_part() const;
  void adapt_eden_past(std::int64_t pause_ns, std::int64_t since_last_ns);
  void set_eden(std::size_t bytes, const char* why);

  HeapSizes sizes_;
  unsigned survivor_ratio_ = 8;
  unsigned max_threshold_ = 15;
  unsigned target_survivor_percent_ = 50;
  unsigned tenuring_threshold_ = 7;
  // The bytes that eden may have before the survivors take their part, which eden_capacity()
  // subtracts.
  std::size_t eden_capacity_ = 0;
  // The old generation's use, in bytes, above which a full collection is due; it is never below the
  // floor.
  std::size_t full_trigger_floor_ = 0;
  std::size_t full_trigger_ = 0;
  // The bytes that a survivor space needs for its survivors, if that is more than the ratio gives;
  // otherwise 0.
  std::size_t grown_survivor_ = 0;
  bool adapts_ = true;
  unsigned max_pause_ms_ = 0;
  unsigned gc_time_ratio_ = 19;
  Atomic<unsigned> min_free_percent_{40};
  Atomic<unsigned> max_free_percent_{70};
  // The collections that will decide together whether eden grows past its easy limit.
  EdenTrial trial_;
  // Eden's capacity, and the share of the time that collections took, before the last doubling past
  // the easy limit. 0 if there was none, or if it has been judged.
  std::size_t capacity_before_ = 0;
  double share_before_ = 0;
  // The share at which a doubling was undone. Until the next full collection, eden grows past the
  // easy limit only if the share becomes twice as large.
  double futile_share_ = 0;
  // The decaying averages.
  std::int64_t pause_average_ns_ = 0;
  std::size_t promoted_average_ = 0;
  std::size_t promoted_deviation_ = 0;
};

}  // namespace minijvm::gc
