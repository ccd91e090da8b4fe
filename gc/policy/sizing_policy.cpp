// Computes the heap's sizes: at the start from the options and the machine's memory, then after
// each collection from its results. It runs while the VM boots and while the world is stopped.
#include "gc/policy/sizing_policy.h"

#include <algorithm>

#include "base/bits.h"
#include "base/log.h"
#include "base/virtual_memory.h"
#include "gc/heap/stress.h"
#include "sync/threads/clock.h"

namespace minijvm::gc {
namespace {

// Eden's initial capacity without -Xms and -Xmn. A smaller eden may always grow to this, if
// collections take their share.
constexpr std::size_t kSmallEden = 8 * kMiB;
// Eden may also grow to one part in so many of what lives.
constexpr std::size_t kEasyPartOfLive = 4;
// Up to its easy limit, eden grows while collections take more than one part in so many.
constexpr std::int64_t kEasyParts = 100;
// A single pause may be long because another process had the processor, and a program that runs
// briefly should not pay for pages that it will hardly use again. So past the easy limit this many
// collections decide together.
constexpr unsigned kTrialCollections = 8;
// A goal for pauses does not shrink eden below this.
constexpr std::size_t kLeastEden = 1 * kMiB;
// Each survivor space takes at most a quarter of the young generation.
constexpr std::size_t kMinSurvivorRatio = 4;
// No full collection is due while the old generation uses less than this.
constexpr std::size_t kFullTriggerFloor = 128 * kMiB;
// The number of deviations above the average of promoted bytes for which there should be room.
constexpr unsigned kPromotedPadding = 3;

// This is more than any machine has. Larger requests are cut, so that no sum overflows before the
// reservation fails.
constexpr std::size_t kMostBytes = std::size_t{1} << 56;

// Returns a ratio of at least 1, plus the parts beside it, in a type that holds every ratio that an
// option can give. For example NewRatio=2 makes 3 parts.
std::size_t parts(unsigned ratio, std::size_t others) {
  return std::max<std::size_t>(ratio, 1) + others;
}

// Returns the size of which `free_percent` are free if `used` bytes are used. For example, 60 MiB
// and 40 % give 100 MiB.
std::size_t size_for(std::size_t used, unsigned free_percent) {
  constexpr unsigned kAll = 100;
  return free_percent >= kAll ? kMostBytes
                              : align_up(used / (kAll - free_percent) * kAll, page_size());
}

// HOTSPOT: the default is the share of MinRAMPercentage if that is less than 126 MiB; otherwise the
// share of MaxRAMPercentage, but at least 126 MiB.
std::size_t default_max(const HeapOptions& options, std::size_t machine_bytes) {
  constexpr std::size_t kLittle = 126 * kMiB;
  auto share = [machine_bytes](double percent) {
    return static_cast<std::size_t>(static_cast<double>(machine_bytes) * percent / 100);
  };
  std::size_t of_small_machine = share(options.min_machine_percent);
  return of_small_machine < kLittle ? of_small_machine
                                    : std::max(share(options.max_machine_percent), kLittle);
}

// Returns the initial size of the heap; 0 if neither -Xms nor -XX:InitialRAMPercentage is given.
std::size_t initial_of(const HeapOptions& options, std::size_t machine_bytes) {
  return options.initial_bytes != 0
             ? options.initial_bytes
             : static_cast<std::size_t>(static_cast<double>(machine_bytes) *
                                        options.initial_machine_percent / 100);
}

std::size_t whole_pages(std::size_t bytes) {
  return std::max(align_down(bytes, page_size()), page_size());
}

}  // namespace

// The order is: the maximum, the initial size, the young generation's maximum, its spaces, the rest
// for the old generation, and last the initial sizes.
HeapSizes compute_sizes(const HeapOptions& options, std::size_t machine_bytes) {
  HeapSizes sizes;
  // -Xms may exceed the default maximum, which then grows.
  std::size_t wanted_max =
      options.max_bytes != 0 ? options.max_bytes
                             : std::max(default_max(options, machine_bytes), options.initial_bytes);
  sizes.max = std::max(align_up(std::min(wanted_max, kMostBytes), page_size()), 16 * page_size());
  std::size_t initial = std::min(initial_of(options, machine_bytes), sizes.max);
  std::size_t by_ratio = sizes.max / parts(options.new_ratio, 1);
  // -Xmn leaves at least four pages to the old generation.
  std::size_t young = options.young_bytes != 0
                          ? std::min(options.young_bytes, sizes.max - 4 * page_size())
                          : by_ratio;
  sizes.young_max = std::max(whole_pages(young), 4 * page_size());
  // SurvivorRatio=8 makes ten parts: eden has eight, each survivor space one.
  sizes.survivor_max = whole_pages(sizes.young_max / parts(options.survivor_ratio, 2));
  sizes.survivor_limit =
      std::max(sizes.survivor_max, whole_pages(sizes.young_max / kMinSurvivorRatio));
  sizes.eden_max = sizes.young_max - 2 * sizes.survivor_max;
  sizes.old_max = sizes.max - sizes.young_max;
  // With -Xmn eden starts at its maximum. With -Xms it gets eight tenths of the young generation's
  // share; the other two tenths are for the survivors.
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

// Objects of age 1 always stay in the young generation.
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
  // gc-stress builds promote early, so that objects move into the old generation, too.
  tenuring_threshold_ =
      std::min(kGcStress ? 1U : options.initial_tenuring_threshold, max_threshold_);
  eden_capacity_ = sizes.eden_initial;
  adapts_ = options.adaptive_sizes && !kGcStress;
  max_pause_ms_ = options.max_pause_ms;
  gc_time_ratio_ = options.gc_time_ratio;
  set_free_percents(options.min_free_percent, options.max_free_percent);
  // The first full collection is due at 128 MiB, or later if -Xms asks for more.
  full_trigger_floor_ = std::min(std::max(kFullTriggerFloor, sizes.old_initial), sizes.old_max);
  full_trigger_ = full_trigger_floor_;
}

// The size of a survivor space follows from eden's by the ratio, with at least 64 KiB, unless it
// has grown because of overflow.
std::size_t SizingPolicy::survivor_capacity() const {
  std::size_t by_ratio =
      std::max<std::size_t>(whole_pages(eden_capacity_ / survivor_ratio_), 64 * kKiB);
  return std::max(std::min(by_ratio, sizes_.survivor_max), grown_survivor_);
}

// Eden gets at most all of the young generation but the survivor spaces.
std::size_t SizingPolicy::eden_capacity() const {
  return std::min(eden_capacity_, sizes_.young_max - 2 * survivor_capacity());
}

bool SizingPolicy::promotion_is_risky(std::size_t old_available, std::size_t young_used) const {
  // At most all young objects can survive.
  std::size_t expected = promoted_average_ + kPromotedPadding * promoted_deviation_;
  return old_available < std::min(expected, young_used);
}

void SizingPolicy::after_scavenge(const ScavengeOutcome& outcome, std::int64_t pause_ns,
                                  std::int64_t since_last_ns) {
  // The averages decay: the newest measurement weighs a quarter.
  std::size_t promoted = outcome.promoted_bytes;
  std::size_t distance =
      promoted > promoted_average_ ? promoted - promoted_average_ : promoted_average_ - promoted;
  promoted_average_ = (3 * promoted_average_ + promoted) / 4;
  promoted_deviation_ = (3 * promoted_deviation_ + distance) / 4;
  if (kGcStress) {
    return;
  }
  // The threshold is chosen after each collection from the ages of its survivors.
  tenuring_threshold_ = outcome.ages.threshold_for(survivor_target(), max_threshold_);
  if (adapts_) {
    adapt_survivors(outcome);
    adapt_eden(outcome, pause_ns, since_last_ns);
  }
}

void SizingPolicy::adapt_survivors(const ScavengeOutcome& outcome) {
  // The bytes that lived young are the survivors, and those that were promoted only because
  // to-space was full.
  std::size_t lived = outcome.survived_bytes + outcome.overflowed_bytes;
  std::size_t before = survivor_capacity();
  // The space grows at once, with a quarter to spare. It shrinks slowly, by an eighth, when most of
  // it is unused.
  if (outcome.overflowed_bytes != 0) {
    grown_survivor_ = std::min(whole_pages(lived + lived / 4), sizes_.survivor_limit);
  } else if (lived < grown_survivor_ / 4) {
    grown_survivor_ = whole_pages(grown_survivor_ - grown_survivor_ / 8);
  }
  if (survivor_capacity() != before) {
    MJ_LOG(gcergo, kDebug, "Survivor spaces: %zuK -> %zuK, as %zuK lived", before / kKiB,
           survivor_capacity() / kKiB, lived / kKiB);
  }
}

void SizingPolicy::set_eden(std::size_t bytes, const char* why) {
  if (bytes != eden_capacity_) {
    MJ_LOG(gcergo, kDebug, "Eden: %zuK -> %zuK, as %s", eden_capacity_ / kKiB, bytes / kKiB, why);
    eden_capacity_ = bytes;
  }
}

// Returns true if the pauses are longer than their goal. Then eden has become smaller.
bool SizingPolicy::shrinks_for_pauses(std::int64_t pause_ns) {
  // The first pause is the first average.
  pause_average_ns_ = pause_average_ns_ == 0 ? pause_ns : (3 * pause_average_ns_ + pause_ns) / 4;
  if (max_pause_ms_ == 0 || pause_average_ns_ <= max_pause_ms_ * sync::kNanosPerMilli) {
    return false;
  }
  std::size_t least = std::min(kLeastEden, eden_capacity_);
  set_eden(std::max(whole_pages(eden_capacity_ - eden_capacity_ / 10), least),
           "pauses are longer than their goal");
  return true;
}

// There are four rules. The goal for pauses goes first. Below the easy limit, the share of the time
// and then the survivors' room count; from there on only the share of the time.
void SizingPolicy::adapt_eden(const ScavengeOutcome& outcome, std::int64_t pause_ns,
                              std::int64_t since_last_ns) {
  if (shrinks_for_pauses(pause_ns)) {
    trial_ = {};
    capacity_before_ = 0;
    return;
  }
  std::size_t lives = outcome.old_bytes + outcome.survived_bytes;
  std::size_t easy =
      std::min(std::max(kSmallEden, whole_pages(lives / kEasyPartOfLive)), sizes_.eden_max);
  if (eden_capacity_ >= easy) {
    adapt_eden_past(pause_ns, since_last_ns);
    return;
  }
  trial_ = {};
  capacity_before_ = 0;
  std::size_t doubled = std::min(eden_capacity_ * 2, easy);
  // This divides, because a product may overflow.
  if (pause_ns > since_last_ns / std::max<std::int64_t>(kEasyParts, gc_time_ratio_ + 1LL)) {
    set_eden(doubled, "collections take more than their share of the time");
    // A larger eden gives objects more time to die before a collection.
  } else if (outcome.survived_bytes > survivor_target()) {
    set_eden(doubled, "survivors are tight");
  }
}

// Returns how much of the share may be left after a growth that has paid. If each collection takes
// as long as before, a doubling halves the share, and a growth that eden's maximum has cut short
// lowers it by less. Half of that is enough.
double SizingPolicy::futile_part() const {
  return (1 + static_cast<double>(capacity_before_) / static_cast<double>(eden_capacity_)) / 2;
}

// Eden has reached its easy limit.
void SizingPolicy::adapt_eden_past(std::int64_t pause_ns, std::int64_t since_last_ns) {
  ++trial_.collections;
  trial_.pauses_ns += pause_ns;
  trial_.program_ns += since_last_ns;
  if (trial_.collections < kTrialCollections) {
    return;
  }
  double share = static_cast<double>(trial_.pauses_ns) /
                 static_cast<double>(std::max<std::int64_t>(trial_.program_ns, 1));
  trial_ = {};
  if (capacity_before_ != 0 && share > share_before_ * futile_part()) {
    set_eden(std::min(capacity_before_, eden_capacity_), "doubling it did not lower their share");
    futile_share_ = share;
  } else if (eden_capacity_ < sizes_.eden_max && share > 1 / (gc_time_ratio_ + 1.0) &&
             share > 2 * futile_share_) {
    share_before_ = share;
    capacity_before_ = eden_capacity_;
    set_eden(std::min(eden_capacity_ * 2, sizes_.eden_max),
             "collections take too much of the time");
    return;
  }
  capacity_before_ = 0;
}

void SizingPolicy::after_full(std::size_t old_used) {
  futile_share_ = 0;
  capacity_before_ = 0;
  trial_ = {};
  // The next full collection is due when the bytes that live now have doubled.
  full_trigger_ = std::min(std::max(2 * old_used, full_trigger_floor_), sizes_.old_max);
}

void SizingPolicy::set_free_percents(unsigned least, unsigned most) {
  min_free_percent_.store(least, std::memory_order_relaxed);
  max_free_percent_.store(most, std::memory_order_relaxed);
}

std::size_t SizingPolicy::adapt_old(std::size_t used, std::size_t capacity) {
  // These are the bounds by the two ratios. If they contradict each other, the upper bound wins.
  std::size_t most = size_for(used, max_free_percent_.load(std::memory_order_relaxed));
  std::size_t least =
      std::min(size_for(used, min_free_percent_.load(std::memory_order_relaxed)), most);
  std::size_t wanted = std::clamp(capacity, least, most);
  // The generation always has room for its objects and does not fall below its initial size.
  wanted =
      std::clamp(wanted, std::max(sizes_.old_initial, align_up(used, page_size())), sizes_.old_max);
  if (wanted != capacity) {
    MJ_LOG(gcergo, kDebug, "Old generation: %zuK -> %zuK, as %zuK live", capacity / kKiB,
           wanted / kKiB, used / kKiB);
  }
  // Eden gets the part that the upper bound leaves, but not less than its initial size.
  std::size_t most_eden = std::max(most > wanted ? most - wanted : 0, sizes_.eden_initial);
  if (adapts_ && eden_capacity_ > most_eden) {
    set_eden(whole_pages(most_eden), "too much of the heap is free");
  }
  return wanted;
}

}  // namespace minijvm::gc
