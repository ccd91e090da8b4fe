// -XX:LockingMode=monitorcache: an object's header says nothing about locks. A global table maps
// the object to its monitor, and one lock guards the table, as in the classic VM.
//
//   word --> number (56 bits) --> table (one mutex) --> bucket --> entry --> fat monitor
//
//   63            39 38             8  7  6       3   2   1 0
//   |  upper part   |  hash (31)     | 0 | age (4) | 0 | 0 0 |     number = bits 8 to 63
//
// The classic VM used the address of an object's handle as its number. Objects here move and have
// no handle, so each object that is locked gets a number: its hash and 25 bits above it. The upper
// parts count from 1 to 2^25 - 1 and begin again. So two objects share a number only if they drew
// it a multiple of 2^25 - 1 objects apart and their hashes (31 random bits) are equal.
// A monitor that is not in use stays in the table for the next time. Once there are too many, all
// unused ones are reclaimed. So the cost rises with the number of objects, although only one is
// locked at a time. This is the slow curve of figure 9.
// Source: Agesen et al., OOPSLA '99, section 3, "The original JDK implementation", and figure 9.
#include <array>
#include <new>

#include "base/check.h"
#include "sync/identity_hash.h"
#include "sync/modes/fat_monitor.h"
#include "sync/monitor_wait.h"
#include "sync/sync_state.h"

namespace minijvm::sync {
namespace {

// One object's monitor. The table's mutex guards it, except for `monitor`, which has its own guard.
struct CacheEntry {
  std::uint64_t number = 0;
  // The next entry in the bucket, or on the free list.
  CacheEntry* next = nullptr;
  // The number of threads between find and release. An entry with users is not reclaimed.
  std::uint32_t users = 0;
  FatMonitor monitor;
};

}  // namespace

class MonitorTable {
 public:
  // Returns the entry for an object, with one more user; or null if there is none.
  CacheEntry* find(std::uint64_t number) {
    MutexLock lock(mutex_);
    CacheEntry* entry = look_up(number);
    if (entry != nullptr) {
      ++entry->users;
    }
    return entry;
  }

  // Does the same, but makes a missing entry. Returns null if memory is out.
  CacheEntry* find_or_add(std::uint64_t number) {
    MutexLock lock(mutex_);
    CacheEntry* entry = look_up(number);
    if (entry == nullptr) {
      entry = add(number);
    }
    if (entry != nullptr) {
      ++entry->users;
    }
    return entry;
  }

  // Ends one use of an entry that find or find_or_add returned.
  void release(CacheEntry& entry) {
    MutexLock lock(mutex_);
    --entry.users;
  }

 private:
  static constexpr std::size_t kBuckets = 512;
  static constexpr std::size_t kCachedAtFirst = 8192;

  CacheEntry*& bucket_of(std::uint64_t number) MJ_REQUIRES(mutex_) {
    return buckets_[number % kBuckets];
  }

  CacheEntry* look_up(std::uint64_t number) MJ_REQUIRES(mutex_) {
    CacheEntry* entry = bucket_of(number);
    while (entry != nullptr && entry->number != number) {
      entry = entry->next;
    }
    return entry;
  }

  CacheEntry* add(std::uint64_t number) MJ_REQUIRES(mutex_) {
    // Reclaim before asking for memory, as the classic VM did "periodically" (section 3).
    if (free_ == nullptr && made_ >= limit_) {
      reclaim_unused();
    }
    CacheEntry* entry = free_;
    if (entry != nullptr) {
      free_ = entry->next;
    } else {
      entry = new (std::nothrow) CacheEntry;
      if (entry == nullptr) {
        return nullptr;
      }
      ++made_;
    }
    entry->number = number;
    entry->next = bucket_of(number);
    bucket_of(number) = entry;
    return entry;
  }

  // Moves all unused entries to the free list. If less than half of the limit were unused, the
  // limit doubles, so that the table is not swept again and again.
  void reclaim_unused() MJ_REQUIRES(mutex_) {
    std::size_t reclaimed = 0;
    for (CacheEntry*& bucket : buckets_) {
      // The walk keeps the address of the link, so that the first entry of a bucket is no special
      // case.
      CacheEntry** link = &bucket;
      while (*link != nullptr) {
        CacheEntry* entry = *link;
        if (!is_unused(*entry)) {
          link = &entry->next;
          continue;
        }
        *link = entry->next;
        entry->next = free_;
        free_ = entry;
        ++reclaimed;
      }
    }
    if (reclaimed < limit_ / 2) {
      limit_ *= 2;
    }
  }

  // Takes the monitor's guard while the table's mutex is held: kMonitorCache ranks below
  // kFatMonitor.
  static bool is_unused(CacheEntry& entry) {
    if (entry.users > 0) {
      return false;
    }
    MutexLock lock(entry.monitor.guard());
    return entry.monitor.is_idle();
  }

  // The one lock through which every operation of every thread goes.
  Mutex mutex_{LockRank::kMonitorCache};
  std::array<CacheEntry*, kBuckets> buckets_ MJ_GUARDED_BY(mutex_){};
  CacheEntry* free_ MJ_GUARDED_BY(mutex_) = nullptr;
  std::size_t made_ MJ_GUARDED_BY(mutex_) = 0;
  std::size_t limit_ MJ_GUARDED_BY(mutex_) = kCachedAtFirst;
};

namespace {

MonitorTable& table() { return *sync_state.monitor_cache; }

// Returns 0 if the object has no number yet. An upper part is never 0.
std::uint64_t number_in(LockBits bits) { return ModeField::get(bits) == 0 ? 0 : bits >> 8; }

// Returns the object's number, and gives the object one first if it has none.
std::uint64_t number_of(ExecEnv& self, MultiUseWord& word) {
  for (;;) {
    LockBits bits = word.load(std::memory_order_acquire);
    if (number_in(bits) != 0) {
      return number_in(bits);
    }
    // The hash is random and may repeat. The upper part is different for the next 2^25 - 2 objects.
    LockBits numbered = bits;
    install_hash(self, numbered);
    std::uint64_t upper =
        sync_state.cache_numbers.fetch_add(1, std::memory_order_relaxed) % ModeField::kMax + 1;
    numbered = ModeField::set(numbered, upper);
    // A CAS that fails has met a number, hash or age of another thread. The loop looks again.
    if (word.cas(bits, numbered, std::memory_order_acq_rel, std::memory_order_relaxed)) {
      return number_in(numbered);
    }
  }
}

// Keeps an entry in use for the time of a scope, with its monitor's guard held until unguard().
// `entry` may be null, since the object may have none. To clang the guard counts as held then, too.
class MJ_THREAD_SAFETY(scoped_lockable) EntryUse {
 public:
  // Locks the guard after the table's mutex was released; the entry's user count keeps it in the
  // table between the two.
  explicit EntryUse(CacheEntry* entry) MJ_ACQUIRE(entry->monitor.guard()) : entry_(entry) {
    if (entry_ != nullptr) {
      entry_->monitor.guard().lock();
      guarded_ = true;
    }
  }
  ~EntryUse() MJ_RELEASE() {
    unguard();
    if (entry_ != nullptr) {
      table().release(*entry_);
    }
  }
  EntryUse(const EntryUse&) = delete;
  EntryUse& operator=(const EntryUse&) = delete;

  // Releases the guard before the end of the scope: to wake a thread, or to wait.
  void unguard() MJ_RELEASE() {
    if (guarded_) {
      entry_->monitor.guard().unlock();
      guarded_ = false;
    }
  }

 private:
  CacheEntry* entry_;
  bool guarded_ = false;
};

// False for an object without an entry: no thread has locked it.
bool is_owned_by(CacheEntry* entry, const ExecEnv& self) MJ_REQUIRES(entry->monitor.guard()) {
  return entry != nullptr && entry->monitor.is_owned_by(self);
}

// Every operation looks the monitor up; only exit, wait, notify and the queries may find none.
class MonitorCache final : public LockMode {
 public:
  MonitorResult enter(ExecEnv& self, LockTarget target) const override {
    check_may_stop(self);
    FatMonitor* blocked_at = nullptr;
    {
      NoSafepoint still(self);
      CacheEntry* entry = table().find_or_add(number_of(self, target.word()));
      EntryUse use(entry);
      if (entry == nullptr) {
        return MonitorResult::kOutOfMemory;
      }
      if (entry->monitor.enter_or_queue(self, still)) {
        return MonitorResult::kOk;
      }
      // Self is queued, so the monitor is not idle, and it stays in the table without a user.
      blocked_at = &entry->monitor;
    }
    // The NoSafepoint has ended, because enter_from_queue() parks.
    blocked_at->enter_from_queue(self, target);
    return MonitorResult::kOk;
  }

  MonitorResult exit(ExecEnv& self, LockTarget target) const override {
    NoSafepoint still(self);
    CacheEntry* entry = find(target.word());
    EntryUse use(entry);
    if (!is_owned_by(entry, self)) {
      return MonitorResult::kNotOwner;
    }
    ExecEnv* contender = entry->monitor.leave(self);
    // Invite after the guard is released.
    use.unguard();
    invite(self, contender);
    return MonitorResult::kOk;
  }

  MonitorResult wait(ExecEnv& self, LockTarget target, Deadline until) const override {
    check_may_stop(self);
    FatMonitor* monitor = nullptr;
    {
      NoSafepoint still(self);
      CacheEntry* entry = find(target.word());
      EntryUse use(entry);
      if (!is_owned_by(entry, self)) {
        return MonitorResult::kNotOwner;
      }
      monitor = &entry->monitor;
    }
    // Self owns the monitor, so it is not idle and stays in the table.
    monitor->guard().lock();
    return wait_on_fat(self, target, *monitor, until);
  }

  MonitorResult notify(ExecEnv& self, LockTarget target, bool all) const override {
    NoSafepoint still(self);
    LockCounters::count(self.counters_.notifies);
    CacheEntry* entry = find(target.word());
    EntryUse use(entry);
    if (!is_owned_by(entry, self)) {
      return MonitorResult::kNotOwner;
    }
    entry->monitor.notify(all, still);
    return MonitorResult::kOk;
  }

  bool is_held(ExecEnv& self, LockTarget target) const override {
    NoSafepoint still(self);
    CacheEntry* entry = find(target.word());
    EntryUse use(entry);
    return is_owned_by(entry, self);
  }

  // number_of() installs the number and the hash, and neither changes afterwards.
  std::uint32_t hash(ExecEnv& self, MultiUseWord& word, const NoSafepoint&) const override {
    number_of(self, word);
    return hash_of(word.load(std::memory_order_acquire));
  }

  MonitorView view(ExecEnv&, MultiUseWord& word, const NoSafepoint&) const override {
    return view_at_safepoint(word);
  }

  MonitorView view_at_safepoint(const MultiUseWord& word) const override {
    CacheEntry* entry = find(word);
    EntryUse use(entry);
    return entry != nullptr ? entry->monitor.view() : MonitorView{};
  }

  void visit_queue(const MultiUseWord& word, QueueVisitor& visitor) const override {
    CacheEntry* entry = find(word);
    EntryUse use(entry);
    if (entry != nullptr) {
      entry->monitor.visit_queue(visitor);
    }
  }

  const void* monitor_address(const MultiUseWord& word) const override {
    CacheEntry* entry = find(word);
    EntryUse use(entry);
    return entry != nullptr ? &entry->monitor : nullptr;
  }

  // Nothing is displaced, because the word is always NEUTRAL.
  Atomic<LockBits>& displaced_word(MultiUseWord& word) const override { return word.cell(); }

  void verify(const MultiUseWord& word) const override {
    LockBits bits = word.load(std::memory_order_acquire);
    MJ_CHECK(is_neutral_format(bits), "the word %#zx is not NEUTRAL", bits);
  }

 private:
  // An object without a number was never locked.
  static CacheEntry* find(const MultiUseWord& word) {
    std::uint64_t number = number_in(word.load(std::memory_order_acquire));
    return number == 0 ? nullptr : table().find(number);
  }
};

}  // namespace

const LockMode& monitor_cache() {
  static constexpr MonitorCache cache;
  return cache;
}

}  // namespace minijvm::sync
