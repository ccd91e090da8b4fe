// How workers that share their work agree that there is none left. Proved by tests/gc/terminator_test.cpp.
//
//   A worker announces itself before it claims or steals anything (start), and offers to stop when it has nothing and finds nothing.
//   All is done when as many have offered as have started. Whoever waits looks at the others' work now and then and takes its offer back.
//
// (T1) Work exists only at workers that started and did not offer, as tasks that are not claimed, or in the queue of a worker that has not
//      started (FullCollector::mark() fills worker 0's beforehand). One who offers has seen all tasks claimed, and everybody who starts
//      empties his own queue. So who starts late, when others have agreed, does alone what he was given, and finds nothing else. That is why
//      those that started are counted, and not those that were called: nobody waits for a thread that the kernel is slow to wake (work_gang.h:
//      a quick worker may take two numbers).
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

  void start() { started_.fetch_add(1, std::memory_order_seq_cst); }

  // True: all is done. False: there is work (has_work() said so), the offer is taken back.
  template <class HasWork>
  bool offer(HasWork has_work) {
    offered_.fetch_add(1, std::memory_order_seq_cst);  // release: whoever sees it, sees our last writes
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
  // False: meanwhile all agreed, and it is too late.
  bool take_back() {
    std::uint32_t offered = offered_.load(std::memory_order_seq_cst);
    while (offered < started_.load(std::memory_order_seq_cst)) {
      if (offered_.compare_exchange_weak(offered, offered - 1, std::memory_order_seq_cst, std::memory_order_seq_cst)) {
        return true;
      }
    }
    return false;
  }

  // Rarely: each look at another worker's deque costs its owner a cache line.
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
