// Implements the semaphore's waits and posts. Waiters are workers of the gang, or the coordinator;
// each sleeps in the kernel on permits_ (a futex), which blocks its LWP.
#include "gc/gang/semaphore.h"

#include <algorithm>

#include "sync/threads/clock.h"
#include "sync/threads/futex.h"

namespace minijvm::gc {

bool Semaphore::try_wait() {
  std::uint32_t permits = permits_.load(std::memory_order_relaxed);
  while (permits != 0) {
    // acquire: pairs with the addition in post(), so what the poster wrote before is visible
    if (permits_.compare_exchange_weak(permits, permits - 1, std::memory_order_acquire,
                                       std::memory_order_relaxed)) {
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
  // With enough cores this is the usual case, which needs no system call.
  if (wait_awake()) {
    return;
  }
  // E1: this store comes before the last look at permits_; in post() it is the other way round
  sleepers_.fetch_add(1, std::memory_order_seq_cst);
  while (!try_wait()) {
    // The call returns at once if permits_ is not 0 any more.
    sync::futex_wait(permits_, 0, sync::MachineDeadline::forever());
    // E3: this thread is not on its way any more, so the next post_and_share must wake another one
    // if it needs one. The poster adds permits before it reads this flag, and this thread reads the
    // permits after it has cleared the flag, so it sees the new permits.
    under_way_.exchange(false, std::memory_order_seq_cst);
  }
  // A wake-up is a system call, so it is made only if somebody sleeps and permits are left (E2).
  std::uint32_t others = sleepers_.fetch_sub(1, std::memory_order_relaxed) - 1;
  bool posts_wake_few = wakes_ != kWakeForEach;
  if (posts_wake_few && others != 0 && permits_.load(std::memory_order_relaxed) != 0) {
    sync::futex_wake_one(permits_);  // E2
  }
}

void Semaphore::post(std::uint32_t permits) {
  // release: pairs with the acquire in try_wait(). seq_cst, here and for sleepers_, because of E1.
  permits_.fetch_add(permits, std::memory_order_seq_cst);
  if (sleepers_.load(std::memory_order_seq_cst) != 0) {
    sync::futex_wake_some(permits_, std::min(permits, wakes_));
  }
}

void Semaphore::post_and_share(std::uint32_t permits) {
  permits_.fetch_add(permits, std::memory_order_seq_cst);
  // Nobody sleeps, or a sleeper that was woken has not run yet and will see these permits (E3).
  if (sleepers_.load(std::memory_order_seq_cst) == 0 ||
      under_way_.exchange(true, std::memory_order_seq_cst)) {
    return;
  }
  // If the kernel found no sleeper, a waiter has counted itself but will read the permits once more
  // (E1).
  if (sync::futex_wake_some(permits_, std::min(permits, wakes_)) == 0) {
    under_way_.store(false, std::memory_order_seq_cst);
  }
}

}  // namespace minijvm::gc
