// The thread model of -XX:+Deterministic: one thread runs at a time, and another one goes on only
// where that thread waits, yields or ends, or has taken a number of ticks (threads/ticks.h). So two
// runs of one program are the same.
//
//   main (the stack of its kernel thread)    thread 1 (a stack of its own)     thread 2
//     | join(): waits ----- switch ---------> | runs                            |
//     |                                       | ends ---------- switch -------> | runs
//     | <------------------------------------ switch -------------------------- | waits
//
// A Carrier (carriers.h) brings the next thread on a kernel thread: all on that of main, as drawn
// here, or on several. There is no sysmon and no poller.
// A policy decides which of the threads that could run is next (turns.h), and at which tick a turn
// ends. If no thread could run, the program's clock jumps to the next deadline (virtual_clock.h).
// If nobody has one either, nobody will ever run again, and the model says so at once.
//
// (D1) Exactly one thread runs.   Kept by: the carriers. Checked by: take_turn, leave_turn.
//
// A signal handler may unpark a thread at any instruction. So a woken thread is pushed on a list by
// one compare-and-swap, and only the switch moves it to the queue.
// All other fields need no atomics, since only the thread that runs uses them.
//
// Tested by tests/sync/one_runner_test.cpp and tests/vm/deterministic.
#pragma once

#include <pthread.h>

#include <memory>

#include "sync/schedule/carriers.h"
#include "sync/schedule/deterministic_run.h"
#include "sync/schedule/scheduler.h"
#include "sync/schedule/timers.h"
#include "sync/schedule/turns.h"
#include "sync/schedule/user_thread.h"
#include "sync/schedule/wait_table.h"

namespace minijvm::sync {

// The things that may happen for no reason in a run whose policy explores.
struct OddChoices {
  bool wakeups = false;               // of Object.wait and LockSupport.park
  bool weak_update_failures = false;  // of compare-and-set
};

class OneRunner final : public ThreadModel, public DeterministicRun {
 public:
  // The calling kernel thread will run main. Makes the program's clock virtual, and turns spins
  // off. REQUIRES: there is no other kernel thread of the VM.
  OneRunner(End end, std::unique_ptr<Carrier> carrier, std::unique_ptr<decide::Policy> policy,
            std::uint64_t fair_ticks);
  // Returns false if the kernel has no threads for the carrier.
  bool start() { return carrier_->start(main_); }
  // Writes each event of the run as a line.
  void write_log(std::FILE* file) { turns_.write_log(file); }

  void allow(const OddChoices& odd) { odd_ = odd; }

  // Makes a thread, which could run at once. Its stack has kUserStackBytes; `stack_bytes` is
  // ignored.
  bool spawn(std::size_t stack_bytes, std::size_t room_bytes, ThreadEntry entry,
             void* argument) override;
  // REQUIRES: kBlocked. No thread waits for the hand-off of a meta-lock, since no other is inside.
  bool park(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected,
            Deadline until) override;
  void unpark(ExecEnv& target, Atomic<std::uint32_t>& word) override;
  bool wait(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected,
            Deadline until) override;
  void wake(Atomic<std::uint32_t>& word, std::uint32_t most) override;
  // No other thread stops the world, so self was suspended: it waits as in wait().
  void wait_stopped(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected) override;
  void yield(ExecEnv& self) override;
  void tick_is_due(ExecEnv& self) override;
  void preempt(ExecEnv& self) override;
  void program_begins(ExecEnv& self) override;
  bool wants_point(ExecEnv& self, const decide::Operation& operation) override;
  void at_point(ExecEnv& self, const decide::Operation& operation) override;
  void did(ExecEnv& self, const decide::Operation& operation) override;
  std::size_t choose_queued(decide::Choice what, std::span<ExecEnv* const> queue) override;

  void keep_house(ExecEnv& self) override;
  // Refuses other kernel threads.
  bool take_part(ExecEnv& self) override;
  void adopted(ExecEnv* ee) override;
  bool switches_user_threads() const override { return true; }
  bool runs_one_thread() const override { return true; }
  // Main has the stack of its kernel thread.
  std::optional<StackBounds> stack_of(const ExecEnv& ee) override;
  std::int32_t lwp_of(const ExecEnv& ee) override;
  std::int64_t run_ns_of(const ExecEnv& ee) override;
  ModelStatistics statistics() override;
  const char* name() const override { return carrier_->name(); }

  DeterministicRun* run() override { return this; }
  void decide_by(std::unique_ptr<decide::Policy> policy) override {
    turns_.decide_by(std::move(policy));
  }
  void limit(const RunLimits& limits) override { limits_ = limits; }
  void keep_operations() override { turns_.keep_operations(); }
  std::vector<decide::Deviation> finish(const decide::SiteText& site_text) override {
    return turns_.finish(site_text);
  }
  std::vector<decide::Deviation> deviations(const decide::SiteText& site_text) const override {
    return turns_.decider().deviations(site_text);
  }
  std::vector<decide::Position> operations() override { return turns_.decider().operations(); }
  std::string divergence() override { return turns_.divergence(); }
  RunFigures figures() override;
  std::string name_of(const ExecEnv& thread) override;
  std::uint64_t tick() override;
  std::uint64_t all_ticks() const override;
  std::string hash() const override { return turns_.log().hash(); }
  void call_at(std::uint64_t all_ticks, TickReached reached) override;
  std::size_t others_could_run() override;
  Deadline next_deadline() override { return timers_.next(); }

 private:
  // Is the first frame of a thread but main.
  static void run_fiber(void* thread);
  bool begin_wait();
  // Waits until a waker has queued the thread, or the deadline has passed: then it returns false.
  bool await_wake(Deadline until);
  // Runs the next thread; lets time pass until there is one. Returns when it is the calling
  // thread's turn again, which never comes if the thread `ends`.
  void pass(Asks why, bool ends = false);
  // Is the policy asked at the operation?
  bool asks_at(const decide::Operation& operation) const;
  bool may_fail(const decide::Operation& operation) const;
  // The waits of the program that may end for no reason.
  std::vector<UserThread*> wakeable() const;
  // Asks whether time passes, and whether a thread wakes for no reason.
  void decide_odd_things();
  // Tells the policy how far the running thread is, where that is no operation.
  void tell_tick();
  // Tells the policy if the running thread has looked at the clock since its turn began.
  void tell_look();
  // The program's clock counts the ticks of the running thread.
  void clock_ticks();
  std::optional<RunEnd> ends_early() const;
  // The thread is about to run: its next tick that is due is that of call_at, if this comes first.
  void arm(const UserThread& thread);
  // Does so once more, when call_at is over or has another tick.
  void arm_again();
  // Is the due tick of the running thread one at which it asks?
  bool asks_now(const ExecEnv& self) const;
  void call_if_reached(ExecEnv& self);
  bool wants_to_ask(ExecEnv& self, const decide::Operation& operation);
  // Queues those whose time has come, and those that were woken.
  void settle_wakes() {
    fire_timers();
    queue_woken();
  }
  void queue_woken();
  void fire_timers();
  void switch_to(UserThread& next, bool ends);
  // The running thread is about to leave its stack.
  void leave_turn(UserThread& me);
  // The thread is back on its stack, or on it for the first time.
  void take_turn(UserThread& me);
  // Ends the thread's wait. Async-signal-safe.
  void wake(UserThread& thread);

  const pthread_t kernel_thread_;  // of main
  const End end_;
  const std::unique_ptr<Carrier> carrier_;
  UserThread main_;
  UserThread* running_ = &main_;
  // The same, but null between two turns. Only (D1) needs it, so it is atomic.
  Atomic<UserThread*> has_turn_{&main_};
  // The thread that has ended last, until its stack is left.
  UserThread* ended_ = nullptr;
  // Those that were woken since the last switch, the last one first, linked by queue_next.
  Atomic<UserThread*> woken_{nullptr};
  Turns turns_;
  WaitTable wait_table_;
  Timers timers_;
  // The timers of the threads that keep house: the clock does not jump to them.
  Timers house_timers_;
  std::uint64_t switches_ = 0;
  OddChoices odd_;
  std::vector<UserThread*> waiting_;  // kept up to date only if odd wake-ups are allowed
  RunLimits limits_;
  std::uint64_t ticks_ = 0;       // of all threads, up to the last switch
  std::int64_t began_at_ns_ = 0;  // when the program began
  std::optional<RunEnd> over_;

  // call_at: null, if there is nothing to be called.
  TickReached reached_ = nullptr;
  std::uint64_t call_at_ = 0;
  bool slice_is_over_ = false;  // the poll that follows ends it
  bool asks_at_point_ = false;  // wants_point() was true not for call_at alone
};

}  // namespace minijvm::sync
