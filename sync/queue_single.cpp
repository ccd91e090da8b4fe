// One queue for contenders and waiters, FIFO except that the owner's record is always first. -XX:MonitorPolicy=single, the default.
// Source: Agesen et al., OOPSLA '99, sections 4.1, 4.3, 4.4, figures 6 to 8.  Departure: a waiter's record moves to the tail, so that
// notify wakes the oldest (README, E7; -XX:NotifyOrder=paper leaves it in front, as the figure does).
#include "sync/monitor_wait.h"
#include "sync/queue_policy.h"

namespace minijvm::sync {
namespace {

LockRecord* next_of(const LockRecord* record) { return record->queue.load(std::memory_order_relaxed); }

bool is_waiter(const LockRecord* record) { return is_waiting(*record->owner.load(std::memory_order_relaxed)); }

// The paper's wakeupEE: the first thread in the queue that wants the monitor rather than a notification, or null. A suspended one is
// passed over, else the monitor would be stuck in its hands; resume() wakes it, and it looks for itself.
ExecEnv* first_contender(LockRecord* first) {
  for (LockRecord* record = first; record != nullptr; record = next_of(record)) {
    ExecEnv* owner = record->owner.load(std::memory_order_relaxed);
    if (!is_waiter(record) && !owner->suspended()) {
      return owner;
    }
  }
  return nullptr;
}

class SingleQueue final : public QueuePolicy {
 public:
  void append(LockRecord* first, LockRecord* mine) const override { append_to_queue(first, mine); }

  void stay(LockRecord*, LockRecord*) const override {}  // it is where it was

  bool enter_new(LockRecord* first, LockRecord* mine) const override {
    prepend_to_queue(first, mine);
    return true;
  }

  bool enter_queued(LockRecord* first, LockRecord* mine) const override {
    move_to_front(first, mine);
    return next_of(mine) != nullptr;
  }

  Departure leave(LockRecord* mine) const override {
    LockBits stored = mine->stored_bits.load(std::memory_order_relaxed);
    LockRecord* next = remove_first(mine);
    if (next == nullptr) {
      return {stored, nullptr};
    }
    return {waiters_bits(next), first_contender(next)};
  }

  Departure leave_to_wait(LockRecord* mine) const override {
    LockRecord* first = mine;
    if (notify_order() == NotifyOrder::kFifo && next_of(mine) != nullptr) {
      first = remove_first(mine);
      append_to_queue(first, mine);
    }
    return {waiters_bits(first), first_contender(first)};
  }

  Departure decline(LockRecord*) const override { MJ_UNREACHABLE("a single queue hands no monitor over"); }

  ExecEnv* next_contender(LockRecord* first) const override { return first_contender(first); }

  void notify(LockRecord* owners, bool all, const NoSafepoint& still) const override {
    ExecEnv& self = *owners->owner.load(std::memory_order_relaxed);
    // acquire: pairs with the release in append_to_queue; records behind the owner's stay linked while it owns the monitor.
    for (LockRecord* record = owners->queue.load(std::memory_order_acquire); record != nullptr;
         record = record->queue.load(std::memory_order_acquire)) {
      if (notify_waiter(self, *record->owner.load(std::memory_order_relaxed), still) && !all) {
        return;
      }
    }
  }

  bool notifies_without_meta_lock() const override { return true; }

  void visit(LockRecord* first, bool locked, QueueVisitor& visitor) const override {
    for (LockRecord* record = locked ? next_of(first) : first; record != nullptr; record = next_of(record)) {
      visitor.visit(*record->owner.load(std::memory_order_relaxed), is_waiter(record));
    }
  }

  void verify(const LockRecord* first, bool locked, bool queue_bit) const override {
    const LockRecord* last = first;
    while (next_of(last) != nullptr) {
      last = next_of(last);
    }
    MJ_CHECK(first->tail == last, "the tail of a queue is not its last record");
    MJ_CHECK(!locked || first == last || queue_bit, "a word is LOCKED with a queue but without Q");  // M1
  }
};

}  // namespace

const QueuePolicy& single_queue() {
  static const SingleQueue policy;
  return policy;
}

}  // namespace minijvm::sync
