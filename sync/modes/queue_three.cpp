// -XX:MonitorPolicy=three: three queues, for entering, waiting and awakened threads, with
// preference for the awakened ("priority nonblocking monitors").
//
//   awakened   back from a wait: an exit hands the monitor itself to the first one, so that no
//              newcomer passes it, unless it is suspended or a virtual thread of JDK 25
//   entering   as in the single queue: an exit invites the first one, and a newcomer may pass it
//   waiting    notify moves the first one to awakened, notifyAll the whole queue, both in constant
//              time
//
// (T1) WAITERS: the awakened queue is empty, since the owner before would have handed over.
// (T2) The three queues are those of the record in the word; a record that becomes first takes them
//     over.
// The caller holds the meta-lock (queue_policy.h).
// Source: Agesen et al., OOPSLA '99, section 5.3; Buhr et al., Monitor Classification, 1995.
// Departure: a notifyAll looks at no waiter, so the CAS that decides a wait (E8) is made when the
// waiter's turn comes. Until then a time-out or an interrupt may still end the wait, which
// JLS 17.2.4 allows. HOTSPOT: differs, since the thread's Java state becomes BLOCKED only then.
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

// The queue of a record that was put among the waiters: a notifyAll may have moved them all.
RecordQueue& queue_of_waiter(ThreeQueues& queues, const LockRecord* record) {
  const LockRecord* waiter = queues.waiting.head;
  while (waiter != nullptr && waiter != record) {
    waiter = waiter->queue.load(std::memory_order_relaxed);
  }
  return waiter == nullptr ? queues.awakened : queues.waiting;
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
      queue_of_waiter(queues, record).remove(record);
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

// Calls `visit` for the thread of each record of the queue.
auto each_of(const RecordQueue& queue) {
  return [&queue](const auto& visit) {
    for (LockRecord* record = queue.head; record != nullptr;
         record = record->queue.load(std::memory_order_relaxed)) {
      visit(*owner_of(record));
    }
  };
}

bool can_enter(const ExecEnv& queued) { return !queued.suspended(); }

// Returns the first thread to invite, or null. Suspended threads are passed over; resume() wakes
// them.
ExecEnv* first_entering(const ThreeQueues& queues) {
  if (ExecEnv* chosen =
          chosen_thread(decide::Choice::kContender, each_of(queues.entering), can_enter)) {
    return chosen;
  }
  for (LockRecord* record = queues.entering.head; record != nullptr;
       record = record->queue.load(std::memory_order_relaxed)) {
    if (can_enter(*owner_of(record))) {
      return owner_of(record);
    }
  }
  return nullptr;
}

// Takes out the first awakened thread's record, and ends its wait if only a notifyAll has awakened
// it. Returns null if there is none.
LockRecord* pop_awakened(ThreeQueues& queues, const NoSafepoint& still) {
  const ExecEnv* chosen =
      chosen_thread(decide::Choice::kContender, each_of(queues.awakened), can_enter);
  LockRecord* next = queues.awakened.head;
  while (chosen != nullptr && owner_of(next) != chosen) {
    next = next->queue.load(std::memory_order_relaxed);
  }
  if (next != nullptr) {
    queues.awakened.remove(next);
  }
  if (next != nullptr) {
    end_wait(*owner_of(next), still);
  }
  return next;
}

// Does the same for the first that can take the monitor over. A thread that is suspended when its
// turn comes moves to the entering queue, because it could not release the monitor. After resume()
// it enters like a newcomer. So does a virtual thread that may have left its kernel thread: the
// threads that keep all kernel threads may wait for this monitor.
LockRecord* take_awakened(ThreeQueues& queues, const NoSafepoint& still) {
  LockRecord* next = pop_awakened(queues, still);
  while (next != nullptr && (owner_of(next)->suspended() || owner_of(next)->comes_and_goes_)) {
    put(queues.entering, next, QueuePlace::kEntering);
    next = pop_awakened(queues, still);
  }
  return next;
}

// Decides which thread is next. The owner has left `first`.
Departure pass_on(LockRecord* first, const NoSafepoint& still) {
  ThreeQueues& queues = *first->three;
  // An awakened thread gets the monitor itself. The word stays LOCKED, with that thread's record.
  if (LockRecord* next = take_awakened(queues, still)) {
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
    ThreeQueues& queues = *first->three;
    if (mine->place == QueuePlace::kWaiting && &queue_of_waiter(queues, mine) == &queues.waiting) {
      take_out(queues, mine);
      put(queues.awakened, mine, QueuePlace::kAwakened);
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

  Departure leave(LockRecord* mine, const NoSafepoint& still) const override {
    return pass_on(mine, still);
  }

  // After resume() the thread enters like a newcomer, as in take_awakened.
  Departure decline(LockRecord* mine, const NoSafepoint& still) const override {
    put(mine->three->entering, mine, QueuePlace::kEntering);
    return pass_on(mine, still);
  }

  Departure leave_to_wait(LockRecord* mine, const NoSafepoint& still) const override {
    put(mine->three->waiting, mine, QueuePlace::kWaiting);
    return pass_on(mine, still);
  }

  ExecEnv* next_contender(LockRecord* first) const override {
    return first_entering(*first->three);
  }

  void notify(LockRecord* owners, bool all, const NoSafepoint& still) const override {
    ThreeQueues& queues = *owners->three;
    if (all) {
      queues.awakened.append_all(queues.waiting);
      return;
    }
    // A waiter that cannot be notified any more (time-out, interrupt) stays in the queue; stay() or
    // enter_queued() takes it out later.
    ExecEnv& self = *owner_of(owners);
    const ExecEnv* chosen =
        chosen_thread(decide::Choice::kWaiter, each_of(queues.waiting), is_waiting);
    LockRecord* waiter = queues.waiting.head;
    while (waiter != nullptr && ((chosen != nullptr && chosen != owner_of(waiter)) ||
                                 !notify_waiter(self, *owner_of(waiter), still))) {
      waiter = waiter->queue.load(std::memory_order_relaxed);
    }
    if (waiter != nullptr) {
      take_out(queues, waiter);
      put(queues.awakened, waiter, QueuePlace::kAwakened);
    }
  }

  // A notify changes the queues, which other threads change under the meta-lock.
  bool notifies_without_meta_lock() const override { return false; }

  void visit(LockRecord* first, bool, QueueVisitor& visitor) const override {
    const ThreeQueues& queues = *first->three;
    for (const RecordQueue* queue : {&queues.awakened, &queues.entering, &queues.waiting}) {
      for (LockRecord* record = queue->head; record != nullptr;
           record = record->queue.load(std::memory_order_relaxed)) {
        bool is_waiter = queue == &queues.waiting && is_waiting(*owner_of(record));
        visitor.visit(*owner_of(record), is_waiter);
      }
    }
  }

  void verify(LockRecord* first, bool locked, bool queue_bit) const override {
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
