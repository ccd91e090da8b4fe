// Places and LWPs. A place is the right to run Java on a processor (-XX:LWPs=n of them), with a queue of threads that could run; an LWP
// holds one while it carries user threads, and gives it up while it is stuck in the kernel, so that another LWP goes on with the queue.
// Proved by tests/sync/many_to_many_test.cpp.
//
//   place      arrow     to         by
//   held       idle      free       its LWP, which found nothing to run; then it looks at the queues once more (I2)
//   held       leave     free       its LWP, which is about to block in the kernel with its thread mounted
//   held       take      free       the clerk, from an LWP that has long been in a system call
//   free       hire      held       whoever queues a thread: an idle LWP, or a new one
//   free       regain    held       an LWP that is back from the kernel
//   held       serve     held       its LWP, between two threads, for one that waits to regain
//
// (I1) An LWP runs Java only with a place.  Kept by: wait_for_place; kPollPlace stops a thread whose LWP lost its.
// (I2) A queued thread and a free place do not stay side by side: the queuer pushes, then reads the number of free places; who frees a
//      place counts it, then reads the queues (Dekker, seq_cst). Except for a moment: see queue.
// When all LWPs are stuck and work is queued a new one is made: Solaris told the process by SIGWAITING; here the place says it.
#pragma once

#include <csignal>
#include <deque>
#include <memory>
#include <vector>

#include "sync/exec_env.h"
#include "sync/schedule/lwp.h"
#include "sync/schedule/ready_threads.h"

namespace minijvm::sync {

struct alignas(kCacheLine) Place {
  std::size_t index = 0;      // in ReadyThreads
  Atomic<Lwp*> lwp{nullptr};  // written under the pool's mutex

  // The clerk's notes of its last look (clerk.cpp).
  UserThread* seen_thread = nullptr;
  std::uint64_t seen_mounts = 0;
  std::uint64_t seen_calls = 0;
  unsigned ticks_mounted = 0;
  unsigned ticks_in_call = 0;
};

// A door to the clerk.
class PoolHelper {
 public:
  // Threads are queued and no place is free.
  virtual void note_backlog() = 0;
  // A place is free, and nothing queued.
  virtual void note_free_place() = 0;
  // Queues threads that wait for descriptors which are ready. False: there were none.
  virtual bool collect_ready() = 0;

 protected:
  ~PoolHelper() = default;
};

class LwpPool {
 public:
  explicit LwpPool(std::size_t places);

  // A thread that could run: behind the others of the caller's place, or of any. If it is the only one there, and a user thread woke or started
  // it, that one will often soon wait itself: to hire another LWP costs more than to run the thread next. If that does not happen the clerk sees to
  // it at its next tick.
  void queue(UserThread& thread);
  // A thread whose time slice ended: behind the others of that kind, on whatever place.
  void queue_common(UserThread& thread);
  // Hires LWPs for queued threads while there are free places.
  void hire_for_queued();
  bool any_queued() const { return ready_.any(); }

  // --- by an LWP, for itself ---
  // True: it has a place. False: it is one too many and has to end.
  bool wait_for_place(Lwp& lwp);
  // Null: there is none. REQUIRES: it has a place.
  UserThread* next_for(Lwp& lwp);
  void go_idle(Lwp& lwp);
  // Gives its place to an LWP that waits to regain one, if any.
  void serve_waiters(Lwp& lwp);

  // --- by the thread that it carries, around a wait in the kernel ---
  void leave_place(Lwp& lwp);
  void regain_place(Lwp& lwp);

  // --- by the clerk ---
  // Takes the place of an LWP that carries this thread, which is in a native and was armed with kPollPlace. False: not any more.
  bool take_place(Lwp& lwp, const UserThread& thread);
  bool has_waiters() const { return waiter_count_.load(std::memory_order_relaxed) != 0; }
  std::vector<std::unique_ptr<Place>>& places() { return places_; }

  // seq_cst: Dekker with give_up (I2).
  bool has_free_place() const { return free_count_.load(std::memory_order_seq_cst) != 0; }

  // REQUIRES: before the first thread.
  void set_helper(PoolHelper& helper) { helper_ = &helper; }
  ModelStatistics statistics();
  // The signals that a Java thread takes: its LWP may be made by one that takes none.
  const sigset_t& signal_mask() const { return signal_mask_; }

 private:
  void give_up(Lwp& lwp);
  void assign(Place& place, Lwp& lwp);
  bool hire();
  Lwp* idle_or_new_lwp(bool* is_new);
  void take_back(Lwp& lwp);
  bool dismiss(Lwp& lwp);
  bool begin_regain(Lwp& lwp);
  std::size_t place_for_queueing();
  void hire_or_note();
  void hire_or_note_free();

  std::vector<std::unique_ptr<Place>> places_;
  ReadyThreads ready_;
  Atomic<std::size_t> next_place_{0};
  Atomic<std::uint32_t> free_count_{0};
  Atomic<std::uint32_t> waiter_count_{0};
  Atomic<std::uint64_t> taken_{0};
  PoolHelper* helper_ = nullptr;
  sigset_t signal_mask_{};  // of who made the pool

  Mutex mutex_{LockRank::kLwpPool};
  std::vector<Place*> free_places_ MJ_GUARDED_BY(mutex_);
  std::vector<Lwp*> idle_ MJ_GUARDED_BY(mutex_);
  std::deque<Lwp*> waiters_ MJ_GUARDED_BY(mutex_);   // for a place, with a thread mounted
  std::vector<Lwp*> ended_ MJ_GUARDED_BY(mutex_);    // without a kernel thread, to be used again
  std::vector<Lwp*> all_ MJ_GUARDED_BY(mutex_);
  std::uint64_t made_ MJ_GUARDED_BY(mutex_) = 0;
};

}  // namespace minijvm::sync
