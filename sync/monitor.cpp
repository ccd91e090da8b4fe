#include "sync/monitor.h"

#include "sync/lock_record.h"
#include "sync/meta_lock.h"
#include "sync/thread_state.h"

namespace minijvm::sync {
namespace {

Atomic<NotifyOrder> notify_order{NotifyOrder::kFifo};
Atomic<ReenterHook> reenter_hook{nullptr};

std::uint64_t address_of(const MultiUseWord& word) { return reinterpret_cast<std::uintptr_t>(&word); }

bool is_owned_by(const ExecEnv& self, LockBits bits) {
  return lock_state(bits) == LockState::LOCKED && lock_record(bits)->owner.load(std::memory_order_relaxed) == &self;
}

bool is_waiter(const LockRecord* record) {
  // acquire: pairs with the CAS that decided the wait.
  return record->owner.load(std::memory_order_relaxed)->wait_state_.load(std::memory_order_acquire) == WaitState::kWaiting;
}

LockBits locked_with_queue(const LockRecord* first) {
  return locked_bits(first, first->queue.load(std::memory_order_relaxed) != nullptr);
}

// The paper's wakeupEE: the first thread in the queue that wants the monitor rather than a notification, or null. A suspended one is
// passed over, else the monitor would be stuck in its hands; resume() wakes it, and it looks for itself.
// REQUIRES: the meta-lock. Invite it after the release, so that it does not wake into a BUSY word.
ExecEnv* first_contender(LockRecord* first) {
  for (LockRecord* record = first; record != nullptr; record = record->queue.load(std::memory_order_relaxed)) {
    ExecEnv* owner = record->owner.load(std::memory_order_relaxed);
    if (!is_waiter(record) && !owner->suspended()) {
      return owner;
    }
  }
  return nullptr;
}

void invite(ExecEnv& self, ExecEnv* contender) {
  if (contender == nullptr || contender == &self) {
    return;
  }
  LockCounters::count(self.counters_.unparks_by_exit);
  contender->monitor_parker().unpark();  // no system call if it has its permit already
}

// What an attempt to enter left behind.
enum class Entered : std::uint8_t { kYes, kQueued };

// Figure 6, monitorEnter, under the meta-lock. `mine` is set to the record that was queued.
Entered enter_under_meta_lock(ExecEnv& self, MultiUseWord& word, LockRecord*& mine, const NoSafepoint& still) {
  LockBits bits = get_meta_lock(self, word, still);
  if (is_owned_by(self, bits)) {
    ++lock_record(bits)->lock_count;
    release_meta_lock(self, word, bits, still);
    return Entered::kYes;
  }
  mine = self.lock_records_.take();
  switch (lock_state(bits)) {
    case LockState::NEUTRAL:
      mine->stored_bits.store(bits, std::memory_order_relaxed);
      release_meta_lock(self, word, locked_bits(mine, false), still);
      return Entered::kYes;
    case LockState::WAITERS:
      prepend_to_queue(lock_record(bits), mine);
      release_meta_lock(self, word, locked_with_queue(mine), still);  // E3: with Q
      return Entered::kYes;
    case LockState::LOCKED:
      append_to_queue(lock_record(bits), mine);
      release_meta_lock(self, word, bits | kQueueBit, still);  // E4
      return Entered::kQueued;
    case LockState::BUSY: break;
  }
  MJ_UNREACHABLE("the meta-lock was got with the word %#zx", bits);
}

// Figure 7, one round of monitorEnterSlow: takes the monitor for a record that is in its queue, unless somebody owns it or self is suspended.
bool try_enter_queued(ExecEnv& self, MultiUseWord& word, LockRecord* mine) {
  NoSafepoint still(self);
  LockBits bits = get_meta_lock(self, word, still);
  if (lock_state(bits) == LockState::LOCKED) {
    release_meta_lock(self, word, bits | kQueueBit, still);
    return false;
  }
  MJ_DCHECK(lock_state(bits) == LockState::WAITERS, "the word %#zx is NEUTRAL, yet a record is queued", bits);
  if (self.suspended()) {  // the invitation came first: pass it on
    ExecEnv* contender = first_contender(lock_record(bits));
    release_meta_lock(self, word, bits, still);
    invite(self, contender);
    return false;
  }
  move_to_front(lock_record(bits), mine);
  release_meta_lock(self, word, locked_with_queue(mine), still);
  return true;
}

void park_for_monitor(ExecEnv& self, LockTarget target) {
  BlockedOn mark(self, BlockKind::kMonitorEnter, target.slot());
  VmToBlocked blocked(self);
  self.monitor_parker().park(Deadline::forever());
}

// The last exit of `mine`, the owner's record. Consumes the meta-lock.
void leave_under_meta_lock(ExecEnv& self, MultiUseWord& word, LockRecord* mine, const NoSafepoint& still) {
  LockBits stored = mine->stored_bits.load(std::memory_order_relaxed);
  LockRecord* next = remove_first(mine);
  if (next == nullptr) {
    release_meta_lock(self, word, stored, still);
    self.lock_records_.recycle(mine);
    return;
  }
  ExecEnv* contender = first_contender(next);
  release_meta_lock(self, word, waiters_bits(next), still);
  self.lock_records_.recycle(mine);
  invite(self, contender);
}

// The release half of monitorWait: the owner's record stays in the queue with its count. Consumes the meta-lock.
void leave_as_waiter(ExecEnv& self, MultiUseWord& word, LockRecord* mine, const NoSafepoint& still) {
  LockRecord* first = mine;
  bool to_tail = notify_order.load(std::memory_order_relaxed) == NotifyOrder::kFifo && mine->queue.load(std::memory_order_relaxed) != nullptr;
  if (to_tail) {
    first = remove_first(mine);
    append_to_queue(first, mine);  // E7
  }
  ExecEnv* contender = first_contender(first);
  release_meta_lock(self, word, waiters_bits(first), still);
  invite(self, contender);
}

void decide(ExecEnv& self, WaitState outcome) {
  WaitState expected = WaitState::kWaiting;
  // acq_rel: one winner among notify, interrupt and time-out (E8).
  self.wait_state_.compare_exchange_strong(expected, outcome, std::memory_order_acq_rel, std::memory_order_relaxed);
}

// Parks until one CAS has decided the wait.
WaitState await_decision(ExecEnv& self, LockTarget target, Deadline until) {
  if (self.interrupted()) {  // seq_cst: Dekker with interrupt(), which stores the flag and then tries the CAS
    decide(self, WaitState::kInterrupted);
  }
  BlockedOn mark(self, BlockKind::kMonitorWait, target.slot());
  for (;;) {
    WaitState state = self.wait_state_.load(std::memory_order_acquire);  // acquire: the decider's release
    if (state != WaitState::kWaiting) {
      return state;
    }
    {
      VmToBlocked blocked(self);
      self.monitor_parker().park(until);
    }
    if (until.passed()) {
      decide(self, WaitState::kTimedOut);
    }
  }
}

void announce_reenter(ExecEnv& waiter, const NoSafepoint& still) {
  if (ReenterHook hook = reenter_hook.load(std::memory_order_relaxed)) {
    hook(waiter, still);
  }
}

// Figure 8, notifyOneOrAll: the first waiter, or every one, becomes a contender. Wakes nobody: the next exit invites.
void notify_queue(LockRecord* owners, bool all, const NoSafepoint& still) {
  // acquire: pairs with the release in append_to_queue; records behind the owner's stay linked while it owns the monitor.
  for (LockRecord* record = owners->queue.load(std::memory_order_acquire); record != nullptr;
       record = record->queue.load(std::memory_order_acquire)) {
    WaitState expected = WaitState::kWaiting;
    ExecEnv& waiter = *record->owner.load(std::memory_order_relaxed);
    if (!waiter.wait_state_.compare_exchange_strong(expected, WaitState::kNotified, std::memory_order_acq_rel, std::memory_order_relaxed)) {
      continue;
    }
    announce_reenter(waiter, still);  // it cannot go on: the monitor is ours
    if (!all) {
      return;
    }
  }
}

MonitorResult notify(ExecEnv& self, LockTarget target, bool all) {
  NoSafepoint still(self);
  MultiUseWord& word = target.word();
  LockCounters::count(self.counters_.notifies);
  MJ_EVENT(self.events(), Event::monitor_notify, address_of(word), all ? 1 : 0);
  LockBits bits = word.load(std::memory_order_acquire);  // acquire: the record may be another thread's
  if (is_owned_by(self, bits)) {  // 4.4: a read of the word suffices for the owner
    LockCounters::count(self.counters_.notifies_without_meta_lock);
    notify_queue(lock_record(bits), all, still);
    return MonitorResult::kOk;
  }
  bits = get_meta_lock(self, word, still);
  bool owner = is_owned_by(self, bits);
  if (owner) {
    notify_queue(lock_record(bits), all, still);
  }
  release_meta_lock(self, word, bits, still);
  return owner ? MonitorResult::kOk : MonitorResult::kNotOwner;
}

// REQUIRES: the meta-lock, or a stopped world.
MonitorView view_bits(LockBits bits) {
  MonitorView view;
  LockState state = lock_state(bits);
  if (state == LockState::NEUTRAL) {
    return view;
  }
  LockRecord* record = lock_record(bits);
  if (state == LockState::LOCKED) {
    view.owner = record->owner.load(std::memory_order_relaxed);
    record = record->queue.load(std::memory_order_relaxed);
  }
  for (; record != nullptr; record = record->queue.load(std::memory_order_relaxed)) {
    ++(is_waiter(record) ? view.waiters : view.contenders);
  }
  return view;
}

}  // namespace

void set_reenter_hook(ReenterHook hook) { reenter_hook.store(hook, std::memory_order_relaxed); }

void set_notify_order(NotifyOrder order) { notify_order.store(order, std::memory_order_relaxed); }

MonitorResult monitor_enter(ExecEnv& self, LockTarget target) {
  check_may_stop(self);
  if (!self.lock_records_.prepare(self)) {  // before the meta-lock: nothing is allocated under it
    return MonitorResult::kOutOfMemory;
  }
  LockRecord* mine = nullptr;
  {
    NoSafepoint still(self);
    MultiUseWord& word = target.word();
    if (try_fast_enter(self, word)) {
      return MonitorResult::kOk;
    }
    LockCounters::count(self.counters_.meta_enters);
    if (enter_under_meta_lock(self, word, mine, still) == Entered::kYes) {
      MJ_EVENT(self.events(), Event::monitor_enter, address_of(word), 0);
      return MonitorResult::kOk;
    }
    LockCounters::count(self.counters_.contended_enters);
    MJ_EVENT(self.events(), Event::monitor_block, address_of(word), 0);
  }
  do {
    park_for_monitor(self, target);  // the collector may move the object
  } while (!try_enter_queued(self, target.word(), mine));
  return MonitorResult::kOk;
}

MonitorResult monitor_exit(ExecEnv& self, LockTarget target) {
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
  if (mine->lock_count > 1) {
    --mine->lock_count;
    release_meta_lock(self, word, bits, still);
    return MonitorResult::kOk;
  }
  leave_under_meta_lock(self, word, mine, still);
  return MonitorResult::kOk;
}

MonitorResult monitor_wait(ExecEnv& self, LockTarget target, Deadline until) {
  check_may_stop(self);
  LockRecord* mine = nullptr;
  std::uint32_t count = 0;
  {
    NoSafepoint still(self);
    MultiUseWord& word = target.word();
    LockBits bits = get_meta_lock(self, word, still);
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
    self.wait_state_.store(WaitState::kWaiting, std::memory_order_seq_cst);  // Dekker with interrupt()
    leave_as_waiter(self, word, mine, still);
  }
  WaitState outcome = await_decision(self, target, until);
  self.wait_state_.store(WaitState::kNone, std::memory_order_release);
  if (outcome != WaitState::kNotified) {
    NoSafepoint still(self);
    announce_reenter(self, still);
  }
  while (!try_enter_queued(self, target.word(), mine)) {
    park_for_monitor(self, target);
  }
  MJ_CHECK(mine->lock_count == count, "the lock count was %u before a wait and is %u after it", count, mine->lock_count);  // M6
  switch (outcome) {
    case WaitState::kTimedOut: return MonitorResult::kTimedOut;
    case WaitState::kInterrupted: self.clear_interrupt(); return MonitorResult::kInterrupted;
    default: return MonitorResult::kOk;
  }
}

MonitorResult monitor_notify(ExecEnv& self, LockTarget target) { return notify(self, target, false); }

MonitorResult monitor_notify_all(ExecEnv& self, LockTarget target) { return notify(self, target, true); }

bool holds_lock(ExecEnv& self, LockTarget target) {
  NoSafepoint still(self);
  MultiUseWord& word = target.word();
  LockBits bits = word.load(std::memory_order_acquire);  // acquire: the record may be another thread's
  if (lock_state(bits) == LockState::BUSY) {
    bits = get_meta_lock(self, word, still);
    bool owner = is_owned_by(self, bits);
    release_meta_lock(self, word, bits, still);
    return owner;
  }
  return is_owned_by(self, bits);
}

MonitorView view_monitor(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) {
  LockBits bits = get_meta_lock(self, word, still);
  MonitorView view = view_bits(bits);
  release_meta_lock(self, word, bits, still);
  return view;
}

MonitorView view_monitor_at_safepoint(const MultiUseWord& word) {
  LockBits bits = word.load(std::memory_order_acquire);
  MJ_CHECK(lock_state(bits) != LockState::BUSY, "the word %#zx is BUSY in a stopped world", bits);
  MonitorView view = view_bits(bits);
  view.entry_count = view.owner == nullptr ? 0 : lock_record(bits)->lock_count;
  return view;
}

void verify_monitor(const MultiUseWord& word) {
  LockBits bits = word.load(std::memory_order_acquire);
  LockState state = lock_state(bits);
  MJ_CHECK(state != LockState::BUSY, "the word %#zx is BUSY in a stopped world", bits);
  if (state == LockState::NEUTRAL) {
    MJ_CHECK(is_neutral_format(bits), "the word %#zx is NEUTRAL, but not in its format", bits);
    return;
  }
  const LockRecord* first = lock_record(bits);
  MJ_CHECK(first != nullptr, "the word %#zx names no lock record", bits);  // M4
  MJ_CHECK(is_neutral_format(first->stored_bits.load(std::memory_order_relaxed)), "stored bits are not in NEUTRAL format");  // M2
  const LockRecord* last = first;
  while (last->queue.load(std::memory_order_relaxed) != nullptr) {
    last = last->queue.load(std::memory_order_relaxed);
  }
  MJ_CHECK(first->tail == last, "the tail of a queue is not its last record");
  if (state == LockState::LOCKED) {
    MJ_CHECK(first == last || queue_bit(bits), "the word %#zx is LOCKED with a queue but without Q", bits);  // M1
    MJ_CHECK(first->lock_count >= 1, "the owner's lock count is 0");                                         // M3
  }
}

}  // namespace minijvm::sync
