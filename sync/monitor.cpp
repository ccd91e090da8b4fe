#include "sync/monitor.h"

#include "sync/identity_hash.h"
#include "sync/lock_record.h"
#include "sync/lock_statistics.h"
#include "sync/meta_lock.h"
#include "sync/queue_policy.h"

namespace minijvm::sync {
namespace {

std::uint64_t address_of(const MultiUseWord& word) { return reinterpret_cast<std::uintptr_t>(&word); }

bool is_owned_by(const ExecEnv& self, LockBits bits) {
  return lock_state(bits) == LockState::LOCKED && lock_record(bits)->owner.load(std::memory_order_relaxed) == &self;
}

// The rest of figure 6: others have come before. Null: entered. Else `mine`, queued.
[[gnu::noinline]] LockRecord* enter_after_others(ExecEnv& self, MultiUseWord& word, LockBits bits, LockRecord* mine, const NoSafepoint& still) {
  if (lock_state(bits) == LockState::LOCKED) {
    queue_policy().append(lock_record(bits), mine);
    release_meta_lock(self, word, bits | kQueueBit, still);  // E4
    return mine;
  }
  MJ_CHECK(lock_state(bits) == LockState::WAITERS, "the meta-lock was got with the word %#zx", bits);
  bool queue = queue_policy().enter_new(lock_record(bits), mine);
  release_meta_lock(self, word, locked_bits(mine, queue), still);  // E3: with Q
  return nullptr;
}

// Figure 6, monitorEnter, under the meta-lock. Null: entered. Else the record that was queued. REQUIRES: a record is prepared.
LockRecord* enter_under_meta_lock(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) {
  LockBits bits = get_meta_lock(self, word, still);
  if (is_owned_by(self, bits)) {
    ++lock_record(bits)->lock_count;
    release_meta_lock(self, word, bits, still);
    return nullptr;
  }
  LockRecord* mine = self.lock_records_.take();
  if (lock_state(bits) != LockState::NEUTRAL) {
    return enter_after_others(self, word, bits, mine, still);
  }
  mine->stored_bits.store(counted(bits), std::memory_order_relaxed);
  release_meta_lock(self, word, locked_bits(mine, false), still);
  return nullptr;
}

void release_and_invite(ExecEnv& self, MultiUseWord& word, Departure left, const NoSafepoint& still) {
  release_meta_lock(self, word, left.bits, still);
  invite(self, left.invited);
}

// An exit has handed the monitor over (5.3): `bits` name self's record. False: self was suspended meanwhile and passes it on.
bool accept(ExecEnv& self, MultiUseWord& word, LockBits bits, const NoSafepoint& still) {
  if (!self.suspended()) {
    release_meta_lock(self, word, bits | kQueueBit, still);
    return true;
  }
  release_and_invite(self, word, queue_policy().decline(lock_record(bits)), still);
  return false;
}

// Figure 7, one round of monitorEnterSlow: takes the monitor for a record that is in its queue, unless somebody owns it or self is suspended.
bool try_enter_queued(ExecEnv& self, MultiUseWord& word, LockRecord* mine) {
  NoSafepoint still(self);
  LockBits bits = get_meta_lock(self, word, still);
  MJ_DCHECK(lock_state(bits) != LockState::NEUTRAL, "the word %#zx is NEUTRAL, yet a record is queued", bits);
  LockRecord* first = lock_record(bits);
  if (lock_state(bits) == LockState::LOCKED) {
    if (first == mine) {
      return accept(self, word, bits, still);
    }
    queue_policy().stay(first, mine);
    release_meta_lock(self, word, bits | kQueueBit, still);
    return false;
  }
  if (self.suspended()) {  // the invitation came first: pass it on
    ExecEnv* contender = queue_policy().next_contender(first);
    release_meta_lock(self, word, bits, still);
    invite(self, contender);
    return false;
  }
  bool queue = queue_policy().enter_queued(first, mine);
  release_meta_lock(self, word, locked_bits(mine, queue), still);
  return true;
}

// REQUIRES: the meta-lock, or a stopped world.
MonitorView view_bits(LockBits bits) {
  struct Count final : QueueVisitor {
    void visit(ExecEnv&, bool is_waiter) override { ++(is_waiter ? view.waiters : view.contenders); }
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

// REQUIRES: a stopped world.
LockBits settled_bits(const MultiUseWord& word) {
  LockBits bits = word.load(std::memory_order_acquire);
  MJ_CHECK(lock_state(bits) != LockState::BUSY, "the word %#zx is BUSY in a stopped world", bits);  // I3 of meta_lock.h
  return bits;
}

class MetaMonitor final : public LockMode {
 public:
  MonitorResult enter(ExecEnv& self, LockTarget target) override;
  MonitorResult exit(ExecEnv& self, LockTarget target) override;
  MonitorResult wait(ExecEnv& self, LockTarget target, Deadline until) override;
  MonitorResult notify(ExecEnv& self, LockTarget target, bool all) override;
  bool is_held(ExecEnv& self, LockTarget target) override;
  std::uint32_t hash(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) override { return meta_identity_hash(self, word, still); }
  MonitorView view(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) override;
  MonitorView view_at_safepoint(const MultiUseWord& word) override;
  void visit_queue(const MultiUseWord& word, QueueVisitor& visitor) override;
  const void* monitor_address(const MultiUseWord& word) override;
  Atomic<LockBits>& displaced_word(MultiUseWord& word) override { return lock_record(settled_bits(word))->stored_bits; }
  void verify(const MultiUseWord& word) override;
};

MonitorResult MetaMonitor::enter(ExecEnv& self, LockTarget target) {
  check_may_stop(self);
  if (!self.lock_records_.prepare(self)) {  // before the meta-lock: nothing is allocated under it
    return MonitorResult::kOutOfMemory;
  }
  LockRecord* mine = nullptr;
  {
    NoSafepoint still(self);
    MultiUseWord& word = target.word();
    if (try_fast_enter(self, word) || self.enter_spin_.try_enter(self, word)) {
      return MonitorResult::kOk;
    }
    LockCounters::count(self.counters_.meta_enters);
    mine = enter_under_meta_lock(self, word, still);
    if (mine == nullptr) {
      MJ_EVENT(self.events(), Event::monitor_enter, address_of(word), 0);
      return MonitorResult::kOk;
    }
    LockCounters::count(self.counters_.contended_enters);
    MJ_EVENT(self.events(), Event::monitor_block, address_of(word), 0);
  }
  do {
    park_for_monitor(self, target);
  } while (!try_enter_queued(self, target.word(), mine));
  return MonitorResult::kOk;
}

MonitorResult MetaMonitor::exit(ExecEnv& self, LockTarget target) {
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
  if (queue_bit(bits)) {
    release_and_invite(self, word, queue_policy().leave(mine), still);
  } else {
    release_meta_lock(self, word, mine->stored_bits.load(std::memory_order_relaxed), still);
  }
  self.lock_records_.recycle(mine);
  return MonitorResult::kOk;
}

// Figure 8, monitorWait. The owner's record stays in the queue with its count.
MonitorResult MetaMonitor::wait(ExecEnv& self, LockTarget target, Deadline until) {
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
    begin_wait(self);
    release_and_invite(self, word, queue_policy().leave_to_wait(mine), still);
  }
  WaitState outcome = finish_wait(self, target, until);
  while (!try_enter_queued(self, target.word(), mine)) {
    park_for_monitor(self, target);
  }
  MJ_CHECK(mine->lock_count == count, "the lock count was %u before a wait and is %u after it", count, mine->lock_count);  // M6
  return result_of_wait(self, outcome);
}

MonitorResult MetaMonitor::notify(ExecEnv& self, LockTarget target, bool all) {
  NoSafepoint still(self);
  MultiUseWord& word = target.word();
  LockCounters::count(self.counters_.notifies);
  MJ_EVENT(self.events(), Event::monitor_notify, address_of(word), all ? 1 : 0);
  LockBits bits = word.load(std::memory_order_acquire);  // acquire: the record may be another thread's
  bool alone = is_owned_by(self, bits) && (queue_policy().notifies_without_meta_lock() || !queue_bit(bits));
  if (alone) {  // 4.4: a read of the word suffices for the owner
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

bool MetaMonitor::is_held(ExecEnv& self, LockTarget target) {
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

MonitorView MetaMonitor::view(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) {
  LockBits bits = get_meta_lock(self, word, still);
  MonitorView view = view_bits(bits);
  release_meta_lock(self, word, bits, still);
  return view;
}

MonitorView MetaMonitor::view_at_safepoint(const MultiUseWord& word) {
  LockBits bits = settled_bits(word);
  MonitorView view = view_bits(bits);
  view.entry_count = view.owner == nullptr ? 0 : lock_record(bits)->lock_count;
  return view;
}

void MetaMonitor::visit_queue(const MultiUseWord& word, QueueVisitor& visitor) {
  LockBits bits = settled_bits(word);
  if (lock_state(bits) != LockState::NEUTRAL) {
    queue_policy().visit(lock_record(bits), lock_state(bits) == LockState::LOCKED, visitor);
  }
}

const void* MetaMonitor::monitor_address(const MultiUseWord& word) {
  LockBits bits = settled_bits(word);
  return lock_state(bits) == LockState::NEUTRAL ? nullptr : lock_record(bits);
}

void MetaMonitor::verify(const MultiUseWord& word) {
  LockBits bits = settled_bits(word);
  LockState state = lock_state(bits);
  if (state == LockState::NEUTRAL) {
    MJ_CHECK(is_neutral_format(bits) && ModeField::get(without_count_mark(bits)) == 0, "the word %#zx is NEUTRAL, but not in its format", bits);
    return;
  }
  const LockRecord* first = lock_record(bits);
  MJ_CHECK(first != nullptr, "the word %#zx names no lock record", bits);  // M4
  MJ_CHECK(is_neutral_format(first->stored_bits.load(std::memory_order_relaxed)), "stored bits are not in NEUTRAL format");  // M2
  bool locked = state == LockState::LOCKED;
  MJ_CHECK(!locked || first->lock_count >= 1, "the owner's lock count is 0");  // M3
  queue_policy().verify(first, locked, queue_bit(bits));
}

}  // namespace

LockMode& meta_monitor() {
  static MetaMonitor monitor;
  return monitor;
}

}  // namespace minijvm::sync
