// -XX:LockingMode=thin: owner and count stand in the object's header until another thread wants the lock or somebody waits; then a fat
// monitor takes the header's place.
// Source: Bacon, Konuru, Murthy, Serrano: Thin Locks, PLDI '98; Agesen et al., OOPSLA '99, section 3.
// Departures, each as later VMs have it: unlock is a CAS, not a store, so that a contender inflates at once and need not spin until the
// owner has left; a fat monitor goes as soon as nobody uses it, where Bacon's stays for ever. The word has room for the hash beside the lock,
// so only fat monitors displace it.
//
//             63   55 54    39 38            8 7 6     3 2 1 0
//   thin     | count | thread |      hash     | 0 | age | 0 00 |   thread 0: free
//   fat      |             address of a FatMonitor        | 11 |   hash and age are in it
//
//   from   arrow     to     by            effect
//   free   enter     thin   any thread    CAS
//   thin   enter     thin   owner         CAS, ++count
//   thin   inflate   fat    any thread    CAS; owner and count move into the monitor
//   thin   exit      thin   owner         CAS, --count; free at the last
//   fat    deflate   free   last user     under the monitor's guard
#include <algorithm>

#include "base/check.h"
#include "sync/fat_monitor.h"
#include "sync/identity_hash.h"
#include "sync/monitor_wait.h"

namespace minijvm::sync {
namespace {

using OwnerField = ThinOwnerField;
using CountField = ThinCountField;

// Threads by their number in a thin word. Numbers stay with their ExecEnv for ever; one that finds none left inflates what it locks.
class ThinNumbers {
 public:
  std::uint64_t number_of(ExecEnv& self) {
    if (self.thin_number_ == 0) {
      std::uint32_t next = last_.fetch_add(1, std::memory_order_relaxed) + 1;
      self.thin_number_ = next <= OwnerField::kMax ? next : kNone;
      if (next <= OwnerField::kMax) {
        threads_[next].store(&self, std::memory_order_release);  // acquire: thread_of
      }
    }
    return self.thin_number_ == kNone ? 0 : self.thin_number_;
  }
  ExecEnv* thread_of(LockBits bits) const { return threads_[OwnerField::get(bits)].load(std::memory_order_acquire); }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  Atomic<std::uint32_t> last_{0};
  Atomic<ExecEnv*> threads_[OwnerField::kMax + 1] = {};
};

ThinNumbers numbers;
FatMonitorPool pool;

bool is_fat(LockBits bits) { return lock_state(bits) == LockState::BUSY; }
FatMonitor& fat_of(LockBits bits) { return *reinterpret_cast<FatMonitor*>(bits & ~kLockStateMask); }
LockBits fat_bits(const FatMonitor& monitor) { return reinterpret_cast<LockBits>(&monitor) | kLockStateMask; }
bool is_free(LockBits bits) { return OwnerField::get(bits) == 0; }
LockBits without_lock(LockBits bits) { return ModeField::set(bits, 0); }
LockBits with_lock(LockBits bits, std::uint64_t owner, std::uint64_t count) {
  return CountField::set(OwnerField::set(bits, owner), owner == 0 ? 0 : count);
}

// Locks the guard of the monitor in `bits` if it still stands in the word.
bool lock_if_current(MultiUseWord& word, LockBits bits) {
  FatMonitor& monitor = fat_of(bits);
  monitor.guard().lock();
  if (word.load(std::memory_order_acquire) == bits) {
    return true;
  }
  monitor.guard().unlock();
  return false;
}

// Puts a fat monitor in the place of thin bits. True, or no memory: false.
bool inflate(MultiUseWord& word, LockBits bits) {
  FatMonitor* monitor = pool.take();
  if (monitor == nullptr) {
    return false;
  }
  monitor->guard().lock();
  monitor->set_owner(is_free(bits) ? nullptr : numbers.thread_of(bits), static_cast<std::uint32_t>(CountField::get(bits)));
  monitor->displaced().store(without_lock(bits), std::memory_order_relaxed);
  bool inflated = word.cas(bits, fat_bits(*monitor), std::memory_order_acq_rel, std::memory_order_relaxed);
  if (!inflated) {
    monitor->set_owner(nullptr, 0);
  }
  monitor->guard().unlock();
  if (!inflated) {
    pool.give(*monitor);
  }
  return true;
}

// REQUIRES: the guard is held. Releases it.
void release_guard(MultiUseWord& word, FatMonitor& monitor) {
  bool idle = monitor.is_idle();
  if (idle) {
    word.store(monitor.displaced().load(std::memory_order_relaxed), std::memory_order_release);  // acquire: the next enter's CAS
  }
  monitor.guard().unlock();
  if (idle) {
    pool.give(monitor);
  }
}

// kOk: `own` is the fat monitor that self owns, inflated if it owned the thin lock, and its guard is held.
MonitorResult lock_own_monitor(ExecEnv& self, MultiUseWord& word, FatMonitor*& own) {
  for (;;) {
    LockBits bits = word.load(std::memory_order_acquire);
    if (!is_fat(bits)) {
      if (is_free(bits) || numbers.thread_of(bits) != &self) {
        return MonitorResult::kNotOwner;
      }
      if (!inflate(word, bits)) {
        return MonitorResult::kOutOfMemory;
      }
      continue;
    }
    if (!lock_if_current(word, bits)) {
      continue;
    }
    FatMonitor& monitor = fat_of(bits);
    if (monitor.is_owned_by(self)) {
      own = &monitor;
      return MonitorResult::kOk;
    }
    monitor.guard().unlock();
    return MonitorResult::kNotOwner;
  }
}

class ThinLocks final : public LockMode {
 public:
  MonitorResult enter(ExecEnv& self, LockTarget target) override {
    check_may_stop(self);
    FatMonitor* blocked_at = nullptr;
    {
      NoSafepoint still(self);
      MonitorResult result = try_enter(self, target.word(), blocked_at);
      if (blocked_at == nullptr) {
        return result;
      }
    }
    blocked_at->block(self, target, 1);
    return MonitorResult::kOk;
  }

  MonitorResult exit(ExecEnv& self, LockTarget target) override {
    NoSafepoint still(self);
    MultiUseWord& word = target.word();
    for (;;) {
      LockBits bits = word.load(std::memory_order_acquire);
      if (is_fat(bits)) {
        return exit_fat(self, word);
      }
      if (is_free(bits) || numbers.thread_of(bits) != &self) {
        return MonitorResult::kNotOwner;
      }
      std::uint64_t count = CountField::get(bits) - 1;
      LockBits left = with_lock(bits, count == 0 ? 0 : OwnerField::get(bits), count);
      if (word.cas(bits, left, std::memory_order_release, std::memory_order_relaxed)) {  // release: the critical section
        return MonitorResult::kOk;
      }
    }
  }

  MonitorResult wait(ExecEnv& self, LockTarget target, Deadline until) override {
    check_may_stop(self);
    FatMonitor* monitor = nullptr;
    {
      NoSafepoint still(self);
      MonitorResult found = lock_own_monitor(self, target.word(), monitor);
      if (found != MonitorResult::kOk) {
        return found;
      }
    }
    return wait_on_fat(self, target, *monitor, until);
  }

  MonitorResult notify(ExecEnv& self, LockTarget target, bool all) override {
    NoSafepoint still(self);
    LockCounters::count(self.counters_.notifies);
    if (!is_held(self, target)) {
      return MonitorResult::kNotOwner;
    }
    LockBits bits = target.word().load(std::memory_order_acquire);
    if (is_fat(bits)) {  // nobody waits at a thin lock
      MutexLock lock(fat_of(bits).guard());  // ours, so it stays
      fat_of(bits).notify(all, still);
    }
    return MonitorResult::kOk;
  }

  bool is_held(ExecEnv& self, LockTarget target) override {
    NoSafepoint still(self);
    MultiUseWord& word = target.word();
    for (;;) {
      LockBits bits = word.load(std::memory_order_acquire);
      if (!is_fat(bits)) {
        return !is_free(bits) && numbers.thread_of(bits) == &self;
      }
      if (lock_if_current(word, bits)) {
        bool held = fat_of(bits).is_owned_by(self);
        fat_of(bits).guard().unlock();
        return held;
      }
    }
  }

  std::uint32_t hash(ExecEnv& self, MultiUseWord& word, const NoSafepoint&) override {
    for (;;) {
      LockBits bits = word.load(std::memory_order_acquire);
      if (is_fat(bits)) {
        if (!lock_if_current(word, bits)) {
          continue;
        }
        LockBits displaced = fat_of(bits).displaced().load(std::memory_order_relaxed);
        install_hash(self, displaced);
        fat_of(bits).displaced().store(displaced, std::memory_order_relaxed);
        fat_of(bits).guard().unlock();
        return hash_of(displaced);
      }
      LockBits hashed = bits;
      if (!install_hash(self, hashed) || word.cas(bits, hashed, std::memory_order_acq_rel, std::memory_order_relaxed)) {
        return hash_of(hashed);
      }
    }
  }

  MonitorView view(ExecEnv&, MultiUseWord& word, const NoSafepoint&) override {
    for (;;) {
      LockBits bits = word.load(std::memory_order_acquire);
      if (!is_fat(bits)) {
        return view_thin(bits);
      }
      if (lock_if_current(word, bits)) {
        MonitorView seen = fat_of(bits).view();
        fat_of(bits).guard().unlock();
        return seen;
      }
    }
  }

  MonitorView view_at_safepoint(const MultiUseWord& word) override {
    LockBits bits = word.load(std::memory_order_acquire);
    return is_fat(bits) ? fat_of(bits).view() : view_thin(bits);
  }

  void visit_queue(const MultiUseWord& word, QueueVisitor& visitor) override {
    LockBits bits = word.load(std::memory_order_acquire);
    if (is_fat(bits)) {
      fat_of(bits).visit_queue(visitor);
    }
  }

  const void* monitor_address(const MultiUseWord& word) override {
    LockBits bits = word.load(std::memory_order_acquire);
    return is_fat(bits) ? &fat_of(bits) : nullptr;
  }

  Atomic<LockBits>& displaced_word(MultiUseWord& word) override { return fat_of(word.load(std::memory_order_acquire)).displaced(); }

  void verify(const MultiUseWord& word) override {
    LockBits bits = word.load(std::memory_order_acquire);
    if (is_fat(bits)) {
      MJ_CHECK(is_neutral_format(fat_of(bits).displaced().load(std::memory_order_relaxed)), "a fat monitor's word is not in its format");
      return;
    }
    MJ_CHECK(is_neutral_format(bits), "the word %#zx is neither thin nor fat", bits);
    MJ_CHECK(is_free(bits) == (CountField::get(bits) == 0), "the thin word %#zx has a count without an owner, or none with one", bits);
  }

 private:
  static MonitorView view_thin(LockBits bits) {
    MonitorView seen;
    seen.owner = is_free(bits) ? nullptr : numbers.thread_of(bits);
    seen.entry_count = static_cast<std::uint32_t>(CountField::get(bits));
    return seen;
  }

  // `blocked_at`: where self has been queued.
  static MonitorResult try_enter(ExecEnv& self, MultiUseWord& word, FatMonitor*& blocked_at) {
    std::uint64_t me = numbers.number_of(self);
    for (;;) {
      LockBits bits = word.load(std::memory_order_acquire);
      if (is_fat(bits)) {
        if (!lock_if_current(word, bits)) {
          continue;
        }
        FatMonitor& monitor = fat_of(bits);
        blocked_at = monitor.enter_or_queue(self) ? nullptr : &monitor;
        monitor.guard().unlock();
        return MonitorResult::kOk;
      }
      bool ours = me != 0 && (is_free(bits) || OwnerField::get(bits) == me);
      if (!ours || CountField::get(bits) == CountField::kMax) {
        if (!inflate(word, bits)) {
          return MonitorResult::kOutOfMemory;
        }
        continue;
      }
      LockBits locked = with_lock(bits, me, CountField::get(bits) + 1);
      if (word.cas(bits, locked, std::memory_order_acq_rel, std::memory_order_relaxed)) {  // acquire: the monitor
        return MonitorResult::kOk;
      }
    }
  }

  static MonitorResult exit_fat(ExecEnv& self, MultiUseWord& word) {
    FatMonitor* monitor = nullptr;
    MonitorResult found = lock_own_monitor(self, word, monitor);
    if (found != MonitorResult::kOk) {  // kNotOwner: a thin lock of ours would have been left as such
      return found;
    }
    ExecEnv* contender = monitor->leave(self);
    release_guard(word, *monitor);
    invite(self, contender);
    return MonitorResult::kOk;
  }
};

}  // namespace

LockMode& thin_locks() {
  static ThinLocks modes;
  return modes;
}

}  // namespace minijvm::sync
