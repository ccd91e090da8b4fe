// -XX:LockingMode=monitorcache: nothing about locks in the object; a global table maps it to its monitor, and one lock guards the table.
// Source: Agesen et al., OOPSLA '99, section 3, "The original JDK implementation", and the slow curve of figure 9.
// The classic VM took an object's handle for its number; objects here move and have no handle, so each that is locked gets a number of 56 bits:
// its hash and the bits above. Two objects have the same number only if 2^25 others came between and their hashes, 31 bits of chance, are the same.
// A monitor that nobody uses stays in the table for the next time, until there are too many and all unused ones are reclaimed: hence the
// cost that rises with the number of objects although only one is locked at a time.
#include <array>
#include <new>

#include "base/check.h"
#include "sync/fat_monitor.h"
#include "sync/identity_hash.h"
#include "sync/monitor_wait.h"

namespace minijvm::sync {
namespace {

struct CacheEntry {
  std::uint64_t number = 0;
  CacheEntry* next = nullptr;  // in its bucket, or on the free list
  std::uint32_t users = 0;     // threads between find and release
  FatMonitor monitor;
};

class MonitorTable {
 public:
  // The entry for an object, with one more user; null: there is none, or no memory to make it.
  CacheEntry* find(std::uint64_t number) {
    MutexLock lock(mutex_);
    CacheEntry* entry = look_up(number);
    if (entry != nullptr) {
      ++entry->users;
    }
    return entry;
  }

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

  void release(CacheEntry& entry) {
    MutexLock lock(mutex_);
    --entry.users;
  }

 private:
  static constexpr std::size_t kBuckets = 512;
  static constexpr std::size_t kCachedAtFirst = 8192;

  CacheEntry*& bucket_of(std::uint64_t number) { return buckets_[number % kBuckets]; }

  CacheEntry* look_up(std::uint64_t number) {
    CacheEntry* entry = bucket_of(number);
    while (entry != nullptr && entry->number != number) {
      entry = entry->next;
    }
    return entry;
  }

  CacheEntry* add(std::uint64_t number) {
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

  // If most are in use, the table grows instead of being swept again and again.
  void reclaim_unused() {
    std::size_t reclaimed = 0;
    for (CacheEntry*& bucket : buckets_) {
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

  static bool is_unused(CacheEntry& entry) {
    if (entry.users > 0) {
      return false;
    }
    MutexLock lock(entry.monitor.guard());
    return entry.monitor.is_idle();
  }

  Mutex mutex_{LockRank::kMonitorCache};
  std::array<CacheEntry*, kBuckets> buckets_{};
  CacheEntry* free_ = nullptr;
  std::size_t made_ = 0;
  std::size_t limit_ = kCachedAtFirst;
};

MonitorTable table;
Atomic<std::uint64_t> last_number{0};

// A number is in place once the upper part is not zero.
std::uint64_t number_in(LockBits bits) { return ModeField::get(bits) == 0 ? 0 : bits >> 8; }

std::uint64_t number_of(ExecEnv& self, MultiUseWord& word) {
  for (;;) {
    LockBits bits = word.load(std::memory_order_acquire);
    if (number_in(bits) != 0) {
      return number_in(bits);
    }
    // The hash is chance and may repeat; the upper part differs for the next 2^25 objects.
    LockBits numbered = bits;
    install_hash(self, numbered);
    std::uint64_t upper = last_number.fetch_add(1, std::memory_order_relaxed) % ModeField::kMax + 1;
    numbered = ModeField::set(numbered, upper);
    if (word.cas(bits, numbered, std::memory_order_acq_rel, std::memory_order_relaxed)) {
      return number_in(numbered);
    }
  }
}

// The entry of an object that may have none, found for the time of a scope, with the monitor's guard held unless released.
class Found {
 public:
  explicit Found(CacheEntry* entry) : entry_(entry) {
    if (entry_ != nullptr) {
      entry_->monitor.guard().lock();
      guarded_ = true;
    }
  }
  ~Found() {
    unguard();
    if (entry_ != nullptr) {
      table.release(*entry_);
    }
  }
  Found(const Found&) = delete;
  Found& operator=(const Found&) = delete;

  bool is_owned_by(const ExecEnv& self) const { return entry_ != nullptr && entry_->monitor.is_owned_by(self); }
  bool exists() const { return entry_ != nullptr; }
  FatMonitor& monitor() { return entry_->monitor; }
  void unguard() {
    if (guarded_) {
      entry_->monitor.guard().unlock();
      guarded_ = false;
    }
  }

 private:
  CacheEntry* entry_;
  bool guarded_ = false;
};

class MonitorCache final : public LockMode {
 public:
  MonitorResult enter(ExecEnv& self, LockTarget target) override {
    check_may_stop(self);
    FatMonitor* blocked_at = nullptr;
    {
      NoSafepoint still(self);
      Found found(table.find_or_add(number_of(self, target.word())));
      if (!found.exists()) {
        return MonitorResult::kOutOfMemory;
      }
      if (found.monitor().enter_or_queue(self)) {
        return MonitorResult::kOk;
      }
      blocked_at = &found.monitor();
    }
    blocked_at->block(self, target, 1);
    return MonitorResult::kOk;
  }

  MonitorResult exit(ExecEnv& self, LockTarget target) override {
    NoSafepoint still(self);
    Found found(find(target.word()));
    if (!found.is_owned_by(self)) {
      return MonitorResult::kNotOwner;
    }
    ExecEnv* contender = found.monitor().leave(self);
    found.unguard();
    invite(self, contender);
    return MonitorResult::kOk;
  }

  MonitorResult wait(ExecEnv& self, LockTarget target, Deadline until) override {
    check_may_stop(self);
    FatMonitor* monitor = nullptr;
    {
      NoSafepoint still(self);
      Found found(find(target.word()));
      if (!found.is_owned_by(self)) {
        return MonitorResult::kNotOwner;
      }
      monitor = &found.monitor();
      found.unguard();
    }
    monitor->guard().lock();  // it is ours, so it stays in the table
    return wait_on_fat(self, target, *monitor, until);
  }

  MonitorResult notify(ExecEnv& self, LockTarget target, bool all) override {
    NoSafepoint still(self);
    LockCounters::count(self.counters_.notifies);
    Found found(find(target.word()));
    if (!found.is_owned_by(self)) {
      return MonitorResult::kNotOwner;
    }
    found.monitor().notify(all, still);
    return MonitorResult::kOk;
  }

  bool is_held(ExecEnv& self, LockTarget target) override {
    NoSafepoint still(self);
    return Found(find(target.word())).is_owned_by(self);
  }

  std::uint32_t hash(ExecEnv& self, MultiUseWord& word, const NoSafepoint&) override {
    number_of(self, word);
    return hash_of(word.load(std::memory_order_acquire));
  }

  MonitorView view(ExecEnv&, MultiUseWord& word, const NoSafepoint&) override { return view_at_safepoint(word); }

  MonitorView view_at_safepoint(const MultiUseWord& word) override {
    Found found(find(word));
    return found.exists() ? found.monitor().view() : MonitorView{};
  }

  void visit_queue(const MultiUseWord& word, QueueVisitor& visitor) override {
    Found found(find(word));
    if (found.exists()) {
      found.monitor().visit_queue(visitor);
    }
  }

  const void* monitor_address(const MultiUseWord& word) override {
    Found found(find(word));
    return found.exists() ? &found.monitor() : nullptr;
  }

  Atomic<LockBits>& displaced_word(MultiUseWord& word) override { return word.cell(); }

  void verify(const MultiUseWord& word) override {
    LockBits bits = word.load(std::memory_order_acquire);
    MJ_CHECK(is_neutral_format(bits), "the word %#zx is not NEUTRAL", bits);
  }

 private:
  static CacheEntry* find(const MultiUseWord& word) {
    std::uint64_t number = number_in(word.load(std::memory_order_acquire));
    return number == 0 ? nullptr : table.find(number);
  }
};

}  // namespace

LockMode& monitor_cache() {
  static MonitorCache cache;
  return cache;
}

}  // namespace minijvm::sync
