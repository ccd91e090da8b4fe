// A lock record stands for one thread at one object's lock, as its owner, a contender or a waiter; each thread keeps its own free list.
// Proved by tests/sync/lock_record_test.cpp.
// Source: Agesen et al., OOPSLA '99, figure 3 and section 5.1.  Departure: 64 bytes, one cache line, instead of 24; the first record of
// a queue also knows the last (`tail`), so an append takes constant time; an empty free list is tested for, not trapped (a null
// dereference is undefined in C++ and the test costs nothing measurable).
//
//   word | LOCKED --> [owner, count, stored bits | tail --------------------------+
//                      queue] --> [contender, count 1 | queue] --> [waiter, count 2 | queue = null]
//
// Records are type-stable and stay with their ExecEnv for ever: `owner` is written once, so a reader that follows a stale word still finds
// a record. Records on the free list are ready to use: count 1, queue null, tail itself.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sync/atomic.h"
#include "sync/fwd.h"
#include "sync/multi_use_word.h"

namespace minijvm::sync {

struct alignas(kLockRecordAlignment) LockRecord {
  Atomic<ExecEnv*> owner{nullptr};          // written once, before the record is first published
  std::uint32_t lock_count = 1;             // the owner's alone
  Atomic<LockBits> stored_bits{0};          // the displaced word; valid in the first record; under the meta-lock, or the owner's read
  Atomic<LockRecord*> queue{nullptr};       // next in the queue; under the meta-lock; the owner may walk it (notify)
  LockRecord* tail = this;                  // last in the queue; valid in the first record; under the meta-lock
  LockRecord* free_next = nullptr;          // the owner's alone
};
static_assert(sizeof(LockRecord) == kLockRecordAlignment);

// One thread's free list (5.1): 8 at first, then 4, 8, 16, ... more each time it runs dry. Never shrinks.
class LockRecordPool {
 public:
  LockRecordPool() = default;
  LockRecordPool(const LockRecordPool&) = delete;
  LockRecordPool& operator=(const LockRecordPool&) = delete;

  // The record that take() would return, or null. The fast enter prepares it before it knows that it wins.
  LockRecord* peek() const { return free_; }
  // Makes sure that take() succeeds. Never call it with the meta-lock held. False: out of memory.
  bool prepare(ExecEnv& owner) { return free_ != nullptr || grow(owner); }
  // REQUIRES: peek() is not null.
  LockRecord* take() {
    LockRecord* record = free_;
    free_ = record->free_next;
    return record;
  }
  // REQUIRES: this thread's own record, in no queue.  Its count is 1: the last exit was reached by counting down.
  void recycle(LockRecord* record) {
    record->free_next = free_;
    free_ = record;
  }

  std::uint32_t allocated() const { return allocated_; }
  std::uint32_t free_count() const;

 private:
  static constexpr std::uint32_t kFirstGrowth = 8;
  bool grow(ExecEnv& owner);

  LockRecord* free_ = nullptr;
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
