// -XX:MonitorPolicy=three: three queues, for entering, waiting and awakened threads, with
// preference for the awakened ("priority nonblocking monitors").
//
//   awakened   back from a wait: an exit hands the monitor itself to the first one, so that no
//              newcomer passes it, unless it is suspended
//   entering   as in the single queue: an exit invites the first one, and a newcomer may pass it
//   waiting    notify moves the first one to awakened, in constant time; notifyAll appends the
//              whole queue to awakened
//
// (T1) WAITERS: the awakened queue is empty, since the owner before would have handed over.
// (T2) The three queues are those of the record in the word; a record that becomes first takes them
//     over.
// The caller holds the meta-lock (queue_policy.h).
// Source: Agesen et al., OOPSLA '99, section 5.3; Buhr et al., Monitor Classification, 1995.
// Departure: notifyAll still visits each waiter once, since one CAS a waiter decides between
// notify, time-out and interrupt (E8).
#include "sync/monitor_wait.h"
#include "sync/queue_policy.h"

namespace minijvm::sync {
namespace {

// Returns the record's thread; null for null.
ExecEnv* owner_of(const LockRecord* record) {
  return record == nullptr ? nullptr : record->owner.load(std::memory_order_relaxed);
}

bool has_queue(const ThreeQueues& queues) {
  return queues.awakened.head != nullptr || queues.entering.head != nullptr ||
         queues.waiting.head != nullptr;
}

// Appends a record and notes which queue it is in, so that take_out finds it.
void put(RecordQueue& queue, LockRecord* record, QueuePlace place) {
  queue.append(record);
  record->place = place;
}

// Takes the record out of its queue. REQUIRES: the record is in the queue that its `place` names,
// one of `queues`, or in none.
void take_out(ThreeQueues& queues, LockRecord* record) {
  switch (record->place) {
    case QueuePlace::kAwakened:
      queues.awakened.remove(record);
      break;
    case QueuePlace::kEntering:
      queues.entering.remove(record);
      break;
    case QueuePlace::kWaiting:
      queues.waiting.remove(record);
      break;
    case QueuePlace::kNone:
      break;
  }
  record->place = QueuePlace::kNone;
}

// T2: gives the queues to `heir`, which becomes the first record.
void inherit(LockRecord* heir, LockRecord* first) {
  if (heir == first) {
    return;
  }
  heir->stored_bits.store(first->stored_bits.load(std::memory_order_relaxed),
                          std::memory_order_relaxed);
  *heir->three = *first->three;
  *first->three = ThreeQueues{};
}

// Returns the first thread to invite, or null. Suspended threads are passed over; resume() wakes
// them.
ExecEnv* first_entering(const ThreeQueues& queues) {
  for (LockRecord* record = queues.entering.head; record != nullptr;
       record = record->queue.load(std::memory_order_relaxed)) {
    if (!owner_of(record)->suspended()) {
      return owner_of(record);
    }
  }
  return nullptr;
}

// Takes out the first awakened thread's record; returns null if there is none. A thread that is
// suspended when its turn comes moves to the entering queue, because it could not release the
// monitor. After resume() it enters like a newcomer.
LockRecord* take_awakened(ThreeQueues& queues) {
  LockRecord* next = queues.awakened.pop();
  while (next != nullptr && owner_of(next)->suspended()) {
    put(queues.entering, next, QueuePlace::kEntering);
    next = queues.awakened.pop();
  }
  return next;
}

// Decides which thread is next. The owner has left `first`.
Departure pass_on(LockRecord* first) {
  ThreeQueues& queues = *first->three;
  // An awakened thread gets the monitor itself. The word stays LOCKED, with that thread's record.
  if (LockRecord* next = take_awakened(queues)) {
    next->place = QueuePlace::kNone;
    inherit(next, first);
    return {locked_bits(next, has_queue(*next->three)), owner_of(next)};
  }
  // Nobody is awakened (T1). Any queued record can hold the queues in the word; a contender's is
  // preferred.
  LockRecord* next = queues.entering.head != nullptr ? queues.entering.head : queues.waiting.head;
  if (next == nullptr) {
    // All three queues are empty, so the word becomes NEUTRAL.
    return {first->stored_bits.load(std::memory_order_relaxed), nullptr};
  }
  inherit(next, first);
  return {waiters_bits(next), first_entering(*next->three)};
}

class ThreeQueuePolicy final : public QueuePolicy {
 public:
  void append(LockRecord* first, LockRecord* mine) const override {
    put(first->three->entering, mine, QueuePlace::kEntering);
  }

  // A waiter whose time is over, or that was interrupted, is awakened, too. T1 is kept, because the
  // word is LOCKED.
  void stay(LockRecord* first, LockRecord* mine) const override {
    if (mine->place == QueuePlace::kWaiting) {
      take_out(*first->three, mine);
      put(first->three->awakened, mine, QueuePlace::kAwakened);
    }
  }

  // The owner's record is in no queue here, unlike in the single queue; it only carries the queues.
  bool enter_new(LockRecord* first, LockRecord* mine) const override {
    inherit(mine, first);
    return has_queue(*mine->three);
  }

  bool enter_queued(LockRecord* first, LockRecord* mine) const override {
    inherit(mine, first);
    take_out(*mine->three, mine);
    return has_queue(*mine->three);
  }

  Departure leave(LockRecord* mine) const override { return pass_on(mine); }

  // After resume() the thread enters like a newcomer, as in take_awakened.
  Departure decline(LockRecord* mine) const override {
    put(mine->three->entering, mine, QueuePlace::kEntering);
    return pass_on(mine);
  }

  Departure leave_to_wait(LockRecord* mine) const override {
    put(mine->three->waiting, mine, QueuePlace::kWaiting);
    return pass_on(mine);
  }

  ExecEnv* next_contender(LockRecord* first) const override {
    return first_entering(*first->three);
  }

  void notify(LockRecord* owners, bool all, const NoSafepoint& still) const override {
    ThreeQueues& queues = *owners->three;
    LockRecord* next = nullptr;
    for (LockRecord* record = queues.waiting.head; record != nullptr; record = next) {
      // The link is read first, because take_out below changes it.
      next = record->queue.load(std::memory_order_relaxed);
      // A waiter that cannot be notified any more (time-out, interrupt) stays in the queue for
      // notify; stay() or enter_queued() takes it out later.
      bool notified = notify_waiter(*owner_of(owners), *owner_of(record), still);
      if (notified && !all) {
        take_out(queues, record);
        put(queues.awakened, record, QueuePlace::kAwakened);
        return;
      }
      // Every waiter moves, even one that has timed out, because it wants the monitor, too.
      if (all) {
        record->place = QueuePlace::kAwakened;
      }
    }
    if (all) {
      queues.awakened.append_all(queues.waiting);
    }
  }

  // A notify changes the queues, which other threads change under the meta-lock.
  bool notifies_without_meta_lock() const override { return false; }

  void visit(LockRecord* first, bool, QueueVisitor& visitor) const override {
    const ThreeQueues& queues = *first->three;
    for (const RecordQueue* queue : {&queues.awakened, &queues.entering, &queues.waiting}) {
      for (LockRecord* record = queue->head; record != nullptr;
           record = record->queue.load(std::memory_order_relaxed)) {
        visitor.visit(*owner_of(record), is_waiting(*owner_of(record)));
      }
    }
  }

  void verify(const LockRecord* first, bool locked, bool queue_bit) const override {
    const ThreeQueues& queues = *first->three;
    // M1 (monitor.h).
    MJ_CHECK(!locked || !has_queue(queues) || queue_bit,
             "a word is LOCKED with a queue but without Q");
    // T1 (above).
    MJ_CHECK(locked || queues.awakened.head == nullptr,
             "a thread is awakened, yet nobody owns the monitor");
  }
};

}  // namespace

const QueuePolicy& three_queues() {
  static const ThreeQueuePolicy policy;
  return policy;
}

}  // namespace minijvm::sync
