// M:N and M:1: user threads on LWPs. A thread that waits leaves its LWP, which goes on with the next.
// Proved by tests/sync/many_to_many_test.cpp.
// Source: the Solaris threading models paper: the two-level library with thread synchronization; M:1 is green threads, M:N with one place.
//
// A thread stays with its LWP while a foreign frame is on its C stack (LwpPin): such code may keep addresses of thread-locals, errno's for
// one. If it must wait then, it blocks its LWP in the kernel, which leaves its place to another (lwp_pool.h).
// Bound threads (the main thread, those attached by JNI, the VM's own that sit in system calls) are kernel threads with no place: they wait
// as under 1:1.
#pragma once

#include "sync/schedule/clerk.h"
#include "sync/schedule/lwp_pool.h"
#include "sync/schedule/scheduler.h"
#include "sync/schedule/wait_table.h"

namespace minijvm::sync {

class ManyToMany : public ThreadModel {
 public:
  // places 0: one for each processor that the process may use.
  ManyToMany(const char* name, std::size_t places);
  // Before the first spawn. False: no memory or no kernel thread.
  bool start();

  bool spawn(std::size_t stack_bytes, ThreadEntry entry, void* argument) override;
  bool spawn_bound(std::size_t stack_bytes, ThreadEntry entry, void* argument) override;
  bool park(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) override;
  void unpark(ExecEnv& target, Atomic<std::uint32_t>& word) override;
  bool wait(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) override;
  void wake(Atomic<std::uint32_t>& word, std::uint32_t most) override;
  void yield(ExecEnv& self) override;
  void preempt(ExecEnv& self) override;
  void leave_place(ExecEnv& self) override;
  void regain_place(ExecEnv& self) override;
  void adopted(ExecEnv* ee) override;
  bool switches_user_threads() const override { return true; }
  bool stack_of(const ExecEnv& ee, StackBounds* bounds) override;
  std::int32_t lwp_of(const ExecEnv& ee) override;
  std::int64_t run_ns_of(const ExecEnv& ee) override;
  ModelStatistics statistics() override;
  const char* name() const override { return name_; }

  bool polls_for(const ExecEnv& self) override;
  std::uint32_t wait_io(ExecEnv& self, int descriptor, std::uint32_t events, Deadline until) override;
  void wake_io(ExecEnv& target) override;

 protected:
  // Leaves the LWP until somebody wakes it or the deadline passes. REQUIRES: its state was set to kParking.
  bool switch_out(UserThread& me, Deadline until);
  // Lets others run: those queued on its place, or all that ever ran (kSliceEnd).
  void step_aside(ExecEnv& self, Leave why);
  // Waits in the kernel with its LWP; the place goes to others meanwhile.
  bool wait_on_lwp(UserThread& me, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until, bool leaves_place);

  LwpPool pool_;
  Clerk clerk_;
  WaitTable wait_table_;
  Atomic<std::uint64_t> preemptions_{0};
  const char* name_;
};

}  // namespace minijvm::sync
