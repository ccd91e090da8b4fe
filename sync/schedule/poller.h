// Which user thread waits for which descriptor: readers and writers of sockets wait here, without an LWP, for the kernel's word.
// Proved by tests/sync/many_to_many_test.cpp.
//
// One registration a descriptor, one-shot, level-triggered, for what its waiters together ask. A descriptor that was closed and opened
// again lost its registration without telling: MOD then fails and ADD follows.
#pragma once

#include <cstdint>
#include <deque>

#include "sync/schedule/user_thread.h"
#include "sync/vm_mutex.h"

namespace minijvm::sync {

class Poller {
 public:
  Poller();
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;

  // Has the thread's io_word set once the descriptor is ready for one of `events` (POLLIN, POLLOUT...). False: the kernel does not watch such
  // a descriptor (a file), or somebody else waits there for the same.
  bool watch(UserThread& thread, int descriptor, std::uint32_t events);
  // The wait ended otherwise. No event will name the thread any more.
  void forget(UserThread& thread, int descriptor);

  // Waits for events and hands those that are ready to wake(thread), with io_events and io_word set.
  template <class Wake>
  void wait(Deadline until, Wake wake) {
    int count = wait_for_events(until);
    for (int i = 0; i < count; ++i) {
      UserThread* ready[2];
      int threads = take_ready(i, ready);
      for (int k = 0; k < threads; ++k) {
        wake(*ready[k]);
      }
    }
  }
  // Ends the clerk's wait. Any thread.
  void ring();

 private:
  struct Watched {
    UserThread* reader = nullptr;
    UserThread* writer = nullptr;
    std::uint32_t reader_events = 0;
    std::uint32_t writer_events = 0;
    std::uint32_t wanted() const { return reader_events | writer_events; }
  };
  static constexpr int kMostEvents = 128;

  int wait_for_events(Deadline until);
  int take_ready(int index, UserThread** ready);
  bool arm(int descriptor, std::uint32_t events);

  int epoll_ = -1;
  int bell_ = -1;
  Mutex mutex_{LockRank::kLwpPool};
  std::deque<Watched> watched_ MJ_GUARDED_BY(mutex_);  // by descriptor
  struct Events;
  Events& events_;  // the clerk's
};

}  // namespace minijvm::sync
