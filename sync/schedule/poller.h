// The poller knows which user thread waits for which descriptor. Readers and writers of sockets
// wait here without an LWP, until epoll reports the descriptor as ready.
//
//   thread --- watch(descriptor, events) ---> watched_[descriptor] { reader, writer }
//                                               |  one epoll registration, for what both want
//   wake(thread) <--- io_events, io_word <------+  epoll event
//
// A descriptor has one registration, which is one-shot and level-triggered. A descriptor that was
// closed and opened again has lost its registration without a notice: MOD then fails, and ADD
// follows.
// Tested by tests/sync/blocking_calls_test.cpp.
#pragma once

#include <sys/epoll.h>

#include <array>
#include <cstdint>
#include <deque>

#include "sync/schedule/user_thread.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::sync {

class Poller {
 public:
  Poller();
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;

  // Asks epoll to report the descriptor: the thread's io_word is set once the descriptor is ready
  // for one of `events` (POLLIN, POLLOUT...). Returns false if the kernel does not watch such a
  // descriptor (a file), or if another thread waits there for the same events.
  bool watch(UserThread& thread, int descriptor, std::uint32_t events);
  // Ends the thread's wait for another reason than an event. No event will refer to the thread any
  // more.
  void forget(UserThread& thread, int descriptor);

  // Waits with the calling LWP until the descriptor is ready or the time is over. Returns what is
  // ready, 0 if nothing is. For descriptors that watch() refuses.
  static std::uint32_t wait_on_lwp(int descriptor, std::uint32_t events, MachineDeadline until);

  // Waits for a ring or for events, and passes those that are ready to wake(thread), with io_events
  // and io_word set. Only sysmon calls this.
  template <class Wake>
  void wait(MachineDeadline until, Wake wake) {
    Events events;
    int count = wait_for_events(events, until);
    hand_out(events, count, wake);
    hear_bell(events, count);
  }
  // Does the same without waiting, and without answering a ring. Returns false if there were no
  // events. Any thread may call this.
  template <class Wake>
  bool collect(Wake wake) {
    Events events;
    return has_waiters() && hand_out(events, wait_for_events(events, MachineDeadline::at(0)), wake);
  }
  // Waits only for a ring.
  void wait_for_ring(MachineDeadline until);
  // seq_cst: Dekker's pattern. A thread enters itself, then reads looks_away_
  // (Sysmon::note_poller_waiter); sysmon sets looks_away_, then calls this.
  bool has_waiters() const { return waiters_.load(std::memory_order_seq_cst) != 0; }
  // Ends sysmon's wait.
  void ring();

 private:
  // The threads that wait for one descriptor: one that reads (or accepts), one that writes (or
  // connects).
  struct Watched {
    UserThread* reader = nullptr;
    UserThread* writer = nullptr;
    std::uint32_t reader_events = 0;
    std::uint32_t writer_events = 0;
    std::uint32_t wanted() const { return reader_events | writer_events; }
  };
  struct Events {
    static constexpr int kMost = 64;  // events that one system call may return
    std::array<epoll_event, kMost> list;
  };

  // Wakes the threads of `count` events. Returns true if it woke any.
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
  // Returns the number of events, 0 at the deadline or after a signal.
  int wait_for_events(Events& events, MachineDeadline until);
  // Takes out the threads that an event makes ready, at most two, and returns their number.
  int take_ready(const epoll_event& event, UserThread** ready);
  bool arm(int descriptor, std::uint32_t events) MJ_REQUIRES(mutex_);
  // Resets the bell if it is among the events.
  void hear_bell(const Events& events, int count);
  void silence_bell();
  void drop(UserThread*& waiter, std::uint32_t& wanted) MJ_REQUIRES(mutex_);

  // The epoll descriptor, and an eventfd for ring().
  int epoll_ = -1;
  int bell_ = -1;
  Atomic<std::uint32_t> waiters_{0};
  Mutex mutex_{LockRank::kLwpPool};
  // The index is the descriptor. A deque grows without moving its elements.
  std::deque<Watched> watched_ MJ_GUARDED_BY(mutex_);
};

}  // namespace minijvm::sync
