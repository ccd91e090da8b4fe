// The thread model: what runs a Java thread, and how it waits. One interface; a model is one class (README.md has the table).
// Proved by tests/sync/one_to_one_test.cpp and tests/sync/many_to_many_test.cpp.
// Everything in the VM that waits for another Java thread ends here, through Parker or CondVar. Who runs next and when to preempt are
// decisions of the model: a deterministic mode replaces it whole.
// The defaults below are 1:1's: the kernel schedules, and who waits blocks its LWP.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sync/atomic.h"
#include "sync/clock.h"
#include "sync/futex.h"
#include "sync/fwd.h"

namespace minijvm::sync {

using ThreadEntry = void (*)(void* argument);

struct StackBounds {
  std::byte* lowest;
  std::size_t bytes;
};

struct ModelStatistics {
  std::uint64_t switches;      // user threads mounted
  std::uint64_t steals;        // of these: taken from another place's queue
  std::uint64_t preemptions;   // time slices that ended at a poll
  std::uint64_t deferrals;     // slices that were over in the VM or in native code, where no poll is: the thread first finished that
  std::uint64_t places_taken;  // from LWPs that stayed in a system call
  std::uint64_t lwps_made;
  std::uint32_t lwps;          // now
  std::uint32_t places;
};

class ThreadModel {
 public:
  // Starts entry(argument) with a C stack of at least `stack_bytes` (0: the model's default). False: no more threads can be made.
  virtual bool spawn(std::size_t stack_bytes, ThreadEntry entry, void* argument) = 0;
  // The same on an LWP of its own for life: the VM's own threads that sit in system calls.
  virtual bool spawn_bound(std::size_t stack_bytes, ThreadEntry entry, void* argument) { return spawn(stack_bytes, entry, argument); }

  // Waits while the word holds `expected`; may return early for no reason. False: the deadline passed. Called by self's thread only, in
  // kBlocked, or in a heap-touching state for a few instructions of others (the meta-lock's hand-off), which keeps the LWP.
  virtual bool park(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) = 0;
  // Ends target's park on the word. The word no longer holds what target waits on.
  virtual void unpark(ExecEnv& target, Atomic<std::uint32_t>& word) = 0;

  // The same for many threads on one word that belongs to none of them: condition variables. REQUIRES: kBlocked.
  virtual bool wait(ExecEnv&, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) { return futex_wait(word, expected, until); }
  virtual void wake(Atomic<std::uint32_t>& word, std::uint32_t most) { futex_wake_some(word, most); }

  // Thread.yield. REQUIRES: kBlocked.
  virtual void yield(ExecEnv& self) = 0;

  // self saw kPollYield: its time slice is over. REQUIRES: kBlocked.
  virtual void preempt(ExecEnv&) {}
  // self is about to block its LWP in the kernel: others may run meanwhile. Then, or when self saw kPollPlace (it was long in a system call,
  // and its LWP lost the right to run Java): waits for its turn. REQUIRES for both: a state that does not touch the heap.
  virtual void leave_place(ExecEnv&) {}
  virtual void regain_place(ExecEnv&) {}

  // True: the thread may wait for descriptors in wait_io, without an LWP.
  virtual bool polls_for(const ExecEnv&) { return false; }
  // Waits until the descriptor is ready for one of `events` (poll's), and says for which; 0: deadline, wake_io, or no reason.
  // REQUIRES: kBlocked, polls_for(self).
  virtual std::uint32_t wait_io(ExecEnv&, int, std::uint32_t, Deadline) { return 0; }
  // Ends target's wait_io, now or the next one.
  virtual void wake_io(ExecEnv&) {}

  // The calling thread took on this ExecEnv, or (null) gave up the one it had.
  virtual void adopted(ExecEnv*) {}

  // True: user threads switch, so foreign frames must pin them (LwpPin).
  virtual bool switches_user_threads() const { return false; }
  // The C stack of a user thread. False: it runs on its LWP's.
  virtual bool stack_of(const ExecEnv&, StackBounds*) { return false; }
  // The kernel's id of the LWP that carries the thread now; 0: none does; -1: the model does not know, it is the thread's own.
  virtual std::int32_t lwp_of(const ExecEnv&) { return -1; }
  // How long LWPs have carried the thread; that stands for its CPU time, which the kernel does not know. -1: ask the kernel.
  virtual std::int64_t run_ns_of(const ExecEnv&) { return -1; }

  virtual ModelStatistics statistics() { return {}; }
  virtual const char* name() const = 0;

 protected:
  ~ThreadModel() = default;
};

// The model chosen at start (-XX:ThreadModel).
ThreadModel& thread_model();
// REQUIRES: before the first thread. The model lives for ever.
void set_thread_model(ThreadModel& model);

}  // namespace minijvm::sync
