#include "sync/lock_record.h"

#include <algorithm>
#include <new>

#include "base/check.h"
#include "sync/exec_env.h"
#include "sync/lock_mode.h"
#include "sync/vm_mutex.h"

namespace minijvm::sync {
namespace {

// What a new first record takes over from the old one.
void inherit(LockRecord* heir, const LockRecord* old_first) {
  heir->stored_bits.store(old_first->stored_bits.load(std::memory_order_relaxed), std::memory_order_relaxed);
  heir->tail = old_first->tail;
}

LockRecord* predecessor_of(LockRecord* first, const LockRecord* record) {
  LockRecord* before = first;
  while (before->queue.load(std::memory_order_relaxed) != record) {
    before = before->queue.load(std::memory_order_relaxed);
    MJ_CHECK(before != nullptr, "a lock record is not in its queue");
  }
  return before;
}

// Pre-initialises a record as far as possible (5.1). False: out of memory.
bool fit(LockRecord& record, ExecEnv& owner) {
  record.owner.store(&owner, std::memory_order_relaxed);
  record.fast_owner.store(has_fast_paths() ? &owner : nullptr, std::memory_order_relaxed);
  if (monitor_policy() == MonitorPolicy::kThree && record.three == nullptr) {
    record.three = new (std::nothrow) ThreeQueues;
  }
  return monitor_policy() == MonitorPolicy::kSingle || record.three != nullptr;
}

// 5.1: "the global memory pool" for records that a thread no longer needs.
class SparePool {
 public:
  void give(LockRecord* record) {
    MutexLock lock(mutex_);
    record->free_next = first_;
    first_ = record;
  }
  LockRecord* take() {
    MutexLock lock(mutex_);
    LockRecord* record = first_;
    if (record != nullptr) {
      first_ = record->free_next;
    }
    return record;
  }

 private:
  Mutex mutex_{LockRank::kLeaf};
  LockRecord* first_ MJ_GUARDED_BY(mutex_) = nullptr;
};
SparePool spare;

}  // namespace

// 5.1: "add an exponentially increasing number each time they exhaust the free list". The paper's Table 2 fits 8, then 4, 8, 16, ...
bool LockRecordPool::grow(ExecEnv& owner) {
  std::uint32_t wanted = next_growth_;
  next_growth_ = allocated_ == 0 ? kFirstGrowth / 2 : next_growth_ * 2;
  std::uint32_t got = 0;
  for (LockRecord* record = spare.take(); record != nullptr; record = got < wanted ? spare.take() : nullptr) {
    if (!add(*record, owner)) {
      return false;
    }
    ++got;
  }
  if (got == wanted) {
    return true;
  }
  LockRecord* chunk = new (std::nothrow) LockRecord[wanted - got];  // never freed: records are type-stable
  if (chunk == nullptr) {
    return got > 0;
  }
  owner.counters_.lock_records.store(owner.counters_.lock_records.load(std::memory_order_relaxed) + wanted - got, std::memory_order_relaxed);
  for (; got < wanted; ++got) {
    if (!add(chunk[wanted - got - 1], owner)) {
      return false;  // the rest of the chunk is lost: memory is out
    }
  }
  return true;
}

bool LockRecordPool::add(LockRecord& record, ExecEnv& owner) {
  if (!fit(record, owner)) {
    return false;
  }
  recycle(&record);
  ++allocated_;
  return true;
}

void LockRecordPool::trim() {
  if (allocated_ <= kFirstGrowth) {
    return;
  }
  std::uint32_t free = free_count();
  std::uint32_t over = free > kFirstGrowth ? (free - kFirstGrowth + 1) / 2 : 0;
  for (std::uint32_t i = 0; i < over; ++i) {
    spare.give(take());
    --allocated_;
  }
  next_growth_ = std::max(kFirstGrowth / 2, next_growth_ / 2);
}

void LockRecordPool::adapt(ExecEnv& owner) {
  LockRecord* all = list();
  fast_ = nullptr;
  slow_ = nullptr;
  has_fast_list_ = has_fast_paths();
  while (all != nullptr) {
    LockRecord* next = all->free_next;
    MJ_CHECK(fit(*all, owner), "no memory for the queues of a lock record");
    recycle(all);
    all = next;
  }
}

std::uint32_t LockRecordPool::free_count() const {
  std::uint32_t count = 0;
  for (const LockRecord* record = has_fast_list_ ? fast_ : slow_; record != nullptr; record = record->free_next) {
    ++count;
  }
  return count;
}

void RecordQueue::append(LockRecord* record) {
  record->queue.store(nullptr, std::memory_order_relaxed);
  if (tail == nullptr) {
    head = record;
  } else {
    tail->queue.store(record, std::memory_order_relaxed);
  }
  tail = record;
}

LockRecord* RecordQueue::pop() {
  LockRecord* first = head;
  if (first != nullptr) {
    remove(first);
  }
  return first;
}

void RecordQueue::remove(LockRecord* record) {
  LockRecord* before = record == head ? nullptr : predecessor_of(head, record);
  LockRecord* next = record->queue.load(std::memory_order_relaxed);
  if (before == nullptr) {
    head = next;
  } else {
    before->queue.store(next, std::memory_order_relaxed);
  }
  if (tail == record) {
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
  }
  tail = other.tail;
  other = RecordQueue{};
}

void append_to_queue(LockRecord* first, LockRecord* record) {
  record->queue.store(nullptr, std::memory_order_relaxed);
  first->tail->queue.store(record, std::memory_order_release);  // acquire: the owner's walk without the meta-lock (notify)
  first->tail = record;
}

void prepend_to_queue(LockRecord* first, LockRecord* record) {
  inherit(record, first);
  record->queue.store(first, std::memory_order_release);  // as above
}

void move_to_front(LockRecord* first, LockRecord* record) {
  if (first == record) {
    return;
  }
  LockRecord* before = predecessor_of(first, record);
  before->queue.store(record->queue.load(std::memory_order_relaxed), std::memory_order_release);
  if (first->tail == record) {
    first->tail = before;
  }
  prepend_to_queue(first, record);
}

LockRecord* remove_first(LockRecord* first) {
  LockRecord* next = first->queue.load(std::memory_order_relaxed);
  if (next != nullptr) {
    inherit(next, first);
  }
  first->queue.store(nullptr, std::memory_order_relaxed);
  first->tail = first;
  return next;
}

}  // namespace minijvm::sync
