// Stopping: the whole world for one operation, or one thread for a handshake; and the list of threads that this is about.
// Proved by tests/sync/safepoint_test.cpp and tests/sync/handshake_test.cpp.
//
//   world      arrow              to         by             effect
//   running    safepoint_begin    stopping   coordinator    every other listed ExecEnv is armed
//   stopping   (each thread)      stopping   each thread    stores a safe state and tells the coordinator
//   stopping   (last one safe)    stopped    coordinator    keeps the thread-list lock
//   stopped    safepoint_end      running    coordinator    disarms all, bumps the epoch, wakes all
//
// (S1) While stopped, no listed ExecEnv but the coordinator's is in a heap-touching state, except in passing: it sees its poll word
//      and steps back without having touched anything.
// (S2) While stopped, the list of threads does not change: the coordinator holds its lock.
// (S3) No multi-use word is BUSY: holders and successors carry a NoSafepoint and are in a heap-touching state.
// (S4) One coordinator at a time; who waits to be next waits in kBlocked, so it counts as stopped.
// A requester, a poll and a handshake block the Java thread and its LWP, never a safepoint.
#pragma once

#include <cstdint>

#include "sync/exec_env.h"
#include "sync/fwd.h"
#include "sync/no_safepoint.h"
#include "sync/thread_state.h"

namespace minijvm::sync {

// A door: what to do with the world stopped. gc and vm supply it.
class SafepointOperation {
 public:
  virtual void run() = 0;
  // Asked when it is the requester's turn, the world running: another's operation may have done the work. False: nothing is stopped or run.
  virtual bool is_still_wanted() const { return true; }
  virtual const char* name() const { return "VM operation"; }

 protected:
  ~SafepointOperation() = default;
};

// A door: what to do with one thread stopped, on that thread or on its behalf.
class HandshakeOperation {
 public:
  // `target` is heap-touching and executing this, or safe and kept from returning. Runs under a NoSafepoint: it must not stop.
  virtual void run(ExecEnv& target) = 0;

 protected:
  ~HandshakeOperation() = default;
};

// Stops every other thread, runs the operation on the calling one if it is still wanted, lets them go on. Waits for its turn if another does
// the same. Inside an operation it runs the nested one directly, since nobody came in between. REQUIRES: self in kInVm, no NoSafepoint.
void run_at_safepoint(ExecEnv& self, SafepointOperation& operation);

// Runs the operation once for target: at its next poll, or here while it is safe. False: target is not running any more (or not yet),
// nothing was run. REQUIRES: as above, and target's ExecEnv stays listed or pooled.
bool run_handshake(ExecEnv& self, ExecEnv& target, HandshakeOperation& operation);

// The slow path of a poll: stops here if somebody asks. REQUIRES: self heap-touching and ready for a collection.
void poll(ExecEnv& self);

// Sets or clears bits of another thread's poll word and tells its hook. For kPollVm, kPollYield and kPollStress.
void arm_poll(ExecEnv& target, std::uint32_t bits);
void disarm_poll(ExecEnv& target, std::uint32_t bits);

// From now on the thread cannot step into Java (thread_state.h) until it is resumed; a handshake after suspend() shows that it has left it.
// Nor is it invited to a monitor that it waits for: others in the queue get their turn. Neither counts: one resume undoes any number of
// suspends. A thread that is not listed is left alone.
void suspend(ExecEnv& target);
void resume(ExecEnv& target);
// Threads that are attached from now on are suspended from their birth, until they are resumed. For a debugger that lets one thread run.
void suspend_newcomers(bool on);

// Returns when self is not suspended. REQUIRES: a state that does not touch the heap.
void wait_while_suspended(ExecEnv& self);
// Does self run an operation in a stopped world?
bool is_coordinating(const ExecEnv& self);

// Puts a kNew ExecEnv on the list; from now on collections see it. By the thread itself or by its parent, in any state.
void attach(ExecEnv& newcomer);
// kNew -> kInVm or kInNative, by the thread itself, once it is listed. Waits for a running safepoint.
void begin_running(ExecEnv& self, ThreadState first);
// kInVm -> kDead, and off the list. The thread holds no monitor and no meta-lock.
void detach(ExecEnv& self);
// Takes a newcomer off the list whose thread could not be started: kNew -> kDead.
void cancel_attach(ExecEnv& newcomer);

std::uint32_t exec_env_count();

// Number of safepoints so far; every change of it means that objects may have moved.
std::uint64_t safepoint_count();

// The threads, for an operation or its helpers. REQUIRES: the world is stopped, or a ThreadListLock is held.
ExecEnv* first_exec_env();
template <class Visit>
void for_each_exec_env(Visit visit) {
  for (ExecEnv* ee = first_exec_env(); ee != nullptr; ee = ee->list_next_) {
    visit(*ee);
  }
}

// Keeps the list as it is while the world runs. Hold it for a few instructions; inside: no state change, no other VM mutex.
class [[nodiscard]] ThreadListLock {
 public:
  ThreadListLock();
  ~ThreadListLock();
  ThreadListLock(const ThreadListLock&) = delete;
  ThreadListLock& operator=(const ThreadListLock&) = delete;

 private:
  bool locked_;  // false inside an operation: the list is frozen for us
};

}  // namespace minijvm::sync
