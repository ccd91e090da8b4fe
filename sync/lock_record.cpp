#include "sync/lock_record.h"

#include <algorithm>
#include <new>

#include "base/check.h"
#include "sync/exec_env.h"

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

}  // namespace

// 5.1: "add an exponentially increasing number each time they exhaust the free list". The paper's Table 2 fits 8, then 4, 8, 16, ...
bool LockRecordPool::grow(ExecEnv& owner) {
  std::uint32_t count = next_growth_;
  LockRecord* chunk = new (std::nothrow) LockRecord[count];  // never freed: records are type-stable
  if (chunk == nullptr) {
    return false;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    chunk[i].owner.store(&owner, std::memory_order_relaxed);
    recycle(&chunk[i]);
  }
  next_growth_ = allocated_ == 0 ? kFirstGrowth / 2 : next_growth_ * 2;
  allocated_ += count;
  owner.counters_.lock_records.store(allocated_, std::memory_order_relaxed);
  return true;
}

std::uint32_t LockRecordPool::free_count() const {
  std::uint32_t count = 0;
  for (const LockRecord* record = free_; record != nullptr; record = record->free_next) {
    ++count;
  }
  return count;
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
