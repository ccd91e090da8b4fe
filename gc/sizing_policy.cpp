#include "gc/sizing_policy.h"

#include <algorithm>

#include "base/bits.h"
#include "base/log.h"
#include "base/virtual_memory.h"
#include "gc/stress.h"
#include "sync/clock.h"

namespace minijvm::gc {
namespace {

constexpr std::size_t kSmallEden = 8 * kMiB;
constexpr std::size_t kLeastEden = 1 * kMiB;    // a goal for pauses shrinks it no further
constexpr std::size_t kMinSurvivorRatio = 4;    // survivors take at most that part of the young generation each
constexpr std::size_t kFullTriggerFloor = 128 * kMiB;
constexpr unsigned kPromotedPadding = 3;  // deviations above the average that a collection is prepared for

// More than any machine has: what is asked for beyond it does not overflow before the reservation fails.
constexpr std::size_t kMostBytes = std::size_t{1} << 56;

// A ratio of 1 at least, and the parts beside it, in a type that holds every ratio an option can name.
std::size_t parts(unsigned ratio, std::size_t others) { return std::max<std::size_t>(ratio, 1) + others; }

// The size of which `used` leaves so much free.
std::size_t size_for(std::size_t used, unsigned free_percent) {
  constexpr unsigned kAll = 100;
  return free_percent >= kAll ? kMostBytes : align_up(used / (kAll - free_percent) * kAll, page_size());
}

// HOTSPOT: the share of MinRAMPercentage if that is little, else that of MaxRAMPercentage.
std::size_t default_max(const HeapOptions& options, std::size_t machine_bytes) {
  constexpr std::size_t kLittle = 126 * kMiB;
  auto share = [machine_bytes](double percent) { return static_cast<std::size_t>(static_cast<double>(machine_bytes) * percent / 100); };
  std::size_t of_small_machine = share(options.min_machine_percent);
  return of_small_machine < kLittle ? of_small_machine : std::max(share(options.max_machine_percent), kLittle);
}

// 0: nobody says.
std::size_t initial_of(const HeapOptions& options, std::size_t machine_bytes) {
  return options.initial_bytes != 0 ? options.initial_bytes : static_cast<std::size_t>(static_cast<double>(machine_bytes) * options.initial_machine_percent / 100);
}

std::size_t whole_pages(std::size_t bytes) { return std::max(align_down(bytes, page_size()), page_size()); }

}  // namespace

HeapSizes compute_sizes(const HeapOptions& options, std::size_t machine_bytes) {
  HeapSizes sizes;
  std::size_t wanted_max = options.max_bytes != 0 ? options.max_bytes : std::max(default_max(options, machine_bytes), options.initial_bytes);
  sizes.max = std::max(align_up(std::min(wanted_max, kMostBytes), page_size()), 16 * page_size());
  std::size_t initial = std::min(initial_of(options, machine_bytes), sizes.max);
  std::size_t by_ratio = sizes.max / parts(options.new_ratio, 1);
  std::size_t young = options.young_bytes != 0 ? std::min(options.young_bytes, sizes.max - 4 * page_size()) : by_ratio;
  sizes.young_max = std::max(whole_pages(young), 4 * page_size());
  sizes.survivor_max = whole_pages(sizes.young_max / parts(options.survivor_ratio, 2));
  sizes.survivor_limit = std::max(sizes.survivor_max, whole_pages(sizes.young_max / kMinSurvivorRatio));
  sizes.eden_max = sizes.young_max - 2 * sizes.survivor_max;
  sizes.old_max = sizes.max - sizes.young_max;
  std::size_t initial_eden = kSmallEden;
  if (options.young_bytes != 0) {
    initial_eden = sizes.eden_max;
  } else if (initial != 0) {
    initial_eden = initial / parts(options.new_ratio, 1) * 8 / 10;
  }
  if (kGcStress) {
    initial_eden = kStressEdenBytes;
  }
  sizes.eden_initial = std::min(whole_pages(initial_eden), sizes.eden_max);
  std::size_t initial_old = initial > sizes.eden_initial ? initial - sizes.eden_initial : 0;
  sizes.old_initial = std::min(align_down(initial_old, page_size()), sizes.old_max);
  return sizes;
}

void AgeTable::add(const AgeTable& other) {
  for (unsigned age = 0; age < kAges; ++age) {
    bytes_[age] += other.bytes_[age];
  }
}

unsigned AgeTable::threshold_for(std::size_t target, unsigned max_threshold) const {
  std::size_t total = 0;
  unsigned age = 1;
  while (age < kAges) {
    total += bytes_[age];
    if (total > target) {
      break;
    }
    ++age;
  }
  return std::min(age, max_threshold);
}

void SizingPolicy::initialize(const HeapOptions& options, const HeapSizes& sizes) {
  sizes_ = sizes;
  survivor_ratio_ = std::max(options.survivor_ratio, 1U);
  target_survivor_percent_ = std::min(options.target_survivor_percent, 100U);
  max_threshold_ = std::min(options.max_tenuring_threshold, AgeTable::kAges - 1);
  tenuring_threshold_ = std::min(kGcStress ? 1U : options.initial_tenuring_threshold, max_threshold_);
  eden_capacity_ = sizes.eden_initial;
  adapts_ = options.adaptive_sizes && !kGcStress;
  max_pause_ms_ = options.max_pause_ms;
  gc_time_ratio_ = options.gc_time_ratio;
  set_free_percents(options.min_free_percent, options.max_free_percent);
  full_trigger_floor_ = std::min(std::max(kFullTriggerFloor, sizes.old_initial), sizes.old_max);
  full_trigger_ = full_trigger_floor_;
}

std::size_t SizingPolicy::survivor_capacity() const {
  std::size_t by_ratio = std::max<std::size_t>(whole_pages(eden_capacity_ / survivor_ratio_), 64 * kKiB);
  return std::max(std::min(by_ratio, sizes_.survivor_max), grown_survivor_);
}

std::size_t SizingPolicy::eden_capacity() const { return std::min(eden_capacity_, sizes_.young_max - 2 * survivor_capacity()); }

bool SizingPolicy::promotion_is_risky(std::size_t old_available, std::size_t young_used) const {
  std::size_t expected = promoted_average_ + kPromotedPadding * promoted_deviation_;
  return old_available < std::min(expected, young_used);
}

void SizingPolicy::after_scavenge(const ScavengeOutcome& outcome, std::int64_t pause_ns, std::int64_t since_last_ns) {
  // Decaying averages, one part in four for the newest.
  std::size_t promoted = outcome.promoted_bytes;
  std::size_t distance = promoted > promoted_average_ ? promoted - promoted_average_ : promoted_average_ - promoted;
  promoted_average_ = (3 * promoted_average_ + promoted) / 4;
  promoted_deviation_ = (3 * promoted_deviation_ + distance) / 4;
  if (kGcStress) {
    return;
  }
  tenuring_threshold_ = outcome.ages.threshold_for(survivor_target(), max_threshold_);
  if (adapts_) {
    adapt_survivors(outcome);
    adapt_eden(outcome, pause_ns, since_last_ns);
  }
}

void SizingPolicy::adapt_survivors(const ScavengeOutcome& outcome) {
  std::size_t lived = outcome.survived_bytes + outcome.overflowed_bytes;
  std::size_t before = survivor_capacity();
  if (outcome.overflowed_bytes != 0) {
    grown_survivor_ = std::min(whole_pages(lived + lived / 4), sizes_.survivor_limit);
  } else if (lived < grown_survivor_ / 4) {
    grown_survivor_ = whole_pages(grown_survivor_ - grown_survivor_ / 8);
  }
  if (survivor_capacity() != before) {
    MJ_LOG(gcergo, kDebug, "Survivor spaces: %zuK -> %zuK, as %zuK lived", before / kKiB, survivor_capacity() / kKiB, lived / kKiB);
  }
}

void SizingPolicy::set_eden(std::size_t bytes, const char* why) {
  if (bytes != eden_capacity_) {
    MJ_LOG(gcergo, kDebug, "Eden: %zuK -> %zuK, as %s", eden_capacity_ / kKiB, bytes / kKiB, why);
    eden_capacity_ = bytes;
  }
}

void SizingPolicy::adapt_eden(const ScavengeOutcome& outcome, std::int64_t pause_ns, std::int64_t since_last_ns) {
  pause_average_ns_ = pause_average_ns_ == 0 ? pause_ns : (3 * pause_average_ns_ + pause_ns) / 4;
  bool pauses_are_long = max_pause_ms_ != 0 && pause_average_ns_ > max_pause_ms_ * sync::kNanosPerMilli;
  if (pauses_are_long) {
    std::size_t least = std::min(kLeastEden, eden_capacity_);
    set_eden(std::max(whole_pages(eden_capacity_ - eden_capacity_ / 10), least), "pauses are longer than their goal");
    return;
  }
  std::int64_t share_ns = since_last_ns / (static_cast<std::int64_t>(gc_time_ratio_) + 1);  // a product may overflow
  if (pause_ns > share_ns) {
    set_eden(std::min(eden_capacity_ * 2, sizes_.eden_max), "collections take more than their share of the time");
  } else if (outcome.survived_bytes > survivor_target()) {
    set_eden(std::min(eden_capacity_ * 2, sizes_.eden_max), "survivors are tight");
  }
}

void SizingPolicy::after_full(std::size_t old_used) { full_trigger_ = std::min(std::max(2 * old_used, full_trigger_floor_), sizes_.old_max); }

void SizingPolicy::set_free_percents(unsigned least, unsigned most) {
  min_free_percent_.store(least, std::memory_order_relaxed);
  max_free_percent_.store(most, std::memory_order_relaxed);
}

std::size_t SizingPolicy::adapt_old(std::size_t used, std::size_t capacity) {
  std::size_t most = size_for(used, max_free_percent_.load(std::memory_order_relaxed));
  std::size_t least = std::min(size_for(used, min_free_percent_.load(std::memory_order_relaxed)), most);
  std::size_t wanted = std::clamp(capacity, least, most);
  wanted = std::clamp(wanted, std::max(sizes_.old_initial, align_up(used, page_size())), sizes_.old_max);
  if (wanted != capacity) {
    MJ_LOG(gcergo, kDebug, "Old generation: %zuK -> %zuK, as %zuK live", capacity / kKiB, wanted / kKiB, used / kKiB);
  }
  std::size_t most_eden = std::max(most > wanted ? most - wanted : 0, sizes_.eden_initial);
  if (adapts_ && eden_capacity_ > most_eden) {
    set_eden(whole_pages(most_eden), "too much of the heap is free");
  }
  return wanted;
}

}  // namespace minijvm::gc
