// A lock record stands for one thread at one object's lock: as its owner, as a contender, or as a
// waiter. A thread takes records from a free list of its own.
//
//   word | LOCKED --> [owner, count, stored bits | tail --------------------------+
//                      queue] --> [contender, count 1 | queue] --> [waiter, count 2 | queue = null]
//
// Records are type-stable and stay with their ExecEnv while threads run: a reader that follows a
// stale word still finds a record, and that record belongs to another thread. A free record may
// leave for the pool that all threads grow from (5.1), but only at a safepoint, when nobody looks.
// Records on the free list are ready to use: count 1, queue null, tail pointing to the record
// itself.
//
// Tested by tests/sync/lock_record_test.cpp.
// Source: Agesen et al., OOPSLA '99, figure 3 and section 5.1.
// Departures: a record has 64 bytes, one cache line, instead of 24. The first record of a queue
// also knows the last (`tail`), and each other record the one before, so that an append and a
// removal take constant time. The first eight records are made
// when a thread first needs one, not when it starts. An empty free list is tested for instead of
// trapped: a null dereference is undefined in C++, and the test costs nothing measurable.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sync/atomic.h"
#include "sync/fwd.h"
#include "sync/multi_use_word.h"

namespace minijvm::sync {

// A list of records, linked by `queue`, with both ends known. The meta-lock guards it.
struct RecordQueue {
  LockRecord* head = nullptr;
  LockRecord* tail = nullptr;
  void append(LockRecord* record);
  // REQUIRES: the record is in this queue.
  void remove(LockRecord* record);
  // Moves all of `other` to the end of this queue, in constant time.
  void append_all(RecordQueue& other);
};

// The queues of -XX:MonitorPolicy=three (modes/queue_three.cpp): threads that want the monitor
// after a wait, threads that want it for the first time, and threads that wait for a notification.
struct ThreeQueues {
  RecordQueue awakened;
  RecordQueue entering;
  RecordQueue waiting;
};

// The queue, one of the three, that a record is in.
enum class QueuePlace : std::uint8_t { kNone, kAwakened, kEntering, kWaiting };

struct alignas(kLockRecordAlignment) LockRecord {
  // The thread that the record stands for; in a contender's record this is the contender. Written
  // before the record is first published.
  Atomic<ExecEnv*> owner{nullptr};
  // The owner as the extra-fast paths see it: the same thread, or null in modes without these
  // paths.
  Atomic<ExecEnv*> fast_owner{nullptr};
  // The number of times that the owner has entered. Only the owner reads and writes it.
  std::uint32_t lock_count = 1;
  // The meta-lock guards this, like `three`.
  QueuePlace place = QueuePlace::kNone;
  // The record's thread marks these for search_from (queue_single.cpp): it has gone to wait, and
  // its record may lie before that place; as the owner, it has notified others.
  bool has_waited = false;
  bool has_notified = false;
  // The displaced word, which is valid in the first record. It is written under the meta-lock; the
  // owner may read it without.
  Atomic<LockBits> stored_bits{0};
  // The next record in the queue. It is written under the meta-lock; the owner may walk along it
  // without (notify).
  Atomic<LockRecord*> queue{nullptr};
  // The last record of the queue, which is valid in the first record. The meta-lock guards it. If
  // it is null, tail and stored bits are still in the next record (keeper_of).
  LockRecord* tail = this;
  union {
    // -XX:MonitorPolicy=three: the queues belong to this record and are made with it. Their content
    // is valid in the first record.
    ThreeQueues* three = nullptr;
    // -XX:MonitorPolicy=single, in the first record, kept like the tail: the records between the
    // first and this one are waiters. Null if nobody knows, and in all other records.
    LockRecord* search_from;
  };
  // A thread takes its record off the free list after it has entered by one CAS: others may change
  // the first record before that, but not this field.
  union {
    // In the free list: the next record. Only the record's thread uses it.
    LockRecord* free_next = nullptr;
    // In a queue, behind its first record: the record before this one. The meta-lock guards it.
    LockRecord* previous;
  };
};
static_assert(sizeof(LockRecord) == kLockRecordAlignment);

// One thread's free list (5.1). It grows by 8 records first, then by 4, 8, 16, ... each time it is
// empty. At each safepoint half of the free records beyond 8 go to the pool of all threads.
class LockRecordPool {
 public:
  LockRecordPool() = default;
  LockRecordPool(const LockRecordPool&) = delete;
  LockRecordPool& operator=(const LockRecordPool&) = delete;

  // The next functions serve the extra-fast paths (monitor_fast.h). In modes without these paths
  // the list that they see is empty.
  LockRecord* peek() const { return fast_; }
  void pop_peeked() {
    latest_ = fast_;
    fast_ = fast_->free_next;
  }
  void push_fast(LockRecord* record) { give_back(fast_, record); }
  // Returns the record that was popped last, while it is in use. The result is null once any record
  // was given back, or after forget_latest().
  LockRecord* latest() const { return latest_; }
  void forget_latest() { latest_ = nullptr; }

  // Makes sure that take() succeeds. Returns false if memory is out. REQUIRES: self does not hold
  // the meta-lock.
  bool prepare(ExecEnv& owner) { return list() != nullptr || grow(owner); }
  // REQUIRES: prepare() returned true.
  LockRecord* take() {
    LockRecord*& free = list();
    LockRecord* record = free;
    free = record->free_next;
    return record;
  }
  // REQUIRES: the record belongs to this thread, is in no queue, and has count 1. The last exit
  // leaves the count at 1.
  void recycle(LockRecord* record) { give_back(list(), record); }

  // Makes the records fit the chosen lock mode. REQUIRES: none of them is in use.
  void adapt(ExecEnv& owner);

  // Gives half of the free records beyond the first 8 to the pool of all threads, so that a thread
  // does not keep what a short burst of locking needed.
  void trim();

  // Returns how many records the thread has now, in use or free.
  std::uint32_t allocated() const { return allocated_; }
  std::uint32_t free_count() const;

 private:
  static constexpr std::uint32_t kFirstGrowth = 8;
  bool grow(ExecEnv& owner);
  // False if memory is out; the record then goes to the pool of all threads.
  bool add(LockRecord& record, ExecEnv& owner);
  LockRecord*& list() { return has_fast_list_ ? fast_ : slow_; }
  void give_back(LockRecord*& list, LockRecord* record) {
    record->free_next = list;
    list = record;
    forget_latest();
  }

  // The free list is one of these two, fast_ if the mode has fast paths, otherwise slow_. The other
  // one is empty.
  LockRecord* fast_ = nullptr;
  LockRecord* slow_ = nullptr;
  // The record that latest() returns.
  LockRecord* latest_ = nullptr;
  bool has_fast_list_ = true;
  std::uint32_t allocated_ = 0;
  std::uint32_t next_growth_ = kFirstGrowth;
};

// A thread that enters ahead of a queue by one CAS (monitor_fast.h:/try_enter_waiters/) cannot copy
// tail and stored bits of the first record, which may change until the CAS. It leaves them there.
// Returns the record that keeps them: `first`, or the one behind it. REQUIRES: the meta-lock is
// held, or the world is stopped.
inline LockRecord* keeper_of(LockRecord* first) {
  return first->tail != nullptr ? first : first->queue.load(std::memory_order_relaxed);
}
// Gives them to `first`. REQUIRES: another record keeps them, and the meta-lock is held.
void take_over_from_keeper(LockRecord* first);
// Returns `first`, which keeps them from now on. REQUIRES: the meta-lock is held.
inline LockRecord* settled(LockRecord* first) {
  if (keeper_of(first) != first) {
    take_over_from_keeper(first);
  }
  return first;
}

// The next four functions work on the queue that starts at a word's first record.
// REQUIRES for all: the meta-lock is held.
void append_to_queue(LockRecord* first, LockRecord* record);
// The paper's moveMyLRToFront: unlinks the record and makes it the first, with the tail and the
// stored bits of the old first record.
void move_to_front(LockRecord* first, LockRecord* record);
// Puts `record` before `first`. `record` takes over the tail and the stored bits.
void prepend_to_queue(LockRecord* first, LockRecord* record);
// Takes the first record out. Returns the new first record, which takes over the tail and the
// stored bits, or null. REQUIRES: `first` keeps the tail.
LockRecord* remove_first(LockRecord* first);

}  // namespace minijvm::sync
