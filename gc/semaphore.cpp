#include "gc/semaphore.h"

#include <algorithm>

#include "sync/clock.h"
#include "sync/futex.h"

namespace minijvm::gc {

bool Semaphore::try_wait() {
  std::uint32_t permits = permits_.load(std::memory_order_relaxed);
  while (permits != 0) {
    // acquire: pairs with the addition in post(), so what the poster wrote before is visible.
    if (permits_.compare_exchange_weak(permits, permits - 1, std::memory_order_acquire, std::memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

bool Semaphore::wait_awake() {
  for (unsigned i = 0; i < spins_; ++i) {
    if (try_wait()) {
      return true;
    }
    sync::spin_pause();
  }
  return try_wait();
}

void Semaphore::wait() {
  if (wait_awake()) {
    return;
  }
  sleepers_.fetch_add(1, std::memory_order_seq_cst);  // E1: Dekker with post()
  while (!try_wait()) {
    sync::futex_wait(permits_, 0, sync::Deadline::forever());
    under_way_.exchange(false, std::memory_order_seq_cst);  // E3: Dekker with post_and_share, which adds permits and then looks at this
  }
  std::uint32_t others = sleepers_.fetch_sub(1, std::memory_order_relaxed) - 1;
  if (others != 0 && permits_.load(std::memory_order_relaxed) != 0) {
    sync::futex_wake_one(permits_);  // E2
  }
}

void Semaphore::post(std::uint32_t permits) {
  // release: acquire in try_wait. seq_cst, both: E1.
  permits_.fetch_add(permits, std::memory_order_seq_cst);
  if (sleepers_.load(std::memory_order_seq_cst) != 0) {
    sync::futex_wake_some(permits_, std::min(permits, wakes_));
  }
}

void Semaphore::post_and_share(std::uint32_t permits) {
  permits_.fetch_add(permits, std::memory_order_seq_cst);
  if (sleepers_.load(std::memory_order_seq_cst) == 0 || under_way_.exchange(true, std::memory_order_seq_cst)) {
    return;
  }
  if (sync::futex_wake_some(permits_, std::min(permits, wakes_)) == 0) {
    under_way_.store(false, std::memory_order_seq_cst);
  }
}

}  // namespace minijvm::gc
