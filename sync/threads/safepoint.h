// Stops threads: all of them for one operation (a safepoint), or one of them (a handshake). Keeps
// the list of the threads that can be stopped.
//
//   world      arrow              to         by             effect
//   running    safepoint_begin    stopping   coordinator    sets the poll bit of every other thread
//   stopping   (each thread)      stopping   each thread    stores a safe state and wakes the
//                                                           coordinator
//   stopping   (last one safe)    stopped    coordinator    freezes the list of threads
//   stopped    safepoint_end      running    coordinator    clears the bits, thaws the list, bumps
//                                                           the epoch, wakes all
//
// (S1) While stopped, no listed ExecEnv but the coordinator's is in a heap-touching state, except
//     in passing: it sees its poll word and steps back without having touched anything.
// (S2) While stopped, the list of threads does not change: it is frozen, and a ThreadListLock
//     waits until it thaws.
// (S3) No multi-use word is BUSY: holders and successors carry a NoSafepoint and are in a
//     heap-touching state.
// (S4) There is one coordinator at a time. A thread that waits for its turn waits in kBlocked, so
//     it counts as stopped.
// A request, a poll and a handshake block the Java thread and its LWP, never a safepoint.
//
// Parked threads cost a safepoint nothing, however many there are: a parked thread that has nothing
// for a young collection to move becomes dormant, and stays so until it runs again.
//
//   thread     arrow              to         by             effect
//   awake      may_doze           dormant    coordinator    leaves the list of threads that are
//                                                           armed and whose stacks are scanned
//   dormant    rejoin             awake      the thread     it steps out of its safe state
//   dormant    run_handshake      awake      requester      the operation may change its stack
//   dormant    safepoint_end      awake      coordinator    the operation may have changed any
//                                                           stack (SafepointOperation::lets_doze)
//
// (S5) No root of a dormant thread refers to a young object.
// Tested by tests/sync/safepoint_test.cpp, tests/sync/handshake_test.cpp and
// tests/sync/dormant_threads_test.cpp; suspension by tests/sync/suspend_test.cpp.
#pragma once

#include <cstdint>

#include "sync/fwd.h"
#include "sync/sync_state.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/no_safepoint.h"
#include "sync/threads/thread_state.h"

namespace minijvm::sync {

// A callback interface for work that must be done while the world is stopped. gc and vm implement
// it.
class SafepointOperation {
 public:
  // Runs on the requesting thread, and must not stop.
  virtual void run() = 0;
  // Called when it is the requester's turn, while the world still runs, because another thread's
  // operation may have done the work meanwhile. If it returns false, nothing is stopped and nothing
  // is run.
  virtual bool is_still_wanted() const { return true; }
  // Returns true if dormant threads may stay dormant, because the operation leaves no young
  // reference in them (S5). This is true of collections, and of operations that only read stacks.
  virtual bool lets_doze() const { return false; }
  // Returns the name for the log.
  virtual const char* name() const { return "VM operation"; }

 protected:
  ~SafepointOperation() = default;
};

// A callback interface for work that must be done while one thread is stopped, by that thread or on
// its behalf.
class HandshakeOperation {
 public:
  // `target` is in a heap-touching state and executes this itself, or it is in a safe state and
  // cannot return from there. This runs under a NoSafepoint, so it must not stop.
  virtual void run(ExecEnv& target) = 0;

 protected:
  ~HandshakeOperation() = default;
};

// Stops every other thread, runs the operation on the calling one if it is still wanted, and lets
// the others go on. If another thread does the same, self waits for its turn. Inside an operation
// self runs the nested one directly.
// REQUIRES: self is in kInVm, without a NoSafepoint.
void run_at_safepoint(ExecEnv& self, SafepointOperation& operation);

// Runs the operation once for the target: at the target's next poll, or here while the target is
// safe. Returns false, and runs nothing, if the target is not yet or no longer running. REQUIRES:
// self is in kInVm, without a NoSafepoint, and the target's ExecEnv stays listed or pooled.
bool run_handshake(ExecEnv& self, ExecEnv& target, HandshakeOperation& operation);

// The slow path of a poll: stops here if another thread asks for it. REQUIRES: self is in a
// heap-touching state and ready for a collection.
void poll(ExecEnv& self);

// Sets or clears bits of another thread's poll word, and calls its hook. Callers use it for
// kPollVm, kPollYield, kPollStress and kPollPlace. It does nothing to a thread that is not listed.
void arm_poll(ExecEnv& target, std::uint32_t bits);
void disarm_poll(ExecEnv& target, std::uint32_t bits);

// Keeps the thread from stepping into Java (thread_state.h) until it is resumed; a handshake after
// suspend() shows that the thread has left Java. A suspended thread is not invited to a monitor
// that it waits for either, and others in the queue get their turn. Calls do not add up: one resume
// undoes any number of suspends. The calls do nothing to a thread that is not listed.
void suspend(ExecEnv& target);
void resume(ExecEnv& target);
// Makes threads that are attached from now on start suspended, until they are resumed. A debugger
// that lets one thread run needs this.
void suspend_newcomers(bool on);

// Puts off a suspension of self, past or to come, until allow_suspension was called as often: self
// does something that must not be stopped half way. REQUIRES: self does not run in Java.
void put_off_suspension(ExecEnv& self);
void allow_suspension(ExecEnv& self);

// Returns when self is not suspended. REQUIRES: self is in a state that does not touch the heap.
void wait_while_suspended(ExecEnv& self);
// Returns true if self runs an operation in a stopped world.
bool is_coordinating(const ExecEnv& self);

// Puts a kNew ExecEnv on the list, so that collections see it from now on. The thread itself or its
// parent calls this, in any state.
void attach(ExecEnv& newcomer);
// A listed newcomer counts as blocked until it begins to run, so that handshakes reach it.
void wait_to_begin(ExecEnv& newcomer);
// The thread itself steps from kNew or kBlocked to kInVm or kInNative, once it is listed. A step to
// kInVm waits until a running safepoint has ended.
void begin_running(ExecEnv& self, ThreadState first);
// Steps from kInVm to kDead and takes self off the list. REQUIRES: the thread holds no monitor and
// no meta-lock.
void detach(ExecEnv& self);
// Takes another thread off the list, from kBlocked to kDead, that never runs again. If it holds a
// monitor, its ExecEnv must not be used again. REQUIRES: self is in kInVm, and nobody can wake the
// thread.
void detach_abandoned(ExecEnv& self, ExecEnv& thread);
// Takes a newcomer off the list, from kNew to kDead, if its thread could not be started.
void cancel_attach(ExecEnv& newcomer);

// Returns how many threads are listed.
std::uint32_t exec_env_count();

// Returns the number of safepoints so far. Each change of the number means that objects may have
// moved.
std::uint64_t safepoint_count();

// Returns the first thread of the list, for an operation or its helpers. REQUIRES: the world is
// stopped, or a ThreadListLock is held.
ExecEnv* first_exec_env();
template <class Visit>
void for_each_exec_env(Visit visit) {
  for (ExecEnv* ee = first_exec_env(); ee != nullptr; ee = ee->list_links_.next) {
    visit(*ee);
  }
}

// Does the same for the threads that are not dormant.
ExecEnv* first_awake_exec_env();
template <class Visit>
void for_each_awake_exec_env(Visit visit) {
  for (ExecEnv* ee = first_awake_exec_env(); ee != nullptr; ee = ee->awake_links_.next) {
    visit(*ee);
  }
}

// Returns true if the thread waits for another thread, for a time, or for a permit. A parked thread
// that wakes up while the world is stopped touches nothing before the world resumes.
bool is_parked(const ExecEnv& thread);
bool is_dormant(const ExecEnv& thread);
// Makes a parked thread dormant when the world resumes. A collection calls this, on any of its
// workers. REQUIRES: S5 holds for the thread, and it has no TLAB.
void may_doze(ExecEnv& parked);

// Keeps the list as it is while the world runs. Hold it for a few instructions: no state change and
// no other VM mutex inside. Inside an operation it locks nothing, since the list is frozen then; to
// clang the lock counts as held, because the list is just as safe.
class [[nodiscard]] MJ_THREAD_SAFETY(scoped_lockable) ThreadListLock {
 public:
  ThreadListLock() MJ_ACQUIRE(world.list_lock);
  ~ThreadListLock() MJ_RELEASE();
  ThreadListLock(const ThreadListLock&) = delete;
  ThreadListLock& operator=(const ThreadListLock&) = delete;

 private:
  // False inside an operation, because the list is frozen for the calling thread.
  bool locked_;
};

}  // namespace minijvm::sync
