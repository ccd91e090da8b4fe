// -XX:LockingMode=thin: the owner and the count are in the object's header until another thread
// wants the lock or a thread waits. Then the word refers to a fat monitor instead.
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
//
// -XX:LockingMode=heavy has no thin locks: the first enter of a free object inflates it, and the
// last exit deflates it. So each lock is a plain mutex with a count, as if nobody had thought of
// anything better. HOTSPOT: -XX:+UseHeavyMonitors leaves the monitor at the object for a while.
//
// Example: threads A and B lock one object. A enters by a CAS; B finds a thin lock of A, inflates
// it and queues itself in the fat monitor; A's exit finds the fat monitor and invites B; when B
// leaves nobody uses the monitor, so B puts the hash and age back into the word.
//
// Source: Bacon, Konuru, Murthy, Serrano: Thin Locks, PLDI '98; Agesen et al., OOPSLA '99, section
// 3.
// Departures, both found in later VMs: unlock is a CAS, not a store, so that a contender can
// inflate at once and does not spin until the owner has left. A fat monitor is deflated as soon as
// it is not in use, whereas Bacon's stays. The word has room for the hash beside the lock, so only
// fat monitors displace it.
#include "base/check.h"
#include "sync/identity_hash.h"
#include "sync/modes/fat_monitor.h"
#include "sync/modes/thin_numbers.h"
#include "sync/monitor_wait.h"
#include "sync/sync_state.h"

namespace minijvm::sync {
namespace {

using OwnerField = ThinOwnerField;
using CountField = ThinCountField;

}  // namespace

struct ThinTables {
  ThinNumbers numbers;
  FatMonitorPool pool;
};

namespace {

ThinNumbers& numbers() { return sync_state.thin->numbers; }
FatMonitorPool& pool() { return sync_state.thin->pool; }

// Fat words use the tag of BUSY: this mode has no meta-lock.
bool is_fat(LockBits bits) { return lock_state(bits) == LockState::BUSY; }
FatMonitor& fat_of(LockBits bits) { return *reinterpret_cast<FatMonitor*>(bits & ~kLockStateMask); }
LockBits fat_bits(const FatMonitor& monitor) {
  return reinterpret_cast<LockBits>(&monitor) | kLockStateMask;
}
// The next three REQUIRE: `bits` are thin.
bool is_free(LockBits bits) { return OwnerField::get(bits) == 0; }
LockBits without_lock(LockBits bits) { return ModeField::set(bits, 0); }
LockBits with_lock(LockBits bits, std::uint64_t owner, std::uint64_t count) {
  return CountField::set(OwnerField::set(bits, owner), owner == 0 ? 0 : count);
}

// Locks the guard of the monitor in `bits`. Returns false, with the guard released, if the word
// changed before: the monitor was deflated, and may stand for another object by now.
bool lock_if_current(MultiUseWord& word, LockBits bits)
    MJ_THREAD_SAFETY(try_acquire_capability(true, fat_of(bits).guard())) {
  FatMonitor& monitor = fat_of(bits);
  monitor.guard().lock();
  // Only a thread with the guard deflates, so a word that is unchanged now stays unchanged.
  if (word.load(std::memory_order_acquire) == bits) {
    return true;
  }
  monitor.guard().unlock();
  return false;
}

// Replaces thin bits by a fat monitor. Returns false if memory is out. If another thread was faster
// the result is true as well; the caller looks at the word again.
bool inflate(MultiUseWord& word, LockBits bits) {
  FatMonitor* monitor = pool().take();
  if (monitor == nullptr) {
    return false;
  }
  // With the guard held from before the CAS, no thread can use the monitor before it is complete.
  monitor->guard().lock();
  monitor->set_owner(is_free(bits) ? nullptr : numbers().thread_of(bits),
                     static_cast<std::uint32_t>(CountField::get(bits)));
  monitor->displaced().store(without_lock(bits), std::memory_order_relaxed);
  // acq_rel: its release publishes the monitor's content. The CAS fails if the owner has entered,
  // left or installed a hash since.
  bool inflated =
      word.cas(bits, fat_bits(*monitor), std::memory_order_acq_rel, std::memory_order_relaxed);
  if (!inflated) {
    monitor->set_owner(nullptr, 0);
  }
  monitor->guard().unlock();
  if (!inflated) {
    pool().give(*monitor);
  }
  return true;
}

// Deflates an idle monitor, then releases its guard.
void release_guard(MultiUseWord& word, FatMonitor& monitor) MJ_RELEASE(monitor.guard()) {
  bool idle = monitor.is_idle();
  if (idle) {
    // release: pairs with the acquire of the next enter's CAS. A store is enough: others change a
    // fat word only with the guard.
    word.store(monitor.displaced().load(std::memory_order_relaxed), std::memory_order_release);
  }
  monitor.guard().unlock();
  if (idle) {
    // This is done after the guard is released, since another object may take the monitor at once.
    pool().give(monitor);
  }
}

// For operations that need a fat monitor. If true, `own` is the fat monitor that self owns,
// inflated if self owned the thin lock, and its guard is held. Else `why` says kNotOwner or
// kOutOfMemory.
bool lock_own_monitor(ExecEnv& self, MultiUseWord& word, FatMonitor*& own, MonitorResult& why)
    MJ_THREAD_SAFETY(try_acquire_capability(true, own->guard())) {
  why = MonitorResult::kNotOwner;
  for (;;) {
    LockBits bits = word.load(std::memory_order_acquire);
    if (!is_fat(bits)) {
      // Only self itself can make self the owner, so this answer stays true.
      if (is_free(bits) || numbers().thread_of(bits) != &self) {
        return false;
      }
      if (!inflate(word, bits)) {
        why = MonitorResult::kOutOfMemory;
        return false;
      }
      continue;
    }
    if (!lock_if_current(word, bits)) {
      continue;
    }
    own = &fat_of(bits);
    if (own->is_owned_by(self)) {
      return true;
    }
    own->guard().unlock();
    return false;
  }
}

// Each operation loads the word and acts on a thin or a fat lock. If the word changes meanwhile,
// the operation looks again.
class ThinLocks final : public LockMode {
 public:
  MonitorResult enter(ExecEnv& self, LockTarget target) const override {
    check_may_stop(self);
    FatMonitor* blocked_at = nullptr;
    {
      NoSafepoint still(self);
      MonitorResult result = try_enter(self, target.word(), blocked_at, still);
      if (blocked_at == nullptr) {
        return result;
      }
    }
    // Self is queued, so the monitor is not idle and cannot be deflated meanwhile.
    blocked_at->enter_from_queue(self, target);
    return MonitorResult::kOk;
  }

  MonitorResult exit(ExecEnv& self, LockTarget target) const override {
    NoSafepoint still(self);
    MultiUseWord& word = target.word();
    for (;;) {
      LockBits bits = word.load(std::memory_order_acquire);
      // A contender or a wait has inflated the lock.
      if (is_fat(bits)) {
        return exit_fat(self, word);
      }
      if (is_free(bits) || numbers().thread_of(bits) != &self) {
        return MonitorResult::kNotOwner;
      }
      std::uint64_t count = CountField::get(bits) - 1;
      // At count 0 the owner is cleared, too. Hash and age stay.
      LockBits left = with_lock(bits, count == 0 ? 0 : OwnerField::get(bits), count);
      // release: publishes the critical section. A failed CAS means that a contender has inflated
      // the lock, or that a hash was installed. The loop then looks again.
      if (word.cas(bits, left, std::memory_order_release, std::memory_order_relaxed)) {
        return MonitorResult::kOk;
      }
    }
  }

  MonitorResult wait(ExecEnv& self, LockTarget target, Deadline until) const override {
    check_may_stop(self);
    FatMonitor* monitor = nullptr;
    {
      NoSafepoint still(self);
      // A thread can only wait at a fat monitor, so this inflates.
      MonitorResult why{};
      if (!lock_own_monitor(self, target.word(), monitor, why)) {
        return why;
      }
    }
    return wait_on_fat(self, target, *monitor, until);
  }

  MonitorResult notify(ExecEnv& self, LockTarget target, bool all) const override {
    NoSafepoint still(self);
    LockCounters::count(self.counters_.notifies);
    if (!is_held(self, target)) {
      return MonitorResult::kNotOwner;
    }
    LockBits bits = target.word().load(std::memory_order_acquire);
    // Nobody waits at a thin lock.
    if (is_fat(bits)) {
      // Self owns the monitor, so it stays.
      MutexLock lock(fat_of(bits).guard());
      fat_of(bits).notify(all, still);
    }
    return MonitorResult::kOk;
  }

  bool is_held(ExecEnv& self, LockTarget target) const override {
    NoSafepoint still(self);
    MultiUseWord& word = target.word();
    for (;;) {
      LockBits bits = word.load(std::memory_order_acquire);
      if (!is_fat(bits)) {
        return !is_free(bits) && numbers().thread_of(bits) == &self;
      }
      if (lock_if_current(word, bits)) {
        bool held = fat_of(bits).is_owned_by(self);
        fat_of(bits).guard().unlock();
        return held;
      }
    }
  }

  std::uint32_t hash(ExecEnv& self, MultiUseWord& word, const NoSafepoint&) const override {
    for (;;) {
      LockBits bits = word.load(std::memory_order_acquire);
      if (is_fat(bits)) {
        if (!lock_if_current(word, bits)) {
          continue;
        }
        LockBits displaced = fat_of(bits).displaced().load(std::memory_order_relaxed);
        install_hash(self, displaced);
        // The guard is held, so no deflation can restore the word without the hash.
        fat_of(bits).displaced().store(displaced, std::memory_order_relaxed);
        fat_of(bits).guard().unlock();
        return hash_of(displaced);
      }
      LockBits hashed = bits;
      // The word is thin or free: hash and lock are in one word, so the CAS fails if either
      // changed.
      if (!install_hash(self, hashed) ||
          word.cas(bits, hashed, std::memory_order_acq_rel, std::memory_order_relaxed)) {
        return hash_of(hashed);
      }
    }
  }

  MonitorView view(ExecEnv&, MultiUseWord& word, const NoSafepoint&) const override {
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

  MonitorView view_at_safepoint(const MultiUseWord& word) const override {
    LockBits bits = word.load(std::memory_order_acquire);
    return is_fat(bits) ? fat_of(bits).view() : view_thin(bits);
  }

  void visit_queue(const MultiUseWord& word, QueueVisitor& visitor) const override {
    LockBits bits = word.load(std::memory_order_acquire);
    if (is_fat(bits)) {
      fat_of(bits).visit_queue(visitor);
    }
  }

  const void* monitor_address(const MultiUseWord& word) const override {
    LockBits bits = word.load(std::memory_order_acquire);
    return is_fat(bits) ? &fat_of(bits) : nullptr;
  }

  // REQUIRES: the word is fat, which LockMode calls "not NEUTRAL".
  Atomic<LockBits>& displaced_word(MultiUseWord& word) const override {
    return fat_of(word.load(std::memory_order_acquire)).displaced();
  }

  void verify(const MultiUseWord& word) const override {
    LockBits bits = word.load(std::memory_order_acquire);
    if (is_fat(bits)) {
      MJ_CHECK(is_neutral_format(fat_of(bits).displaced().load(std::memory_order_relaxed)),
               "a fat monitor's word is not in its format");
      return;
    }
    MJ_CHECK(is_neutral_format(bits), "the word %#zx is neither thin nor fat", bits);
    MJ_CHECK(is_free(bits) == (CountField::get(bits) == 0),
             "the thin word %#zx has a count without an owner, or none with one", bits);
  }

 private:
  static MonitorView view_thin(LockBits bits) {
    MonitorView seen;
    seen.owner = is_free(bits) ? nullptr : numbers().thread_of(bits);
    seen.entry_count = static_cast<std::uint32_t>(CountField::get(bits));
    return seen;
  }

  // Enters, or queues self in a fat monitor. `blocked_at` becomes the monitor where self has been
  // queued; otherwise it stays null.
  static MonitorResult try_enter(ExecEnv& self, MultiUseWord& word, FatMonitor*& blocked_at,
                                 const NoSafepoint& still) {
    // A thread without a number locks no object thinly; in mode heavy no thread has one.
    std::uint64_t me = locking_mode() == LockingMode::kHeavy ? 0 : numbers().number_of(self);
    for (;;) {
      LockBits bits = word.load(std::memory_order_acquire);
      if (is_fat(bits)) {
        if (!lock_if_current(word, bits)) {
          continue;
        }
        blocked_at = fat_of(bits).enter_or_queue(self, still) ? nullptr : &fat_of(bits);
        fat_of(bits).guard().unlock();
        return MonitorResult::kOk;
      }
      // In the common case the lock can stay thin: it is free or ours, and the count (9 bits) has
      // room. Otherwise it is inflated, and the loop looks again.
      bool ours = me != 0 && (is_free(bits) || OwnerField::get(bits) == me);
      if (!ours || CountField::get(bits) == CountField::kMax) {
        if (!inflate(word, bits)) {
          return MonitorResult::kOutOfMemory;
        }
        continue;
      }
      LockBits locked = with_lock(bits, me, CountField::get(bits) + 1);
      // acquire: pairs with the release of the last exit.
      if (word.cas(bits, locked, std::memory_order_acq_rel, std::memory_order_relaxed)) {
        return MonitorResult::kOk;
      }
    }
  }

  // Exits a monitor that was fat a moment ago. Deflates it if self was its last user.
  static MonitorResult exit_fat(ExecEnv& self, MultiUseWord& word) {
    FatMonitor* monitor = nullptr;
    MonitorResult why{};
    // kNotOwner. kOutOfMemory is impossible: if self owned a thin lock, exit() would not have come
    // here, and a fat monitor that self owns is not deflated.
    if (!lock_own_monitor(self, word, monitor, why)) {
      return why;
    }
    ExecEnv* contender = monitor->leave(self);
    release_guard(word, *monitor);
    // The guard has been released. If there is a contender, it is queued, so the monitor was not
    // idle.
    invite(self, contender);
    return MonitorResult::kOk;
  }
};

}  // namespace

const LockMode& thin_locks() {
  static constexpr ThinLocks modes;
  return modes;
}

}  // namespace minijvm::sync
