// The Ps and the LWPs. A P (class Place; the word is Go's) is the right to run Java on a processor,
// with a queue of threads that could run. There are -XX:LWPs=n of them. An LWP holds a P while it
// runs user threads. It gives the P up while it is stuck in the kernel, so that another LWP goes on
// with the queue.
//
//   LWP 1 --- P 0 [ thread, thread ]        LWP 3: in a system call, no P
//   LWP 2 --- P 1 [ thread ]                LWP 4: idle, sleeps until ring()
//               common [ threads whose slice ended ]
//
//   P          arrow     to         by
//   held       idle      free       its LWP, which found nothing to run; it looks once more (I2)
//   held       leave     free       its LWP, which is about to block in the kernel
//   held       take      free       sysmon, from an LWP that has long been in a system call, or
//                                   in a page fault
//   free       hire      held       a thread that queued another: for an idle LWP, or a new one
//   free       regain    held       an LWP that is back from the kernel: at once, or when rung (I3)
//   held       serve     free       its LWP, between two threads, for one that waits to regain a P
//   -          add       free       sysmon, if LWPs keep their Ps and all of them wait (SIGWAITING)
//   free       retire    -          an LWP that was idle for long, if Ps were added
//
// (I1) An LWP runs Java only with a P.
//     Kept by: wait_for_place; kPollPlace stops a thread whose LWP lost its P. A thread that lost
//     it in a page fault runs to its next poll first.
// (I2) A queued thread and a free P do not stay side by side, unless an LWP is on its way to that P
//     (I3). A thread that queues another pushes it, then reads the number of unclaimed Ps. A thread
//     that frees a P counts it, then reads the queues (Dekker's pattern, seq_cst). Exception, for a
//     tick at most: see queue().
// (I3) While Ps are free and LWPs wait to regain one, at least as many of these LWPs are rung as
//     can have a P. A rung LWP takes a P when it looks, and waits on if there is none.
//     Kept by: FreePlaces::add, which rings one more LWP for each P that is freed; take_or_wait,
//     where an LWP begins to wait only if the LWPs before it claim all free Ps. free_places.h says
//     why a P is not handed over.
// When all LWPs are stuck and work is queued, a new LWP is made. By default the Ps that the LWPs
// have left say so. With -XX:LWPHandOff=sigwaiting an LWP keeps its P in the kernel, as in Solaris
// 8, and sysmon adds a P once the LWPs of all Ps wait there (sysmon.cpp:/waiting_places/). The
// kernel of Solaris signalled that by SIGWAITING.
// Tested by tests/sync/many_to_many_test.cpp and blocking_calls_test.cpp; modelled in
// tests/model/spin/place.pml.
#pragma once

#include <csignal>
#include <memory>
#include <vector>

#include "sync/schedule/free_places.h"
#include "sync/schedule/lwp.h"
#include "sync/schedule/ready_threads.h"
#include "sync/threads/exec_env.h"

namespace minijvm::sync {

struct alignas(kCacheLine) Place {
  std::size_t lane = 0;       // in ReadyThreads
  Atomic<Lwp*> lwp{nullptr};  // the holder; written under the pool's mutex

  // The values that sysmon saw at its last look (sysmon.cpp). Only sysmon uses them.
  ExecEnv* seen_thread = nullptr;
  std::uint64_t seen_mounts = 0;
  std::uint64_t seen_calls = 0;
  std::int64_t seen_processor_ns = 0;
  unsigned ticks_mounted = 0;
  unsigned ticks_in_call = 0;
  // The LWP that sysmon last asked whether it waits in the kernel, the time that it had run by
  // then, and the answer. As long as the first two are the same, the LWP has not run since.
  std::int32_t asked_kernel_id = 0;
  std::int64_t asked_processor_ns = 0;
  bool was_asleep = false;
};

// The rules of an LwpPool. The defaults are those of -XX:ThreadModel=M:N.
struct PoolRules {
  std::size_t places = 0;  // 0: one for each processor that the process may use
  // A thread that stays in a system call loses its P to another LWP (-XX:LWPHandOff).
  bool hands_off = true;
  // A P is added when the LWPs of all Ps wait in the kernel, which keep their Ps there.
  // REQUIRES: not hands_off.
  bool grows = false;
  // A thread that computes lets others run after 10 ms (-XX:UseTimeSlices).
  bool has_slices = true;
  // The time for which an LWP stays idle before it ends.
  std::int64_t idle_ns = 5 * kNanosPerSecond;
};

// The callbacks from the pool to sysmon (class Sysmon).
class PoolHelper {
 public:
  // A thread waits for a P: it is queued, or its LWP waits to regain one.
  virtual void note_backlog() = 0;
  // A P is free and no thread is queued.
  virtual void note_free_place() = 0;
  // Queues the threads that wait for descriptors which are ready now. Returns false if there were
  // none.
  virtual bool collect_ready() = 0;

 protected:
  ~PoolHelper() = default;
};

class LwpPool {
 public:
  explicit LwpPool(const PoolRules& rules);
  const PoolRules& rules() const { return rules_; }

  // Queues a thread that could run: behind the others of the caller's P, or of some P if the caller
  // has none.
  // OPTIMIZATION: if the thread is the only one there, and a user thread woke or started it, no LWP
  // is hired. The waker will often soon wait itself, and then its LWP runs the thread; to hire
  // another LWP costs more. If the waker does not wait, sysmon hires an LWP at its next tick.
  void queue(UserThread& thread);
  // Queues a thread whose time slice ended, behind the others of that kind on all Ps.
  void queue_common(UserThread& thread);
  // Hires LWPs for queued threads while there are free Ps.
  void hire_for_queued();
  bool any_queued() const { return ready_.any(); }

  // --- Called by an LWP, for itself ---
  // Returns true once the LWP has a P, and false if there are enough LWPs without this one, which
  // then has to end.
  bool wait_for_place(Lwp& lwp);
  // Returns the next thread for the LWP's P, or null. REQUIRES: the LWP has a P.
  UserThread* next_for(Lwp& lwp);
  // Gives the P up; the LWP then sleeps in wait_for_place.
  void go_idle(Lwp& lwp);
  // Gives the P to an LWP that waits to regain one, if there is any.
  void serve_waiters(Lwp& lwp);

  // --- Called by a kernel thread that the pool has not made ---
  // Makes the calling kernel thread a bound LWP for the thread. Returns once it has a P.
  void bind(ExecEnv& self);
  // Ends that, and gives the P up.
  void unbind(Lwp& bound);

  // --- Called by the thread that it runs, around a wait in the kernel ---
  // Gives up the LWP's P, if it has one.
  void leave_place(Lwp& lwp);
  // Returns once the LWP has a P; it sleeps in the kernel meanwhile. With kBehindWaiters it leaves
  // the Ps to LWPs that wait already.
  void regain_place(Lwp& lwp, Turn turn = Turn::kAtOnce);

  // --- Called by sysmon ---
  // Takes the P of an LWP that runs this thread, which is in the state and was armed with
  // kPollPlace: in a native, or asleep in Java. Returns false if the thread is no longer in that
  // state.
  bool take_place(Lwp& lwp, const ExecEnv& thread, ThreadState state);
  // Adds a P for a queued thread, or for an LWP that waits to regain one. Does nothing unless
  // `waiting` is the number of Ps, and each has an LWP: otherwise something changed since sysmon
  // looked.
  void add_place(std::size_t waiting);
  // Returns true if an LWP waits to regain a P.
  bool has_waiters() const { return free_.has_waiters(); }
  // The Ps, with those that were retired: these have no LWP. Only sysmon adds to them.
  std::vector<std::unique_ptr<Place>>& places() { return places_; }

  // Returns true if there are more free Ps than LWPs that wait to regain one (I2).
  bool has_free_place() const { return free_.has_unclaimed(); }

  // REQUIRES: no thread has started.
  void set_helper(PoolHelper& helper) { helper_ = &helper; }
  ModelStatistics statistics();
  // Returns the mask of signals of a Java thread. It is kept because an LWP may be started by a
  // thread that blocks all signals.
  const sigset_t& signal_mask() const { return signal_mask_; }

 private:
  // The private functions are described in lwp_pool.cpp.
  void give_up(Lwp& lwp) MJ_REQUIRES(mutex_);
  bool retire_place() MJ_REQUIRES(mutex_);
  void assign(Place& place, Lwp& lwp) MJ_REQUIRES(mutex_);
  bool hire();
  Lwp* idle_or_new_lwp(bool* is_new) MJ_REQUIRES(mutex_);
  void take_back(Lwp& lwp);
  bool dismiss(Lwp& lwp);
  bool begin_regain(Lwp& lwp, Turn turn);
  bool end_regain(Lwp& lwp);
  std::size_t lane_for_queueing();
  void hire_or_note();
  void hire_or_note_free();

  const PoolRules rules_;
  const std::size_t first_places_;  // the number of Ps at the start
  std::vector<std::unique_ptr<Place>> places_;
  ReadyThreads ready_;
  Atomic<std::size_t> next_lane_{0};
  Atomic<std::uint64_t> taken_{0};
  PoolHelper* helper_ = nullptr;
  sigset_t signal_mask_{};  // the mask of the thread that made the pool

  Mutex mutex_{LockRank::kLwpPool};
  FreePlaces free_;  // its header says what the mutex guards
  // Ps that were added and are not in use now, to be added again.
  std::vector<Place*> retired_places_ MJ_GUARDED_BY(mutex_);
  std::vector<Lwp*> idle_ MJ_GUARDED_BY(mutex_);
  // LWPs without a kernel thread, to be used again.
  std::vector<Lwp*> ended_ MJ_GUARDED_BY(mutex_);
  // Bound LWPs whose thread has detached, to be used again.
  std::vector<Lwp*> unbound_ MJ_GUARDED_BY(mutex_);
  std::vector<Lwp*> all_ MJ_GUARDED_BY(mutex_);  // but bound ones
  std::uint64_t made_ MJ_GUARDED_BY(mutex_) = 0;
  std::size_t most_lwps_ MJ_GUARDED_BY(mutex_) = 0;  // at one time, without bound ones
  std::size_t bound_made_ MJ_GUARDED_BY(mutex_) = 0;
};

}  // namespace minijvm::sync
