#include "sync/schedule/run_queue.h"

namespace minijvm::sync {

// REQUIRES: the mutex is held.
void RunQueue::append(UserThread* first, UserThread* last, std::uint32_t count) {
  last->queue_next = nullptr;
  (first_ == nullptr ? first_ : last_->queue_next) = first;
  last_ = last;
  length_.fetch_add(count, std::memory_order_seq_cst);
}

std::uint32_t RunQueue::push(UserThread& thread) {
  MutexLock lock(mutex_);
  append(&thread, &thread, 1);
  return length_.load(std::memory_order_relaxed);
}

UserThread* RunQueue::pop() {
  if (length() == 0) {
    return nullptr;
  }
  MutexLock lock(mutex_);
  UserThread* oldest = first_;
  if (oldest != nullptr) {
    first_ = oldest->queue_next;
    length_.fetch_sub(1, std::memory_order_seq_cst);
  }
  return oldest;
}

// Not under both mutexes at once: two LWPs may rob each other.
void RunQueue::give_half(RunQueue& to) {
  UserThread* first;
  UserThread* last;
  std::uint32_t count;
  {
    MutexLock lock(mutex_);
    count = (length_.load(std::memory_order_relaxed) + 1) / 2;
    if (count == 0) {
      return;
    }
    first = last = first_;
    for (std::uint32_t i = 1; i < count; ++i) {
      last = last->queue_next;
    }
    first_ = last->queue_next;
    length_.fetch_sub(count, std::memory_order_seq_cst);
  }
  MutexLock lock(to.mutex_);
  to.append(first, last, count);
}

}  // namespace minijvm::sync
