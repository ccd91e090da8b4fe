// The thread model decides what runs a Java thread, and how the thread waits. It is one interface,
// and each model is one class (README.md has the table).
//
//   Java thread --- Parker, CondVar ---> ThreadModel ---> futex (1:1), or another user thread (M:N)
//
// Everything in the VM that waits for another Java thread ends here, through Parker or CondVar.
// The model decides which thread runs next and when to preempt, so a deterministic mode can replace
// it as a whole.
// The defaults below are those of 1:1: the kernel schedules, and a thread that waits blocks its
// LWP. "P" is Go's word for the right to run Java code on a processor (class Place in lwp_pool.h).
//
// Tested by tests/sync/one_to_one_test.cpp and tests/sync/many_to_many_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "sync/atomic.h"
#include "sync/decide/operation.h"
#include "sync/fwd.h"
#include "sync/threads/clock.h"
#include "sync/threads/futex.h"

namespace minijvm::sync {

using ThreadEntry = void (*)(void* argument);

// The priorities of java.lang.Thread. A new thread has the normal one.
inline constexpr std::uint32_t kMaxPriority = 10;
inline constexpr std::uint32_t kNormalPriority = 5;

// The bounds of a C stack, without its guard.
struct StackBounds {
  std::byte* lowest;
  std::size_t bytes;
};

// The numbers that -XX:+PrintThreadModel prints.
struct ModelStatistics {
  std::uint64_t switches;  // how often an LWP went on with a user thread
  // The number of times that an LWP took threads from another P's queue.
  std::uint64_t steals;
  std::uint64_t preemptions;  // time slices that ended at a poll
  // Time slices that ended while the thread was in the VM or in native code. There is no poll
  // there, so the thread first finished its work.
  std::uint64_t deferrals;
  // The number of times that a P was taken from an LWP that stayed in a system call.
  std::uint64_t places_taken;
  // The number of calls that were known to block, and gave the P away themselves.
  std::uint64_t places_given;
  std::uint64_t lwps_made;
  std::uint32_t lwps;  // now
  // There were no more LWPs than this at one time: the most of the pool, and all that were ever
  // made for bound threads. 0: as many as there were threads.
  std::uint32_t lwps_most;
  std::uint32_t places;
};

class ThreadModel {
 public:
  // Starts entry(argument) with a C stack of at least `stack_bytes` (0 means the model's default).
  // A model of user threads adds `room_bytes` for the thread's own use, from the end of stack_of()
  // upwards; 1:1 does not. Returns false if no more threads can be made.
  virtual bool spawn(std::size_t stack_bytes, std::size_t room_bytes, ThreadEntry entry,
                     void* argument) = 0;
  // Starts a thread that has an LWP of its own for life. The VM's own threads that wait in system
  // calls need this.
  virtual bool spawn_bound(std::size_t stack_bytes, ThreadEntry entry, void* argument) {
    return spawn(stack_bytes, 0, entry, argument);
  }

  // Waits while the word holds `expected`. It may return early for no reason. Returns false if the
  // deadline passed.
  // Only self's thread calls this, in kBlocked. The hand-off of the meta-lock calls it in a
  // heap-touching state, for the time of a few instructions of other threads; the thread then keeps
  // its LWP.
  virtual bool park(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected,
                    Deadline until) = 0;
  // Ends the target's park on the word. REQUIRES: the word no longer holds what the target waits
  // on.
  virtual void unpark(ExecEnv& target, Atomic<std::uint32_t>& word) = 0;

  // Does the same for many threads on one word that belongs to none of them, as condition variables
  // need. REQUIRES: kBlocked.
  virtual bool wait(ExecEnv&, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) {
    return futex_wait(word, expected, on_machine(until));
  }
  // Wakes at least one of the threads that wait on the word, if there are any, and about `most` of
  // them.
  virtual void wake(Atomic<std::uint32_t>& word, std::uint32_t most) {
    futex_wake_some(word, most);
  }

  // Waits together with the LWP while the word holds `expected`, because another thread has stopped
  // self. It may return early. Stoppers wake the futex; resume() calls wake(). REQUIRES: self is in
  // a state that does not touch the heap.
  virtual void wait_stopped(ExecEnv&, Atomic<std::uint32_t>& word, std::uint32_t expected) {
    futex_wait(word, expected, MachineDeadline::forever());
  }

  // Thread.yield. REQUIRES: self is in kBlocked.
  virtual void yield(ExecEnv& self) = 0;

  // Thread.setPriority: a model that chooses the next thread prefers those of a higher priority.
  virtual void set_priority(ExecEnv&, std::uint32_t) {}

  // Self calls this when it has seen kPollYield: its time slice is over. REQUIRES: kBlocked.
  virtual void preempt(ExecEnv&) {}
  // The tick that the model has set to be due is there (threads/ticks.h). Self calls this before a
  // poll, which may end its slice then. The model sets the next one.
  virtual void tick_is_due(ExecEnv&) {}
  // Self initializes a class that is none of the JDK's. The first time, the program's own code is
  // about to run.
  virtual void program_begins(ExecEnv&) {}
  // Returns true if the model wants to hear of the operation that self is about to do.
  virtual bool wants_point(ExecEnv&, const decide::Operation&) { return false; }
  // Self is about to do the operation. Another thread may run first; time may pass, another thread
  // may wake up, and a kWeakUpdate may be made to fail (ExecEnv::weak_update_fails_). REQUIRES:
  // kBlocked, and wants_point was true.
  virtual void at_point(ExecEnv&, const decide::Operation&) {}
  // Self does the operation now: no other thread runs in between. Called for each operation, be it
  // asked about or not.
  virtual void did(ExecEnv&, const decide::Operation&) {}
  // One of these, in the order of their queue, is to be notified or invited. Returns which.
  // REQUIRES: there are two or more, and runs_one_thread().
  virtual std::size_t choose_queued(decide::Choice, std::span<ExecEnv* const>) { return 0; }
  // Gives up the P, so that others may run while self blocks its LWP in the kernel. REQUIRES for
  // both: self is in a state that does not touch the heap.
  virtual void leave_place(ExecEnv&) {}
  // Waits until the LWP has a P again. Self calls this after leave_place, or when it has seen
  // kPollPlace because its LWP lost the P during a long system call.
  virtual void regain_place(ExecEnv&) {}

  // Stand around a call that is known to wait in the kernel: others may use the P meanwhile. Unlike
  // after leave_place, self may do work in the VM in between, and waits for a P before it runs
  // Java. REQUIRES for both: kInNative.
  virtual void begin_blocking_call(ExecEnv&) {}
  virtual void end_blocking_call(ExecEnv&) {}

  // Returns true if the thread may wait for descriptors in wait_io, without an LWP.
  virtual bool polls_for(const ExecEnv&) { return false; }
  // Waits until the descriptor is ready for one of `events` (those of poll(2)), and returns the
  // events that are ready. Returns 0 at the deadline, after wake_io, or for no reason.
  // REQUIRES: kBlocked, polls_for(self).
  virtual std::uint32_t wait_io(ExecEnv&, int, std::uint32_t, Deadline) { return 0; }
  // Ends the target's wait_io, either the current one or the next.
  virtual void wake_io(ExecEnv&) {}

  // A kernel thread that the model did not make (the main thread, or one that JNI attaches) is
  // about to take on the ExecEnv. From now on it needs a P to run Java, until it calls take_leave.
  // A thread of any other kind may call take_leave, too, at its end. Returns false if the model
  // runs no such thread.
  virtual bool take_part(ExecEnv&) { return true; }
  virtual void take_leave() {}
  // The calling thread calls this when it has taken on an ExecEnv, or with null when it has given
  // up the one it had.
  virtual void adopted(ExecEnv*) {}

  // Returns true if LWPs switch between user threads. Then foreign frames must pin a thread to its
  // LWP (LwpPin).
  virtual bool switches_user_threads() const { return false; }
  // Returns true if one thread runs at a time, the VM's own included, and another one goes on only
  // where that one waits, yields or ends. So all others stand still while one runs, and the VM
  // must not block a kernel thread to wait for one of them.
  virtual bool runs_one_thread() const { return false; }
  // Self serves the class library (the Reference Handler, the Finalizer): that it waits does not
  // mean that the program waits for something. For a model that must know.
  virtual void keep_house(ExecEnv&) {}
  // The C stack of a user thread; nothing if the thread runs on its LWP's own stack.
  virtual std::optional<StackBounds> stack_of(const ExecEnv&) { return std::nullopt; }
  // The kernel's id of the LWP that runs the thread now; 0 if none does; -1 if the model does not
  // know, because the thread has its own.
  virtual std::int32_t lwp_of(const ExecEnv&) { return -1; }
  // Returns for how long LWPs have run the thread, in nanoseconds. This is used as the CPU time,
  // which the kernel does not know of a user thread. The result -1 means "ask the kernel".
  virtual std::int64_t run_ns_of(const ExecEnv&) { return -1; }

  virtual ModelStatistics statistics() { return {}; }
  // Returns the deterministic run (deterministic_run.h); null if this is none.
  virtual DeterministicRun* run() { return nullptr; }
  virtual const char* name() const = 0;

 protected:
  ~ThreadModel() = default;
};

// Returns the model chosen at start (-XX:ThreadModel); 1:1 if none was chosen.
ThreadModel& thread_model();
// Chooses the model. REQUIRES: no thread has started, and the model is never destroyed.
void set_thread_model(ThreadModel& model);

}  // namespace minijvm::sync
