// A lock record stands for one thread at one object's lock, as its owner, a contender or a waiter; each thread keeps its own free list.
// Proved by tests/sync/lock_record_test.cpp.
// Source: Agesen et al., OOPSLA '99, figure 3 and section 5.1.  Departure: 64 bytes, one cache line, instead of 24; the first record of
// a queue also knows the last (`tail`), so an append takes constant time; an empty free list is tested for, not trapped (a null
// dereference is undefined in C++ and the test costs nothing measurable).
//
//   word | LOCKED --> [owner, count, stored bits | tail --------------------------+
//                      queue] --> [contender, count 1 | queue] --> [waiter, count 2 | queue = null]
//
// Records are type-stable, and stay with their ExecEnv while threads run: a reader that follows a stale word still finds a record, and one
// that is not its own. Only at a safepoint, when nobody is looking, may a free one leave for the pool that all threads grow from (5.1).
// Records on the free list are ready to use: count 1, queue null, tail itself.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sync/atomic.h"
#include "sync/fwd.h"
#include "sync/multi_use_word.h"

namespace minijvm::sync {

// Records in a row, linked by `queue`.
struct RecordQueue {
  LockRecord* head = nullptr;
  LockRecord* tail = nullptr;
  void append(LockRecord* record);
  LockRecord* pop();
  // REQUIRES: the record is in this queue.
  void remove(LockRecord* record);
  // Takes over all of `other`, in constant time.
  void append_all(RecordQueue& other);
};

// -XX:MonitorPolicy=three (queue_three.cpp): who wants the monitor after a wait, who wants it for the first time, who waits.
struct ThreeQueues {
  RecordQueue awakened;
  RecordQueue entering;
  RecordQueue waiting;
};

// Which of the three a record is in.
enum class QueuePlace : std::uint32_t { kNone, kAwakened, kEntering, kWaiting };

struct alignas(kLockRecordAlignment) LockRecord {
  Atomic<ExecEnv*> owner{nullptr};          // set before the record is first published; see above
  Atomic<ExecEnv*> fast_owner{nullptr};     // whom the extra-fast paths take for the owner: it, or nobody in modes without them
  std::uint32_t lock_count = 1;             // the owner's alone
  QueuePlace place = QueuePlace::kNone;     // under the meta-lock, as `three`
  Atomic<LockBits> stored_bits{0};          // the displaced word; valid in the first record; under the meta-lock, or the owner's read
  Atomic<LockRecord*> queue{nullptr};       // next in the queue; under the meta-lock; the owner may walk it (notify)
  LockRecord* tail = this;                  // last in the queue; valid in the first record; under the meta-lock
  ThreeQueues* three = nullptr;             // the record's own, made with it; its content is valid in the first record
  LockRecord* free_next = nullptr;          // the owner's alone
};
static_assert(sizeof(LockRecord) == kLockRecordAlignment);

// One thread's free list (5.1): 8 at first, then 4, 8, 16, ... more each time it runs dry; half of what is over goes at each safepoint.
class LockRecordPool {
 public:
  LockRecordPool() = default;
  LockRecordPool(const LockRecordPool&) = delete;
  LockRecordPool& operator=(const LockRecordPool&) = delete;

  // For the extra-fast paths (monitor_fast.h). In modes without them the list they see is empty.
  LockRecord* peek() const { return fast_; }
  void pop_peeked() {
    latest_ = fast_;
    fast_ = fast_->free_next;
  }
  void push_fast(LockRecord* record) { give_back(fast_, record); }
  // The record that was popped last, while it is in use; null once any was given back, or it was forgotten.
  LockRecord* latest() const { return latest_; }
  void forget_latest() { latest_ = nullptr; }

  // Makes sure that take() succeeds. Never call it with the meta-lock held. False: out of memory.
  bool prepare(ExecEnv& owner) { return list() != nullptr || grow(owner); }
  // REQUIRES: prepare() said true.
  LockRecord* take() {
    LockRecord*& free = list();
    LockRecord* record = free;
    free = record->free_next;
    return record;
  }
  // REQUIRES: this thread's own record, in no queue.  Its count is 1: the last exit was reached by counting down.
  void recycle(LockRecord* record) { give_back(list(), record); }

  // Makes the records fit the lock mode chosen. REQUIRES: none is in use.
  void adapt(ExecEnv& owner);

  // Gives half of the free records beyond the first 8 to the pool of all threads, so that a burst is forgotten.
  // REQUIRES: the world is stopped.
  void trim();

  std::uint32_t allocated() const { return allocated_; }
  std::uint32_t free_count() const;

 private:
  static constexpr std::uint32_t kFirstGrowth = 8;
  bool grow(ExecEnv& owner);
  bool add(LockRecord& record, ExecEnv& owner);
  LockRecord*& list() { return has_fast_list_ ? fast_ : slow_; }
  void give_back(LockRecord*& list, LockRecord* record) {
    record->free_next = list;
    list = record;
    forget_latest();
  }

  LockRecord* fast_ = nullptr;
  LockRecord* slow_ = nullptr;
  LockRecord* latest_ = nullptr;
  bool has_fast_list_ = true;
  std::uint32_t allocated_ = 0;
  std::uint32_t next_growth_ = kFirstGrowth;
};

// The queue that starts at a word's first record. REQUIRES for all: the meta-lock is held.
void append_to_queue(LockRecord* first, LockRecord* record);
// Unlinks the record wherever it is and makes it first, with tail and stored bits taken over. The paper's moveMyLRToFront.
void move_to_front(LockRecord* first, LockRecord* record);
// Puts `record` before `first`, with tail and stored bits taken over.
void prepend_to_queue(LockRecord* first, LockRecord* record);
// Takes the first record out; returns the new first one, which inherits tail and stored bits, or null.
LockRecord* remove_first(LockRecord* first);

}  // namespace minijvm::sync
