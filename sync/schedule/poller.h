// Which user thread waits for which descriptor: readers and writers of sockets wait here, without an LWP, for the kernel's word.
// Proved by tests/sync/many_to_many_test.cpp.
//
// One registration a descriptor, one-shot, level-triggered, for what its waiters together ask. A descriptor that was closed and opened
// again lost its registration without telling: MOD then fails and ADD follows.
#pragma once

#include <sys/epoll.h>

#include <array>
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

  // Waits for a ring or for events, and hands those that are ready to wake(thread), with io_events and io_word set. By the clerk.
  template <class Wake>
  void wait(Deadline until, Wake wake) {
    Events events;
    int count = wait_for_events(events, until);
    hand_out(events, count, wake);
    hear_bell(events, count);
  }
  // The same without waiting, and deaf to the bell. False: there were none. By anybody.
  template <class Wake>
  bool collect(Wake wake) {
    Events events;
    return has_waiters() && hand_out(events, wait_for_events(events, Deadline::at(0)), wake);
  }
  // Waits for a ring alone.
  void wait_for_ring(Deadline until);
  bool has_waiters() const { return waiters_.load(std::memory_order_seq_cst) != 0; }  // Dekker: Clerk::leave_descriptors_alone
  // Ends the clerk's wait.
  void ring();

 private:
  struct Watched {
    UserThread* reader = nullptr;
    UserThread* writer = nullptr;
    std::uint32_t reader_events = 0;
    std::uint32_t writer_events = 0;
    std::uint32_t wanted() const { return reader_events | writer_events; }
  };
  struct Events {
    static constexpr int kMost = 64;
    std::array<epoll_event, kMost> list;
  };

  template <class Wake>
  bool hand_out(const Events& events, int count, Wake wake) {
    bool any = false;
    for (int i = 0; i < count; ++i) {
      UserThread* ready[2];
      int threads = take_ready(events.list[static_cast<std::size_t>(i)], ready);
      for (int k = 0; k < threads; ++k) {
        wake(*ready[k]);
        any = true;
      }
    }
    return any;
  }
  int wait_for_events(Events& events, Deadline until);
  int take_ready(const epoll_event& event, UserThread** ready);
  bool arm(int descriptor, std::uint32_t events);
  void hear_bell(const Events& events, int count);
  void silence_bell();
  void drop(UserThread*& waiter, std::uint32_t& wanted);

  int epoll_ = -1;
  int bell_ = -1;
  Atomic<std::uint32_t> waiters_{0};
  Mutex mutex_{LockRank::kLwpPool};
  std::deque<Watched> watched_ MJ_GUARDED_BY(mutex_);  // by descriptor
};

}  // namespace minijvm::sync
