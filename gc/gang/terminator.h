// The termination protocol, by which workers that steal from each other agree that no work is left.
// Tested by tests/gc/terminator_test.cpp.
//
// A worker calls start() before it claims or steals anything. When it has nothing to do and finds
// nothing to steal, it calls offer(), which offers to stop. All is done when as many workers have
// offered as have started. A worker that waits looks at the others' queues now and then, and takes
// its offer back if it sees work.
//
//   started_  +1 by start()
//   offered_  +1 by offer(), -1 when an offer is taken back;   offered_ >= started_: all is done
//
// (T1) Work exists only at workers that started and did not offer, as tasks that are not claimed,
//      or in the queue of a worker that has not started (FullCollector::mark() fills worker 0's
//      queue beforehand). A worker that offers has seen that all tasks are claimed, and each worker
//      that starts empties its own queue. So a worker that starts after the others have agreed to
//      stop still does the work in its own queue; it cannot find anything else.
//
// The workers that started are counted, not those that were dispatched, for two reasons. Nobody
// waits for a thread that the kernel is slow to wake up. And one thread may take two worker
// numbers, one after the other (G1 in gang_dispatcher.h); with a count of the dispatched workers it
// would wait in the first call for itself.
#pragma once

#include <sched.h>

#include <cstdint>

#include "sync/atomic.h"

namespace minijvm::gc {

class Terminator {
 public:
  // REQUIRES: no worker is at work.
  void reset() {
    started_.store(0, std::memory_order_relaxed);
    offered_.store(0, std::memory_order_relaxed);
  }

  // All of these are seq_cst, because the argument (T1) needs one order of all starts and offers.
  void start() { started_.fetch_add(1, std::memory_order_seq_cst); }

  // Returns true when all work is done. Returns false, with the offer taken back, when has_work()
  // reported work.
  template <class HasWork>
  bool offer(HasWork has_work) {
    // release: a worker that sees the offer sees this worker's last writes, too
    offered_.fetch_add(1, std::memory_order_seq_cst);
    for (unsigned round = 0;; ++round) {
      if (offered_.load(std::memory_order_seq_cst) >= started_.load(std::memory_order_seq_cst)) {
        return true;
      }
      if (has_work() && take_back()) {
        return false;
      }
      wait_a_little(round);
    }
  }

 private:
  // Returns false if all workers have agreed meanwhile: then it is too late.
  bool take_back() {
    std::uint32_t offered = offered_.load(std::memory_order_seq_cst);
    while (offered < started_.load(std::memory_order_seq_cst)) {
      if (offered_.compare_exchange_weak(offered, offered - 1, std::memory_order_seq_cst,
                                         std::memory_order_seq_cst)) {
        return true;
      }
    }
    return false;
  }

  // Pauses between two looks, because each look at another worker's deque takes a cache line from
  // its owner. After 20 rounds the worker also yields its core, because the thread that it waits
  // for may need it.
  static void wait_a_little(unsigned round) {
    constexpr unsigned kSpinRounds = 20;
    constexpr int kPauses = 64;
    for (int i = 0; i < kPauses; ++i) {
      sync::spin_pause();
    }
    if (round >= kSpinRounds) {
      sched_yield();
    }
  }

  alignas(128) sync::Atomic<std::uint32_t> started_{0};
  alignas(128) sync::Atomic<std::uint32_t> offered_{0};
};

}  // namespace minijvm::gc
