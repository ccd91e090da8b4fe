// -XX:MonitorPolicy=single, the default: one queue for contenders and waiters. It is FIFO, except
// that the owner's record is always first.
//
//   LOCKED   owner -> contender -> waiter -> contender        new records are appended at the tail
//   WAITERS            contender -> waiter -> contender       an exit invites the first contender
//
// The caller holds the meta-lock (queue_policy.h).
// Source: Agesen et al., OOPSLA '99, sections 4.1, 4.3, 4.4, figures 6 to 8.
// Departure: a waiter's record moves to the tail, so that notify wakes the oldest waiter (README,
// E7). With -XX:NotifyOrder=paper the record stays in front, as in figure 8.
#include <utility>

#include "sync/monitor_wait.h"
#include "sync/queue_policy.h"

namespace minijvm::sync {
namespace {

LockRecord* next_of(const LockRecord* record) {
  return record->queue.load(std::memory_order_relaxed);
}

// The next record, for an owner that does not hold the meta-lock. The records behind the owner's
// stay linked while it owns the monitor, since only an enter from WAITERS or an exit unlinks one.
LockRecord* behind(const LockRecord* record) {
  // acquire: pairs with the release in append_to_queue.
  return record->queue.load(std::memory_order_acquire);
}

// Where the search for a contender begins. REQUIRES: `first` keeps the tail.
LockRecord* search_start(LockRecord* first) {
  return first->search_from == nullptr ? first : first->search_from;
}

// A wait may have ended before search_from. A thread whose wait a notify has ended must be found;
// one whose time is over, or that was interrupted, comes by itself, and forgets the place if it
// must wait for the monitor (stay).
void forget_search_if(bool& reason, LockRecord* first) {
  if (std::exchange(reason, false)) {
    first->search_from = nullptr;
  }
}

// Calls `visit` for the thread of each record, from this one on.
auto each_from(LockRecord* first) {
  return [first](const auto& visit) {
    for (LockRecord* record = first; record != nullptr; record = behind(record)) {
      visit(*record->owner.load(std::memory_order_relaxed));
    }
  };
}

// The answer comes from the record's thread, because a notify changes no record.
bool is_waiter(const LockRecord* record) {
  return is_waiting(*record->owner.load(std::memory_order_relaxed));
}

// The paper's wakeupEE: returns the first thread in the queue that wants the monitor and not a
// notification, or null. It passes over suspended threads, because they could not release the
// monitor. resume() wakes such a thread, which then tries again.
// The search also passes over all waiters before the first contender, and remembers how far: so it
// passes over each once, however many wait.
ExecEnv* first_contender(LockRecord* first) {
  const auto can_enter = [](const ExecEnv& queued) {
    return !is_waiting(queued) && !queued.suspended();
  };
  if (ExecEnv* chosen = chosen_thread(decide::Choice::kContender, each_from(first), can_enter)) {
    return chosen;
  }
  bool only_waiters = true;
  for (LockRecord* record = search_start(first); record != nullptr; record = next_of(record)) {
    ExecEnv* owner = record->owner.load(std::memory_order_relaxed);
    if (only_waiters) {
      first->search_from = record;
      only_waiters = is_waiting(*owner);
    }
    if (can_enter(*owner)) {
      return owner;
    }
  }
  return nullptr;
}

class SingleQueue final : public QueuePolicy {
 public:
  void append(LockRecord* first, LockRecord* mine) const override { append_to_queue(first, mine); }

  // The record keeps its place.
  void stay(LockRecord* first, LockRecord* mine) const override {
    forget_search_if(mine->has_waited, settled(first));
  }

  // Figure 6, WAITERS. There is always a queue left, because WAITERS is never empty (M4).
  bool enter_new(LockRecord* first, LockRecord* mine) const override {
    prepend_to_queue(first, mine);
    return true;
  }

  // The paper's moveMyLRToFront makes the record the first.
  bool enter_queued(LockRecord* first, LockRecord* mine) const override {
    move_to_front(first, mine);
    mine->has_waited = false;
    return next_of(mine) != nullptr;
  }

  // Figure 6, monitorExit, and figure 7, monitorExitSlow: the owner's record leaves the queue.
  Departure leave(LockRecord* mine, const NoSafepoint&) const override {
    forget_search_if(mine->has_notified, mine);
    LockBits stored = mine->stored_bits.load(std::memory_order_relaxed);
    LockRecord* next = remove_first(mine);
    if (next == nullptr) {
      return {stored, nullptr};
    }
    return {waiters_bits(next), first_contender(next)};
  }

  // Figure 8, monitorWait: the owner's record becomes a waiter's.
  Departure leave_to_wait(LockRecord* mine, const NoSafepoint&) const override {
    forget_search_if(mine->has_notified, mine);
    mine->has_waited = true;
    LockRecord* first = mine;
    // E7: the record moves to the tail. With an empty queue it is the tail already.
    if (notify_order() == NotifyOrder::kFifo && next_of(mine) != nullptr) {
      first = remove_first(mine);
      append_to_queue(first, mine);
    }
    return {waiters_bits(first), first_contender(first)};
  }

  Departure decline(LockRecord*, const NoSafepoint&) const override {
    MJ_UNREACHABLE("a single queue hands no monitor over");
  }

  ExecEnv* next_contender(LockRecord* first) const override { return first_contender(first); }

  // Figure 8, notifyOneOrAll: walks along the queue behind the owner's record.
  void notify(LockRecord* owners, bool all, const NoSafepoint& still) const override {
    ExecEnv& self = *owners->owner.load(std::memory_order_relaxed);
    owners->has_notified = true;
    const ExecEnv* chosen =
        all ? nullptr
            : chosen_thread(decide::Choice::kWaiter, each_from(behind(owners)), is_waiting);
    for (LockRecord* record = behind(owners); record != nullptr; record = behind(record)) {
      ExecEnv& queued = *record->owner.load(std::memory_order_relaxed);
      const bool may_be_it = chosen == nullptr || chosen == &queued;
      if (may_be_it && notify_waiter(self, queued, still) && !all) {
        return;
      }
    }
  }

  // 4.4: during the walk no waiter can appear, and contenders appear only at the tail.
  bool notifies_without_meta_lock() const override { return true; }

  void visit(LockRecord* first, bool locked, QueueVisitor& visitor) const override {
    for (LockRecord* record = locked ? next_of(first) : first; record != nullptr;
         record = next_of(record)) {
      visitor.visit(*record->owner.load(std::memory_order_relaxed), is_waiter(record));
    }
  }

  void verify(LockRecord* first, bool locked, bool queue_bit) const override {
    const LockRecord* keeper = keeper_of(first);
    const LockRecord* last = keeper;
    while (next_of(last) != nullptr) {
      MJ_CHECK(next_of(last)->previous == last, "a record does not know the one before it");
      last = next_of(last);
    }
    MJ_CHECK(keeper->tail == last, "the tail of a queue is not its last record");
    // M1 (monitor.h).
    MJ_CHECK(!locked || first == last || queue_bit, "a word is LOCKED with a queue but without Q");
  }
};

}  // namespace

const QueuePolicy& single_queue() {
  static const SingleQueue policy;
  return policy;
}

}  // namespace minijvm::sync
