// The monitor of the meta-lock modes (meta-fast, meta, tas): figures 6 to 8 of Agesen et al.,
// OOPSLA '99. The queue policy (queue_policy.h) orders the threads in a monitor's queue; the code
// here holds the meta-lock around each call of it, and writes the word.
// All callers are in kInVm and hold no NoSafepoint.
#include "sync/monitor.h"

#include "sync/block_events.h"
#include "sync/identity_hash.h"
#include "sync/lock_record.h"
#include "sync/lock_statistics.h"
#include "sync/meta_lock.h"
#include "sync/queue_policy.h"
#include "sync/sync_state.h"

namespace minijvm::sync {
namespace {

// REQUIRES: the meta-lock is held, or `bits` were loaded with acquire. An answer of true stays
// true: only self can change it.
bool is_owned_by(const ExecEnv& self, LockBits bits) {
  return lock_state(bits) == LockState::LOCKED &&
         lock_record(bits)->owner.load(std::memory_order_relaxed) == &self;
}

// Section 7: "it might improve efficiency if a thread attempting to release a monitor-lock could be
// given preferential treatment at the meta-lock level". The meta-lock's order is that of the swaps,
// so a thread that wants to enter delays its swap while the meta-lock is held, for a bounded time;
// one that exits does not.
void give_way(const MultiUseWord& word) {
  constexpr int kMostPauses = bounded_spin(200);  // about 2 us
  if (!sync_state.locks.prefers_releasers.load(std::memory_order_relaxed)) {
    return;
  }
  for (int left = kMostPauses; left > 0; --left) {
    if (lock_state(word.load(std::memory_order_relaxed)) != LockState::BUSY) {
      return;
    }
    spin_pause();
  }
}

// Figure 6, monitorEnter, states LOCKED (by another) and WAITERS. Returns null if self has entered,
// otherwise `mine`, which is queued now.
// Not inline, so that the common case above stays short.
[[gnu::noinline]] LockRecord* enter_after_others(ExecEnv& self, MultiUseWord& word, LockBits bits,
                                                 LockRecord* mine, const NoSafepoint& still) {
  if (lock_state(bits) == LockState::LOCKED) {
    const std::uint32_t owner = id_for_log(lock_record(bits)->owner);
    queue_policy().append(settled(lock_record(bits)), mine);
    // E4: the figure releases the word without Q, and the owner's fast unlock would drop the queue.
    release_meta_lock(self, word, bits | kQueueBit, still);
    note_queued(self, word, owner);
    return mine;
  }
  MJ_CHECK(lock_state(bits) == LockState::WAITERS, "the meta-lock was got with the word %#zx",
           bits);
  bool queue = queue_policy().enter_new(lock_record(bits), mine);
  // E3: Q is set if a queue is left behind `mine`.
  release_meta_lock(self, word, locked_bits(mine, queue), still);
  return nullptr;
}

// Figure 6, monitorEnter: returns null if self has entered, otherwise the record that was queued.
// REQUIRES: a record is prepared.
LockRecord* enter_under_meta_lock(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) {
  give_way(word);
  LockBits bits = get_meta_lock(self, word, still);
  // The word is LOCKED by self: this is a recursive entry.
  if (is_owned_by(self, bits)) {
    ++lock_record(bits)->lock_count;
    release_meta_lock(self, word, bits | (kCountInQueueBit ? kQueueBit : 0), still);
    return nullptr;
  }
  LockRecord* mine = self.lock_records_.take();
  if (lock_state(bits) != LockState::NEUTRAL) {
    return enter_after_others(self, word, bits, mine, still);
  }
  // The word is NEUTRAL: it is displaced into the record.
  mine->stored_bits.store(counted(bits), std::memory_order_relaxed);
  release_meta_lock(self, word, locked_bits(mine, false), still);
  return nullptr;
}

// A single queue allows the enter of a WAITERS word by one CAS; of three queues, all three would
// have to change hands.
bool enters_waiters_by_cas() {
  return sync_state.locks.waiters_by_cas.load(std::memory_order_relaxed) &&
         monitor_policy() == MonitorPolicy::kSingle;
}

// Writes the word before it wakes the next thread, so that the thread does not wake into a BUSY
// word.
void release_and_invite(ExecEnv& self, MultiUseWord& word, Departure left,
                        const NoSafepoint& still) {
  release_meta_lock(self, word, left.bits, still);
  invite(self, left.invited);
}

// An exit has handed the monitor over (5.3): `bits` refer to self's record. Returns false if self
// was suspended meanwhile; the monitor then goes on to the next thread.
bool accept(ExecEnv& self, MultiUseWord& word, LockBits bits, const NoSafepoint& still) {
  if (!self.suspended()) {
    // If Q is set without a queue, that only costs one slow exit.
    release_meta_lock(self, word, bits | kQueueBit, still);
    return true;
  }
  release_and_invite(self, word, queue_policy().decline(lock_record(bits), still), still);
  return false;
}

// Figure 7, one round of monitorEnterSlow: takes the monitor for a record that is in its queue.
// Returns false if another thread owns the monitor or self is suspended.
bool try_enter_queued(ExecEnv& self, MultiUseWord& word, LockRecord* mine) {
  NoSafepoint still(self);
  give_way(word);
  LockBits bits = get_meta_lock(self, word, still);
  // The last exit of a monitor with a queue leaves WAITERS, and our record is in the queue.
  MJ_DCHECK(lock_state(bits) != LockState::NEUTRAL,
            "the word %#zx is NEUTRAL, yet a record is queued", bits);
  LockRecord* first = lock_record(bits);
  if (lock_state(bits) == LockState::LOCKED) {
    // The first record is ours already only after a hand-over.
    if (first == mine) {
      return accept(self, word, bits, still);
    }
    // Another thread was faster. Self waits for its exit.
    queue_policy().stay(first, mine);
    release_meta_lock(self, word, bits | kQueueBit, still);
    return false;
  }
  // The invitation came before the suspension. It is passed on, since a suspended thread must not
  // hold up the others.
  if (self.suspended()) {
    ExecEnv* contender = queue_policy().next_contender(first);
    release_meta_lock(self, word, bits, still);
    invite(self, contender);
    return false;
  }
  // E3: Q is set if a queue is left behind `mine`.
  bool queue = queue_policy().enter_queued(first, mine);
  bool again = kCountInQueueBit && mine->lock_count > 1;
  release_meta_lock(self, word, locked_bits(mine, queue || again), still);
  return true;
}

// REQUIRES: the meta-lock is held, or the world is stopped. Leaves the entry count at 0, since the
// owner may be changing it.
MonitorView view_bits(LockBits bits) {
  struct Count final : QueueVisitor {
    void visit(ExecEnv&, bool is_waiter) override {
      ++(is_waiter ? view.waiters : view.contenders);
    }
    MonitorView view;
  };
  Count count;
  if (lock_state(bits) != LockState::NEUTRAL) {
    bool locked = lock_state(bits) == LockState::LOCKED;
    count.view.owner = locked ? lock_record(bits)->owner.load(std::memory_order_relaxed) : nullptr;
    queue_policy().visit(lock_record(bits), locked, count);
  }
  return count.view;
}

// Returns the word. REQUIRES: the world is stopped.
LockBits settled_bits(const MultiUseWord& word) {
  LockBits bits = word.load(std::memory_order_acquire);
  // I3 of meta_lock.h.
  MJ_CHECK(lock_state(bits) != LockState::BUSY, "the word %#zx is BUSY in a stopped world", bits);
  return bits;
}

// One class serves three modes. Their differences are hidden in get_meta_lock (tas) and in the
// thread's list of records (meta-fast).
class MetaMonitor final : public LockMode {
 public:
  MonitorResult enter(ExecEnv& self, LockTarget target) const override;
  MonitorResult exit(ExecEnv& self, LockTarget target) const override;
  MonitorResult wait(ExecEnv& self, LockTarget target, Deadline until) const override;
  MonitorResult notify(ExecEnv& self, LockTarget target, bool all) const override;
  bool is_held(ExecEnv& self, LockTarget target) const override;
  std::uint32_t hash(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) const override {
    return meta_identity_hash(self, word, still);
  }
  MonitorView view(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) const override;
  MonitorView view_at_safepoint(const MultiUseWord& word) const override;
  void visit_queue(const MultiUseWord& word, QueueVisitor& visitor) const override;
  const void* monitor_address(const MultiUseWord& word) const override;
  Atomic<LockBits>& displaced_word(MultiUseWord& word) const override {
    return keeper_of(lock_record(settled_bits(word)))->stored_bits;
  }
  void verify(const MultiUseWord& word) const override;
};

MonitorResult MetaMonitor::enter(ExecEnv& self, LockTarget target) const {
  check_may_stop(self);
  // The record is prepared first, because nothing may be allocated under the meta-lock.
  if (!self.lock_records_.prepare(self)) {
    return MonitorResult::kOutOfMemory;
  }
  LockRecord* mine = nullptr;
  {
    NoSafepoint still(self);
    MultiUseWord& word = target.word();
    // All three fail in the modes without fast paths.
    if (try_fast_enter(self, word) || self.enter_spin_.try_enter(self, word) ||
        (enters_waiters_by_cas() && try_enter_waiters(self, word))) {
      return MonitorResult::kOk;
    }
    LockCounters::count(self.counters_.meta_enters);
    mine = enter_under_meta_lock(self, word, still);
    if (mine == nullptr) {
      MJ_EVENT(self.events(), Event::monitor_enter, address_of(word), 0);
      return MonitorResult::kOk;
    }
    LockCounters::count(self.counters_.contended_enters);
    self.must_enter(still);
  }
  // Figure 7: the object may move while self is parked, so its word is found each time again.
  do {
    park_for_monitor(self, target);
  } while (!try_enter_queued(self, target.word(), mine));
  self.has_entered(NoSafepoint(self));
  return MonitorResult::kOk;
}

MonitorResult MetaMonitor::exit(ExecEnv& self, LockTarget target) const {
  NoSafepoint still(self);
  MultiUseWord& word = target.word();
  if (try_fast_exit(self, word)) {
    return MonitorResult::kOk;
  }
  LockBits bits = get_meta_lock(self, word, still);
  if (!is_owned_by(self, bits)) {
    release_meta_lock(self, word, bits, still);
    return MonitorResult::kNotOwner;
  }
  MJ_EVENT(self.events(), Event::monitor_exit, address_of(word), 0);
  LockRecord* mine = lock_record(bits);
  // Figure 6, monitorExit: self still owns the monitor afterwards.
  if (mine->lock_count > 1) {
    --mine->lock_count;
    release_meta_lock(self, word, bits, still);
    return MonitorResult::kOk;
  }
  // This is the last exit. Without Q there is no queue, and the word becomes NEUTRAL again, with a
  // hash that may have been installed meanwhile.
  if (queue_bit(bits)) {
    release_and_invite(self, word, queue_policy().leave(settled(mine), still), still);
  } else {
    release_meta_lock(self, word, mine->stored_bits.load(std::memory_order_relaxed), still);
  }
  self.lock_records_.recycle(mine);
  return MonitorResult::kOk;
}

// Figure 8, monitorWait: the owner's record stays in the queue with its count.
MonitorResult MetaMonitor::wait(ExecEnv& self, LockTarget target, Deadline until) const {
  check_may_stop(self);
  LockRecord* mine = nullptr;
  std::uint32_t count = 0;
  {
    NoSafepoint still(self);
    MultiUseWord& word = target.word();
    LockBits bits = get_meta_lock(self, word, still);
    // E2: the owner is checked first, and each path releases the meta-lock once. An interrupt that
    // came before the wait ends it at once (JLS 17.2.1).
    bool owner = is_owned_by(self, bits);
    if (!owner || self.interrupted()) {
      release_meta_lock(self, word, bits, still);
      if (owner) {
        self.clear_interrupt();
      }
      return owner ? MonitorResult::kInterrupted : MonitorResult::kNotOwner;
    }
    LockCounters::count(self.counters_.waits);
    MJ_EVENT(self.events(), Event::monitor_wait, address_of(word), until.ns());
    mine = lock_record(bits);
    count = mine->lock_count;
    // This is done under the meta-lock, before the word leaves LOCKED: a notifier sees the wait as
    // soon as it can own the monitor.
    begin_wait(self);
    release_and_invite(self, word, queue_policy().leave_to_wait(settled(mine), still), still);
  }
  // From here on the object may move: `word` is stale.
  WaitState outcome = finish_wait(self, target, until);
  while (!try_enter_queued(self, target.word(), mine)) {
    park_for_monitor(self, target);
  }
  // M6 (monitor.h).
  MJ_CHECK(mine->lock_count == count, "the lock count was %u before a wait and is %u after it",
           count, mine->lock_count);
  return result_of_wait(self, outcome);
}

MonitorResult MetaMonitor::notify(ExecEnv& self, LockTarget target, bool all) const {
  NoSafepoint still(self);
  MultiUseWord& word = target.word();
  LockCounters::count(self.counters_.notifies);
  MJ_EVENT(self.events(), Event::monitor_notify, address_of(word), all ? 1 : 0);
  // acquire: the record may be another thread's, and its owner is read.
  LockBits bits = word.load(std::memory_order_acquire);
  // 4.4, last paragraph: a read of the word tells the owner that it is the owner, and it may then
  // walk the queue without the meta-lock. New waiters cannot appear, since they would have to own
  // the monitor, and new contenders are appended at the end. The three queues do not allow this;
  // there only "nobody is queued" (Q = 0) is known without the meta-lock.
  bool alone =
      is_owned_by(self, bits) && (queue_policy().notifies_without_meta_lock() || !queue_bit(bits));
  if (alone) {
    LockCounters::count(self.counters_.notifies_without_meta_lock);
    if (queue_bit(bits)) {
      queue_policy().notify(lock_record(bits), all, still);
    }
    return MonitorResult::kOk;
  }
  bits = get_meta_lock(self, word, still);
  bool owner = is_owned_by(self, bits);
  if (owner && queue_bit(bits)) {
    queue_policy().notify(lock_record(bits), all, still);
  }
  release_meta_lock(self, word, bits, still);
  return owner ? MonitorResult::kOk : MonitorResult::kNotOwner;
}

// If the word is not BUSY, it gives the answer. The record may be a foreign owner's; it is only
// compared.
bool MetaMonitor::is_held(ExecEnv& self, LockTarget target) const {
  NoSafepoint still(self);
  MultiUseWord& word = target.word();
  // acquire: the record may be another thread's, and its owner is read.
  LockBits bits = word.load(std::memory_order_acquire);
  // Some thread holds the meta-lock, and the word says nothing about the monitor. Self waits for
  // that thread.
  if (lock_state(bits) == LockState::BUSY) {
    bits = get_meta_lock(self, word, still);
    bool owner = is_owned_by(self, bits);
    release_meta_lock(self, word, bits, still);
    return owner;
  }
  return is_owned_by(self, bits);
}

MonitorView MetaMonitor::view(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) const {
  LockBits bits = get_meta_lock(self, word, still);
  MonitorView view = view_bits(bits);
  release_meta_lock(self, word, bits, still);
  return view;
}

MonitorView MetaMonitor::view_at_safepoint(const MultiUseWord& word) const {
  LockBits bits = settled_bits(word);
  MonitorView view = view_bits(bits);
  // The world is stopped, so the owner's count does not change.
  view.entry_count = view.owner == nullptr ? 0 : lock_record(bits)->lock_count;
  return view;
}

void MetaMonitor::visit_queue(const MultiUseWord& word, QueueVisitor& visitor) const {
  LockBits bits = settled_bits(word);
  if (lock_state(bits) != LockState::NEUTRAL) {
    queue_policy().visit(lock_record(bits), lock_state(bits) == LockState::LOCKED, visitor);
  }
}

const void* MetaMonitor::monitor_address(const MultiUseWord& word) const {
  LockBits bits = settled_bits(word);
  return lock_state(bits) == LockState::NEUTRAL ? nullptr : lock_record(bits);
}

void MetaMonitor::verify(const MultiUseWord& word) const {
  LockBits bits = settled_bits(word);
  LockState state = lock_state(bits);
  if (state == LockState::NEUTRAL) {
    MJ_CHECK(is_neutral_format(bits) && ModeField::get(without_count_mark(bits)) == 0,
             "the word %#zx is NEUTRAL, but not in its format", bits);
    return;
  }
  LockRecord* first = lock_record(bits);
  // M4 (monitor.h).
  MJ_CHECK(first != nullptr, "the word %#zx names no lock record", bits);
  // M2 (monitor.h).
  MJ_CHECK(is_neutral_format(keeper_of(first)->stored_bits.load(std::memory_order_relaxed)),
           "stored bits are not in NEUTRAL format");
  bool locked = state == LockState::LOCKED;
  // M3 (monitor.h).
  MJ_CHECK(!locked || first->lock_count >= 1, "the owner's lock count is 0");
  // M1 (monitor.h).
  queue_policy().verify(first, locked, queue_bit(bits));
}

}  // namespace

const LockMode& meta_monitor() {
  static constexpr MetaMonitor monitor;
  return monitor;
}

}  // namespace minijvm::sync
