// Chooses the thread that a P runs next. The LWP that holds the P calls this between two threads.
#include "sync/schedule/ready_threads.h"

#include <algorithm>

namespace minijvm::sync {

ReadyThreads::ReadyThreads(std::size_t lanes) {
  for (std::size_t i = 0; i < lanes; ++i) {
    lanes_.push_back(std::make_unique<Lane>());
  }
}

UserThread* ReadyThreads::next(std::size_t lane) {
  Lane& own = *lanes_[lane];
  // Every 64th turn asks the common queue first, so that its threads cannot starve. A thread of a
  // higher priority than those of the lane's own queue is first as well, except at every fourth
  // turn, so that they cannot starve either.
  const std::uint32_t turn = own.turns.load(std::memory_order_relaxed) + 1;
  own.turns.store(turn, std::memory_order_relaxed);
  bool is_higher = common_.highest() > own.queue.highest() && turn % kTurnsToOwn != 0;
  bool common_first = turn % kTurnsToCommon == 0 || is_higher;
  RunQueue& first = common_first ? common_ : own.queue;
  RunQueue& second = common_first ? own.queue : common_;
  if (UserThread* thread = first.pop()) {
    return thread;
  }
  return second.pop();
}

UserThread* ReadyThreads::steal(std::size_t lane) {
  Lane& own = *lanes_[lane];
  for (const auto& other : lanes_) {
    if (other.get() != &own && other->queue.length() != 0) {
      // The stolen threads go to our own queue, so the next turns do not have to steal again.
      other->queue.give_half(own.queue);
      // The queue is empty if another LWP has emptied the victim's queue meanwhile, or stolen from
      // ours.
      if (UserThread* thread = own.queue.pop()) {
        steals_.fetch_add(1, std::memory_order_relaxed);
        return thread;
      }
    }
  }
  return nullptr;
}

bool ReadyThreads::any() const {
  return common_.length() != 0 || std::any_of(lanes_.begin(), lanes_.end(), [](const auto& lane) {
           return lane->queue.length() != 0;
         });
}

}  // namespace minijvm::sync
