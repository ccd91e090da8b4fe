// M:N and M:1: user threads on LWPs. A thread that waits leaves its LWP, which goes on with the
// next.
//
//   user threads    T T T T T T T T        thousands
//   Ps              P 0      P 1           -XX:LWPs=n, one for M:1; a queue each
//   LWPs            L        L        L    one for each P, and one for each that is stuck in the
//   processors      cpu      cpu           kernel
//
// A thread stays with its LWP while a foreign frame is on its C stack (LwpPin): such code may keep
// addresses of thread-locals, for example that of errno. If the thread must wait then, it blocks
// its LWP in the kernel, and the LWP leaves its P to another (lwp_pool.h).
// Bound threads (the main thread and those attached by JNI) are kernel threads that others have
// made. Each is an LWP for its one thread: it waits on a futex, as under 1:1, but it needs a P to
// run Java. So at most as many threads run Java as there are Ps; under M:1 that is one, whatever
// the number of kernel threads.
// The VM's own threads that sit in system calls, such as the signal dispatcher, have no P.
//
// Tested by tests/sync/many_to_many_test.cpp.
// Source: Sun's article on the threading models of Solaris (schedule/README.md, "Sources"):
// many-to-many with thread based synchronization. The article's green threads are M:1, that is, M:N
// with one P.
#pragma once

#include "sync/schedule/lwp_pool.h"
#include "sync/schedule/scheduler.h"
#include "sync/schedule/sysmon.h"
#include "sync/schedule/wait_table.h"

namespace minijvm::sync {

class ManyToMany : public ThreadModel {
 public:
  ManyToMany(const char* name, const PoolRules& rules);
  // Starts sysmon. Returns false if the kernel has no thread for it. REQUIRES: no thread was
  // spawned yet.
  bool start();

  // Makes a user thread and queues it. Its stack has kUserStackBytes; `stack_bytes` is ignored.
  bool spawn(std::size_t stack_bytes, std::size_t room_bytes, ThreadEntry entry,
             void* argument) override;
  // Makes a kernel thread, which needs no P.
  bool spawn_bound(std::size_t stack_bytes, ThreadEntry entry, void* argument) override;
  // Leaves the LWP. Only a pinned thread, and a thread in the hand-off of a meta-lock, waits
  // together with its LWP.
  bool park(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected,
            Deadline until) override;
  // Queues the target if it is parked, or wakes its LWP if the two wait together.
  void unpark(ExecEnv& target, Atomic<std::uint32_t>& word) override;
  // User threads wait in the wait table, bound and pinned ones on the futex; wake() looks at both.
  bool wait(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected,
            Deadline until) override;
  void wake(Atomic<std::uint32_t>& word, std::uint32_t most) override;
  // Queues the thread again at the P, behind those of its priority.
  void yield(ExecEnv& self) override;
  // A bound thread has none: it waits for a P before all that are queued.
  void set_priority(ExecEnv& ee, std::uint32_t priority) override;
  // Queues the thread in the common queue, behind those of its priority, and counts the preemption.
  void preempt(ExecEnv& self) override;
  // These two do nothing for the VM's own threads, which have no P.
  void leave_place(ExecEnv& self) override;
  void regain_place(ExecEnv& self) override;
  // The poll bit kPollOffPlace stands for the P that self has given away.
  void begin_blocking_call(ExecEnv& self) override;
  void end_blocking_call(ExecEnv& self) override;
  // Makes the calling kernel thread a bound LWP, which waits for a P.
  bool take_part(ExecEnv& self) override;
  // The end of a bound thread frees its P.
  void take_leave() override;
  // Ties the ExecEnv to the user thread that runs on the calling LWP.
  void adopted(ExecEnv* ee) override;
  bool switches_user_threads() const override { return true; }
  // The next three answer for user threads; of a bound thread they say "ask the kernel".
  std::optional<StackBounds> stack_of(const ExecEnv& ee) override;
  std::int32_t lwp_of(const ExecEnv& ee) override;
  std::int64_t run_ns_of(const ExecEnv& ee) override;
  ModelStatistics statistics() override;
  const char* name() const override { return name_; }

  // Returns true for a user thread that is not pinned, unless the pool grows: then its LWP waits in
  // the kernel.
  bool polls_for(const ExecEnv& self) override;
  // Waits by the poller. If epoll cannot watch the descriptor, the LWP blocks, 10 ms at a time.
  std::uint32_t wait_io(ExecEnv& self, int descriptor, std::uint32_t events,
                        Deadline until) override;
  void wake_io(ExecEnv& target) override;

 protected:
  // Leaves the LWP until another thread wakes this one, or the deadline passes (then it returns
  // false).
  // REQUIRES: the thread has set its state to kParking.
  bool switch_out(UserThread& me, Deadline until);
  // Lets others run: the threads queued on the P (kYield), or all that have used up a slice
  // (kSliceEnd).
  void step_aside(ExecEnv& self, Leave why);
  // Waits in the kernel together with the LWP. If `leaves_place`, others use the P meanwhile; but
  // a user thread keeps it if the pool grows.
  // `me` is null for a bound thread.
  bool wait_on_lwp(UserThread* me, Atomic<std::uint32_t>& word, std::uint32_t expected,
                   Deadline until, bool leaves_place);

  // The order matters, because sysmon's constructor needs the pool.
  LwpPool pool_;
  Sysmon sysmon_;
  WaitTable wait_table_;
  Atomic<std::uint64_t> preemptions_{0};  // time slices that ended at a poll
  Atomic<std::uint64_t> blocking_calls_{0};
  Atomic<std::uint32_t> spawned_bound_{0};
  const char* name_;
};

}  // namespace minijvm::sync
