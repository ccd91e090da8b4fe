// A P's run queue: lists under a mutex. No LWP runs a thread that is in one, so the queue may use
// the thread's queue_next and queue_rank.
#include "sync/schedule/run_queue.h"

#include <bit>

namespace minijvm::sync {

std::uint32_t RunQueue::push(UserThread& thread) {
  MutexLock lock(mutex_);
  const std::uint32_t priority = thread.priority.load(std::memory_order_relaxed);
  thread.queue_next = nullptr;
  thread.queue_rank = pushed_++ + kHeadStart * (kMaxPriority - priority);
  Line& line = lines_[priority];
  (line.first == nullptr ? line.first : line.last->queue_next) = &thread;
  line.last = &thread;
  const std::uint32_t used = used_lines_.load(std::memory_order_relaxed);
  used_lines_.store(used | (1U << priority), std::memory_order_relaxed);
  // seq_cst: the caller reads the number of free Ps after this (I2 of lwp_pool.h).
  return length_.fetch_add(1, std::memory_order_seq_cst) + 1;
}

// Takes the thread with the smallest rank; of two, the one of the higher priority.
UserThread* RunQueue::take_first() {
  UserThread* best = nullptr;
  std::uint32_t best_line = 0;
  for (std::uint32_t left = used_lines_.load(std::memory_order_relaxed); left != 0;) {
    const auto priority = static_cast<std::uint32_t>(std::bit_width(left) - 1);
    left &= ~(1U << priority);
    UserThread* first = lines_[priority].first;
    if (best == nullptr || first->queue_rank < best->queue_rank) {
      best = first;
      best_line = priority;
    }
  }
  if (best == nullptr) {
    return nullptr;
  }
  Line& line = lines_[best_line];
  line.first = best->queue_next;
  if (line.first == nullptr) {
    const std::uint32_t used = used_lines_.load(std::memory_order_relaxed);
    used_lines_.store(used & ~(1U << best_line), std::memory_order_relaxed);
  }
  length_.fetch_sub(1, std::memory_order_seq_cst);
  return best;
}

UserThread* RunQueue::pop() {
  // OPTIMIZATION: an empty queue needs no mutex.
  if (length() == 0) {
    return nullptr;
  }
  MutexLock lock(mutex_);
  return take_first();
}

std::uint32_t RunQueue::highest() const {
  return static_cast<std::uint32_t>(std::bit_width(used_lines_.load(std::memory_order_relaxed)));
}

// The two mutexes are taken one after the other: two LWPs that steal from each other would deadlock
// otherwise. The threads between the two queues are in neither for a moment.
void RunQueue::give_half(RunQueue& to) {
  UserThread* first = nullptr;
  UserThread** end = &first;
  {
    MutexLock lock(mutex_);
    const std::uint32_t count = (length_.load(std::memory_order_relaxed) + 1) / 2;
    for (std::uint32_t i = 0; i < count; ++i) {
      *end = take_first();
      end = &(*end)->queue_next;
    }
    *end = nullptr;
  }
  while (first != nullptr) {
    UserThread* next = first->queue_next;
    to.push(*first);
    first = next;
  }
}

}  // namespace minijvm::sync
