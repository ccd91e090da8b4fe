// A P's run queue: a list under a mutex. No LWP runs a thread that is in it, so the queue may use
// the thread's queue_next.
#include "sync/schedule/run_queue.h"

namespace minijvm::sync {

void RunQueue::append(UserThread* first, UserThread* last, std::uint32_t count) {
  last->queue_next = nullptr;
  (first_ == nullptr ? first_ : last_->queue_next) = first;
  last_ = last;
  // seq_cst: the caller of push() reads the number of free Ps after this (I2 of lwp_pool.h).
  length_.fetch_add(count, std::memory_order_seq_cst);
}

std::uint32_t RunQueue::push(UserThread& thread) {
  MutexLock lock(mutex_);
  append(&thread, &thread, 1);
  return length_.load(std::memory_order_relaxed);
}

UserThread* RunQueue::pop() {
  // OPTIMIZATION: an empty queue needs no mutex.
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

// The two mutexes are taken one after the other: two LWPs that steal from each other would deadlock
// otherwise. The threads between the two queues are in neither for a moment.
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
    // The walk ends at the last of the threads that move; the rest stay.
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
