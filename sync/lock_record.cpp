// The free lists of lock records, and the queues that records form behind an object's word. Lists
// change on their own thread; queues change under the object's meta-lock.
#include "sync/lock_record.h"

#include <algorithm>
#include <new>
#include <utility>

#include "base/check.h"
#include "sync/lock_mode.h"
#include "sync/sync_state.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::sync {
namespace {

// Moves the fields that only the first record of a queue has, from the old first record to the new
// one.
void inherit(LockRecord* heir, LockRecord* old_first) {
  heir->stored_bits.store(old_first->stored_bits.load(std::memory_order_relaxed),
                          std::memory_order_relaxed);
  heir->tail = old_first->tail;
  heir->search_from = std::exchange(old_first->search_from, nullptr);
}

// Takes the record from between its neighbours. Returns the record before it. REQUIRES: the record
// is in a queue, but is not its first.
LockRecord* unlink(LockRecord* record) {
  LockRecord* before = record->previous;
  LockRecord* next = record->queue.load(std::memory_order_relaxed);
  MJ_CHECK(before->queue.load(std::memory_order_relaxed) == record,
           "a lock record is not in its queue");
  // release: pairs with the acquire in the owner's walk without the meta-lock
  // (SingleQueue::notify). Nobody walks the queue meanwhile: a record leaves its place only when
  // the monitor has no owner.
  before->queue.store(next, std::memory_order_release);
  if (next != nullptr) {
    next->previous = before;
  }
  return before;
}

// Fills in what stays the same for the whole time that a thread uses the record (5.1). Returns
// false if memory is out.
bool fit(LockRecord& record, ExecEnv& owner) {
  record.owner.store(&owner, std::memory_order_relaxed);
  record.fast_owner.store(has_fast_paths() ? &owner : nullptr, std::memory_order_relaxed);
  if (monitor_policy() == MonitorPolicy::kSingle) {
    delete std::exchange(record.three, nullptr);  // of a test with the other policy
  } else if (record.three == nullptr) {
    record.three = new (std::nothrow) ThreeQueues;
  }
  return monitor_policy() == MonitorPolicy::kSingle || record.three != nullptr;
}

constexpr SpareRecords& spare = sync_state.spare_records;

void give_spare(LockRecord* record) {
  MutexLock lock(spare.mutex);
  record->free_next = spare.first;
  spare.first = record;
}

LockRecord* take_spare() {
  MutexLock lock(spare.mutex);
  LockRecord* record = spare.first;
  if (record != nullptr) {
    spare.first = record->free_next;
  }
  return record;
}

}  // namespace

// 5.1: "add an exponentially increasing number each time they exhaust the free list". The figures
// in the paper's Table 2 fit 8, then 4, 8, 16, ...
bool LockRecordPool::grow(ExecEnv& owner) {
  std::uint32_t wanted = next_growth_;
  next_growth_ = allocated_ == 0 ? kFirstGrowth / 2 : next_growth_ * 2;
  std::uint32_t got = 0;
  // Records that other threads gave back are used before new memory.
  for (LockRecord* record = take_spare(); record != nullptr;
       record = got < wanted ? take_spare() : nullptr) {
    if (!add(*record, owner)) {
      return got > 0;
    }
    ++got;
  }
  if (got == wanted) {
    return true;
  }
  // The chunk is never freed, because records are type-stable.
  LockRecord* chunk = new (std::nothrow) LockRecord[wanted - got];
  if (chunk == nullptr) {
    // A few records are enough for this call; the next one tries again.
    return got > 0;
  }
  // The paper's Table 2 counts records that come from the allocator, so those from the spare pool
  // do not count.
  owner.counters_.lock_records.store(
      owner.counters_.lock_records.load(std::memory_order_relaxed) + wanted - got,
      std::memory_order_relaxed);
  for (std::uint32_t left = wanted - got; left != 0; --left) {
    got += add(chunk[left - 1], owner) ? 1 : 0;
  }
  return got > 0;
}

// A record that memory is out for stays spare: a later growth, of any thread, tries it again.
bool LockRecordPool::add(LockRecord& record, ExecEnv& owner) {
  if (!fit(record, owner)) {
    give_spare(&record);
    return false;
  }
  recycle(&record);
  ++allocated_;
  return true;
}

// The world is stopped, so no reader can follow a stale word to a record that moves to the pool
// now.
void LockRecordPool::trim() {
  // OPTIMIZATION: most threads never grow beyond 8 records, so their lists are not counted at each
  // safepoint.
  if (allocated_ <= kFirstGrowth) {
    return;
  }
  std::uint32_t free = free_count();
  std::uint32_t over = free > kFirstGrowth ? (free - kFirstGrowth + 1) / 2 : 0;
  for (std::uint32_t i = 0; i < over; ++i) {
    give_spare(take());
    --allocated_;
  }
  // A burst that is over also makes the next growth smaller.
  next_growth_ = std::max(kFirstGrowth / 2, next_growth_ / 2);
}

// Moves all records to the list of the chosen mode.
void LockRecordPool::adapt(ExecEnv& owner) {
  LockRecord* all = list();
  fast_ = nullptr;
  slow_ = nullptr;
  has_fast_list_ = has_fast_paths();
  while (all != nullptr) {
    LockRecord* next = all->free_next;
    // This runs at the start of a thread's life, where nobody could handle the failure.
    MJ_CHECK(fit(*all, owner), "no memory for the queues of a lock record");
    recycle(all);
    all = next;
  }
}

std::uint32_t LockRecordPool::free_count() const {
  std::uint32_t count = 0;
  for (const LockRecord* record = has_fast_list_ ? fast_ : slow_; record != nullptr;
       record = record->free_next) {
    ++count;
  }
  return count;
}

void RecordQueue::append(LockRecord* record) {
  record->queue.store(nullptr, std::memory_order_relaxed);
  record->previous = tail;
  if (tail == nullptr) {
    head = record;
  } else {
    tail->queue.store(record, std::memory_order_relaxed);
  }
  tail = record;
}

void RecordQueue::remove(LockRecord* record) {
  LockRecord* before = nullptr;
  if (record == head) {
    head = record->queue.load(std::memory_order_relaxed);
  } else {
    before = unlink(record);
  }
  if (tail == record) {
    // The removed record was the last; the one before is the last now, or the queue is empty.
    tail = before;
  }
  record->queue.store(nullptr, std::memory_order_relaxed);
}

void RecordQueue::append_all(RecordQueue& other) {
  if (other.head == nullptr) {
    return;
  }
  if (tail == nullptr) {
    head = other.head;
  } else {
    tail->queue.store(other.head, std::memory_order_relaxed);
    other.head->previous = tail;
  }
  tail = other.tail;
  other = RecordQueue{};
}

void take_over_from_keeper(LockRecord* first) {
  LockRecord* keeper = keeper_of(first);
  inherit(first, keeper);
  keeper->previous = first;
}

void append_to_queue(LockRecord* first, LockRecord* record) {
  record->queue.store(nullptr, std::memory_order_relaxed);
  record->previous = first->tail;
  // release: pairs with the same acquire as the store in unlink.
  first->tail->queue.store(record, std::memory_order_release);
  first->tail = record;
}

void prepend_to_queue(LockRecord* first, LockRecord* record) {
  inherit(record, first);
  first->previous = record;
  // release: pairs with the same acquire as the store in unlink.
  record->queue.store(first, std::memory_order_release);
}

void move_to_front(LockRecord* first, LockRecord* record) {
  if (first == record) {
    // It may leave by a fast exit, if it is alone.
    first->search_from = nullptr;
    return;
  }
  LockRecord* before = unlink(record);
  if (first->tail == record) {
    first->tail = before;
  }
  if (first->search_from == record) {
    first->search_from = before;
  }
  prepend_to_queue(first, record);
}

LockRecord* remove_first(LockRecord* first) {
  LockRecord* next = first->queue.load(std::memory_order_relaxed);
  if (next != nullptr) {
    inherit(next, first);
    if (next->search_from == first) {
      next->search_from = next;
    }
  }
  // The record must fit the free list: queue and search_from are null, and tail is the record
  // itself.
  first->search_from = nullptr;
  first->queue.store(nullptr, std::memory_order_relaxed);
  first->tail = first;
  return next;
}

}  // namespace minijvm::sync
