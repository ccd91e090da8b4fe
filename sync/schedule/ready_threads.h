// The user threads that could run: a queue for each place, and one for all places, where those wait whose time slice ended.
// Proved by tests/sync/user_thread_test.cpp.
//
// A place runs what was woken on it, so threads that talk to each other stay near. Threads that only compute would then share what their place
// leaves: with three on one place and one on the other, the one gets three times as much. So who used up a slice goes behind all others that
// did, whatever place they had. A place looks there when its own queue is empty and at every 64th turn, as it might never be; one queue for
// everything would be fair as well, but costs five times as much for each switch (all places write to it).
#pragma once

#include <memory>
#include <vector>

#include "base/bits.h"
#include "sync/schedule/run_queue.h"

namespace minijvm::sync {

class ReadyThreads {
 public:
  static constexpr std::uint32_t kTurnsToCommon = 64;

  explicit ReadyThreads(std::size_t places);

  // Behind the others of this place. The new length of its queue.
  std::uint32_t push(std::size_t place, UserThread& thread) { return lanes_[place]->queue.push(thread); }
  // Behind the others whose slice ended.
  void push_common(UserThread& thread) { common_.push(thread); }
  // Takes the next for this place: from its own queue, the common one, or the older half of another place's. Null: there is none.
  // Called by who holds the place.
  UserThread* next(std::size_t place);
  bool any() const;

  std::uint64_t steals() const { return steals_.load(std::memory_order_relaxed); }

 private:
  struct alignas(kCacheLine) Lane {
    RunQueue queue;
    std::uint32_t turns = 0;  // of who holds the place
  };
  UserThread* steal_for(Lane& own);

  std::vector<std::unique_ptr<Lane>> lanes_;  // by place
  RunQueue common_;
  Atomic<std::uint64_t> steals_{0};
};

}  // namespace minijvm::sync
