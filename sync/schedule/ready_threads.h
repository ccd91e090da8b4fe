// The user threads that could run: a lane, which is a run queue, for each P, and a common queue for
// threads whose time slice ended. If LWPs keep their Ps in the kernel (not PoolRules::hands_off),
// all Ps share one lane: a lane of a P whose LWP waits there would have no server, since others
// steal only when their own lane is empty.
//
//   P 0 [ woken on P 0 ... ]     P 1 [ woken on P 1 ... ]     common [ slice ended ... ]
//
// A P runs the threads that were woken on it, so threads that work together stay near each other.
// With these queues alone, threads that only compute would get a share of their own P only.
// Example: with three such threads on one P and one on the other, the single thread would get three
// times as much. Therefore a thread that used up its slice goes behind all others that did,
// whatever P they had.
// An LWP looks at the common queue when its P's own queue is empty, when a thread of a higher
// priority waits there, and at every 64th turn, since the P's own queue might never be empty. One
// queue for everything would be fair as well, but each switch would cost about five times as much,
// because all processors write to it.
// Tested by tests/sync/user_thread_test.cpp.
#pragma once

#include <memory>
#include <vector>

#include "base/bits.h"
#include "sync/schedule/run_queue.h"

namespace minijvm::sync {

class ReadyThreads {
 public:
  static constexpr std::uint32_t kTurnsToCommon = 64;
  static constexpr std::uint32_t kTurnsToOwn = 4;

  explicit ReadyThreads(std::size_t lanes);
  std::size_t lanes() const { return lanes_.size(); }

  // Queues a thread behind the others of this lane. Returns the new length of that queue.
  std::uint32_t push(std::size_t lane, UserThread& thread) {
    return lanes_[lane]->queue.push(thread);
  }
  // Queues a thread behind the others whose slice ended.
  void push_common(UserThread& thread) { common_.push(thread); }
  // Takes the next thread for a P of this lane, from its own queue or from the common one. Returns
  // null if there is none. REQUIRES: the calling LWP holds such a P.
  UserThread* next(std::size_t lane);
  // Does the same by stealing the better half of another lane's queue. The stolen threads are in no
  // queue for a moment, so a caller that got one then looks for a free P (I2 of lwp_pool.h).
  UserThread* steal(std::size_t lane);
  // Returns true if any thread is queued. The answer may be stale when it is used.
  bool any() const;

  std::uint64_t steals() const { return steals_.load(std::memory_order_relaxed); }

 private:
  // One lane has cache lines of its own.
  struct alignas(kCacheLine) Lane {
    RunQueue queue;
    // About how often next() was called: LWPs that share the lane may lose a count.
    Atomic<std::uint32_t> turns{0};
  };

  std::vector<std::unique_ptr<Lane>> lanes_;
  RunQueue common_;
  Atomic<std::uint64_t> steals_{0};
};

}  // namespace minijvm::sync
