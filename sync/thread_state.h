// What a thread may touch now, and the only ways to change that: RAII types named by both ends.
// Proved by tests/sync/thread_state_test.cpp.
//
//   state       heap   meaning
//   kNew        no     made, not started; may be listed
//   kInJava     yes    interprets bytecode
//   kInVm       yes    in the VM's C++
//   kInNative   no     in foreign code; stopping the world does not wait for it
//   kBlocked    no     waits for something, or is stopped
//   kDead       no     detached
//
//   from \ to   Java              Vm                Native            Blocked
//   Java        -                 JavaToVm          JavaToNative      (through Vm)
//   Vm          VmToJava          -                 VmToNative        VmToBlocked
//   Native      (through Vm)      NativeToVm        -                 (through Vm)
//   Blocked     (through Vm)      ~VmToBlocked      (through Vm)      -
//
// A pair that is not in the table has no type: it does not compile. kNew and kDead are left and reached by begin_running and detach.
//
// Each step into a heap-touching state first waits for a pending safepoint and serves a handshake. Between two heap-touching states a
// relaxed look at the poll word is enough: the stopper waits for us anyway. From a safe state it is Dekker's pattern:
//
//   thread:   state_ = kInVm (seq_cst);  read poll_  (seq_cst)  -> set: step back, wait, try again
//   stopper:  poll_ |= bit   (seq_cst);  read state_ (seq_cst)  -> heap-touching: wait for it
//
// so at least one sees the other. A step into a safe state is a release store and a relaxed look: a stopper that the look misses rescans
// after a bounded sleep (OPTIMIZATION: saves a full fence per native call; the window is a store buffer's depth).
// A suspended thread is stopped by its steps into kInJava only: what it does in the VM, where it may hold what others need, it finishes first.
// Blocks: the Java thread, and under 1:1 its LWP; never the stopper.
#pragma once

#include <cstdint>

#include "base/check.h"
#include "sync/exec_env.h"

namespace minijvm::sync {

enum class ThreadState : std::uint32_t { kNew, kInJava, kInVm, kInNative, kBlocked, kDead };

const char* thread_state_name(ThreadState state);

constexpr bool touches_heap(ThreadState state) { return state == ThreadState::kInJava || state == ThreadState::kInVm; }

constexpr bool is_legal_transition(ThreadState from, ThreadState to) {
  using enum ThreadState;
  return (from == kInJava && (to == kInVm || to == kInNative)) || (from == kInVm && (to == kInJava || to == kInNative || to == kBlocked)) ||
         (from == kInNative && to == kInVm);
}

// Slow paths, in safepoint.cpp.
void stopper_may_look(ExecEnv& self);                                        // self became safe while somebody waits
void enter_heap_slow(ExecEnv& self, ThreadState from, ThreadState to);  // self is at `to`, but must wait at `from` first
void poll_in_heap_state(ExecEnv& self);                                 // self is heap-touching: stop here

inline constexpr std::uint32_t kPollStopping = kPollSafepoint | kPollHandshake | kPollSuspend | kPollPlace;

inline bool must_stop(const ExecEnv& self, std::memory_order order) { return (self.poll_.load(order) & kPollStopping) != 0; }

// Steps into a state that touches the heap, from one that does not. False: self must stop there first (enter_heap_slow).
inline bool try_enter_heap(ExecEnv& self, ThreadState to) {
  self.state_.store(to, std::memory_order_seq_cst);  // Dekker with the stopper
  return !must_stop(self, std::memory_order_seq_cst);
}

// The step itself. REQUIRES: self is the calling thread's, in state `from`, with no NoSafepoint alive.
inline void change_state(ExecEnv& self, ThreadState from, ThreadState to) {
  MJ_DCHECK(self.state_.load(std::memory_order_relaxed) == from, "thread %u is %s, not %s", self.id(), thread_state_name(self.state()),
            thread_state_name(from));
  MJ_DCHECK(self.no_safepoint_depth_ == 0, "thread %u leaves %s inside a NoSafepoint", self.id(), thread_state_name(from));
  MJ_DCHECK(self.meta_held_ == nullptr, "thread %u changes state with a meta-lock held", self.id());
  if (!touches_heap(to)) {
    self.state_.store(to, std::memory_order_release);  // acquire: the stopper's read of state_ sees all our writes
    if (must_stop(self, std::memory_order_relaxed)) {
      stopper_may_look(self);
    }
    return;
  }
  if (touches_heap(from)) {
    self.state_.store(to, std::memory_order_release);
    if (must_stop(self, std::memory_order_relaxed)) {
      poll_in_heap_state(self);
    }
    return;
  }
  if (!try_enter_heap(self, to)) {
    enter_heap_slow(self, from, to);
  }
}

template <ThreadState kFrom, ThreadState kTo>
class [[nodiscard]] Transition {
  static_assert(is_legal_transition(kFrom, kTo), "see the table of thread states");

 public:
  explicit Transition(ExecEnv& self) : self_(self) { change_state(self, kFrom, kTo); }
  ~Transition() { change_state(self_, kTo, kFrom); }
  Transition(const Transition&) = delete;
  Transition& operator=(const Transition&) = delete;

 private:
  ExecEnv& self_;
};

using JavaToVm = Transition<ThreadState::kInJava, ThreadState::kInVm>;          // slow path of a bytecode
using VmToJava = Transition<ThreadState::kInVm, ThreadState::kInJava>;          // an upcall runs the interpreter
using NativeToVm = Transition<ThreadState::kInNative, ThreadState::kInVm>;      // body of a JNI or JVM_* function
using VmToNative = Transition<ThreadState::kInVm, ThreadState::kInNative>;      // calling out
using JavaToNative = Transition<ThreadState::kInJava, ThreadState::kInNative>;  // a bytecode calls a foreign native directly
using VmToBlocked = Transition<ThreadState::kInVm, ThreadState::kBlocked>;      // parking, monitor queue, long VM mutex

}  // namespace minijvm::sync
