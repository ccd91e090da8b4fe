// The state of a thread says what it may touch now. RAII types, named by both ends, are the only
// way to change the state.
//
//   state       heap   meaning
//   kNew        no     made, not yet started; may be listed
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
// A pair that is not in the table has no type, so it does not compile. A thread leaves kNew in
// begin_running and reaches kDead in detach or cancel_attach (safepoint.h).
//
// Each step into a heap-touching state first waits for a pending safepoint and serves a handshake.
// Between two heap-touching states a relaxed load of the poll word is enough, because the stopper
// waits for this thread anyway. From a safe state Dekker's pattern is needed:
//
//   thread:   state_ = kInVm (seq_cst);  read poll_  (seq_cst)  -> set: step back, wait, try again
//   stopper:  poll_ |= bit   (seq_cst);  read state_ (seq_cst)  -> heap-touching: wait for it
//
// At least one of the two sees the other. A step into a safe state is a release store and a relaxed
// load of the poll word. If the load comes too early for the bit, no thread wakes the stopper. So a
// stopper looks again after a bounded sleep.
// OPTIMIZATION: this saves a full fence for each native call; the window is as long as a store
// stays in the store buffer.
// Only a step into kInJava stops a suspended thread. In the VM the thread may hold what others
// need, so it first finishes its work there. A thread that blocks off its P waits for one only
// there, too: the few instructions in the VM of a native that reads a file need none.
// A step blocks the Java thread, and under 1:1 its LWP; it never blocks the stopper.
// Tested by tests/sync/thread_state_test.cpp.
#pragma once

#include <cstdint>

#include "base/check.h"
#include "sync/threads/exec_env.h"

namespace minijvm::sync {

enum class ThreadState : std::uint32_t { kNew, kInJava, kInVm, kInNative, kBlocked, kDead };

// Returns the name for messages.
const char* thread_state_name(ThreadState state);

constexpr bool touches_heap(ThreadState state) {
  return state == ThreadState::kInJava || state == ThreadState::kInVm;
}

// The table above for constructors; a destructor goes the other way.
constexpr bool is_legal_transition(ThreadState from, ThreadState to) {
  using enum ThreadState;
  return (from == kInJava && (to == kInVm || to == kInNative)) ||
         (from == kInVm && (to == kInJava || to == kInNative || to == kBlocked)) ||
         (from == kInNative && to == kInVm);
}

// The slow paths are in safepoint.cpp.
// Wakes a stopper, if the poll word says that there is one. Self has become safe.
void stopper_may_look(ExecEnv& self);
// Waits in the state `from` before self may be in `to`. Self is in `to` before and afterwards.
void enter_heap_slow(ExecEnv& self, ThreadState from, ThreadState to);
// Stops here. Self is in a heap-touching state.
void poll_in_heap_state(ExecEnv& self);

// The poll bits that may stop a thread at a step. Only poll() serves the other bits.
inline constexpr std::uint32_t kPollStopping =
    kPollSafepoint | kPollHandshake | kPollSuspend | kPollPlace | kPollOffPlace | kPollDormant;

inline bool must_stop(const ExecEnv& self, std::memory_order order) {
  return (self.poll_.load(order) & kPollStopping) != 0;
}

// Steps from a safe state into one that touches the heap. Returns false if self has to stop there
// first; the caller then calls enter_heap_slow.
inline bool try_enter_heap(ExecEnv& self, ThreadState to) {
  // seq_cst: Dekker's pattern with the stopper, as explained above.
  self.state_.store(to, std::memory_order_seq_cst);
  return !must_stop(self, std::memory_order_seq_cst);
}

// Makes the step. REQUIRES: self belongs to the calling thread and is in state `from`, and no
// NoSafepoint lives.
inline void change_state(ExecEnv& self, ThreadState from, ThreadState to) {
  MJ_DCHECK(self.state_.load(std::memory_order_relaxed) == from, "thread %u is %s, not %s",
            self.id(), thread_state_name(self.state()), thread_state_name(from));
  MJ_DCHECK(self.no_safepoint_depth_ == 0, "thread %u leaves %s inside a NoSafepoint", self.id(),
            thread_state_name(from));
  MJ_DCHECK(self.meta_held_ == nullptr, "thread %u changes state with a meta-lock held", self.id());
  // A step to a safe state never waits.
  if (!touches_heap(to)) {
    // release: pairs with the stopper's load of state_, which then sees all of self's writes to the
    // heap.
    self.state_.store(to, std::memory_order_release);
    if (must_stop(self, std::memory_order_relaxed)) {
      stopper_may_look(self);
    }
    return;
  }
  // This is a step between kInJava and kInVm.
  if (touches_heap(from)) {
    self.state_.store(to, std::memory_order_release);
    if (must_stop(self, std::memory_order_relaxed)) {
      poll_in_heap_state(self);
    }
    return;
  }
  // This is a step from a safe state.
  if (!try_enter_heap(self, to)) {
    enter_heap_slow(self, from, to);
  }
}

// Makes a step for the time of a scope. The destructor goes back.
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

// The slow path of a bytecode.
using JavaToVm = Transition<ThreadState::kInJava, ThreadState::kInVm>;
// An upcall: the VM runs the interpreter.
using VmToJava = Transition<ThreadState::kInVm, ThreadState::kInJava>;
// The body of a JNI or JVM_* function.
using NativeToVm = Transition<ThreadState::kInNative, ThreadState::kInVm>;
// The VM calls foreign code.
using VmToNative = Transition<ThreadState::kInVm, ThreadState::kInNative>;
// A bytecode calls a foreign native directly.
using JavaToNative = Transition<ThreadState::kInJava, ThreadState::kInNative>;
// Parking, a monitor's queue, a long wait for a VM mutex.
using VmToBlocked = Transition<ThreadState::kInVm, ThreadState::kBlocked>;

}  // namespace minijvm::sync
