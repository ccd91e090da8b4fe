// The execution environment (the paper's EE) is what sync knows of a thread. runtime::JavaThread
// derives from it.
//
// ExecEnvs are type-stable: a successor in the meta-lock queue may look at one whose thread has
// ended, and a late unpark may reach one. So they are never freed but pooled (exec_env_pool.h).
// Only begin_life() and end_life() separate the use of one ExecEnv by two threads.
//
// Tested by tests/sync/exec_env_test.cpp.
// Source: Agesen et al., OOPSLA '99, figure 1.
// Departure: the word gate and three permits replace the figure's mutexes, condition variables and
// booleans. The figure's own fields are kept in `paper_` for -XX:MetaLockGate=paper.
#pragma once

#include <cstdint>

#include "base/events/event_clock.h"
#include "base/events/event_log.h"
#include "sync/atomic.h"
#include "sync/enter_spin.h"
#include "sync/fwd.h"
#include "sync/lock_counters.h"
#include "sync/lock_record.h"
#include "sync/modes/meta_lock_paper.h"
#include "sync/multi_use_word.h"
#include "sync/ordering/vector_clock.h"
#include "sync/threads/parker.h"
#include "sync/threads/ticks.h"
#include "sync/wait_spin.h"

namespace minijvm::sync {

// Bits of the poll word. A thread polls at back-branches, at method entry or return, and at each
// step into a heap-touching state.
// Another thread stops the world.
inline constexpr std::uint32_t kPollSafepoint = 1;
// Another thread wants an operation run on this one.
inline constexpr std::uint32_t kPollHandshake = 2;
// The thread's time slice is over and others wait (schedule/; not used by 1:1).
inline constexpr std::uint32_t kPollYield = 4;
// A collection is due at one of the next polls; only gc-stress builds set this.
inline constexpr std::uint32_t kPollStress = 32;
// A bit for the layers above (asynchronous exceptions, debugger). sync only sets and clears it.
inline constexpr std::uint32_t kPollVm = 8;
// suspend() sets this: the thread may not step into Java.
inline constexpr std::uint32_t kPollSuspend = 16;
// suspend() sets this instead while the thread puts its suspension off.
inline constexpr std::uint32_t kPollSuspendLater = 512;
// The thread's LWP has lost its P, or may have lost it (schedule/lwp_pool.h).
inline constexpr std::uint32_t kPollPlace = 64;
// The thread has given up its P for a native that will block. It does work in the VM without one,
// and needs one before it steps into Java.
inline constexpr std::uint32_t kPollOffPlace = 128;
// The thread is dormant (safepoint.h): before it touches the heap it must wake itself.
inline constexpr std::uint32_t kPollDormant = 256;

// The state of a wait on a monitor. One CAS away from kWaiting decides between notify, interrupt
// and time-out (README, E8). The arrows are in monitor_wait.h.
enum class WaitState : std::uint32_t { kNone, kWaiting, kNotified, kTimedOut, kInterrupted };

// The reason why a thread is blocked, for thread dumps and the wait graph. kCondition is a wait for
// a condition of the VM itself, for example another thread's class initialization.
enum class BlockKind : std::uint8_t {
  kNothing,
  kMonitorEnter,
  kMonitorWait,
  kPark,
  kSleep,
  kCondition
};

// The neighbours of a thread in one of the lists of threads.
struct ThreadLinks {
  ExecEnv* next = nullptr;
  ExecEnv* previous = nullptr;
};

class alignas(kExecEnvAlignment) ExecEnv {
 public:
  ExecEnv();
  ExecEnv(const ExecEnv&) = delete;
  ExecEnv& operator=(const ExecEnv&) = delete;

  // Gives a pooled ExecEnv a new identity and a new hash generator. All other fields must be as
  // end_life() left them.
  void begin_life();
  // Checks that the old thread left nothing behind: no open gate, no wait, no permit for a
  // hand-off, no meta-lock, no record in use.
  // REQUIRES: kNew or kDead.
  void end_life();

  // Returns a number that is unique among all threads that ever existed, up to 2^32 of them.
  std::uint32_t id() const { return id_; }
  ThreadState state() const { return state_.load(std::memory_order_acquire); }

  // The interpreter's poll is one relaxed load. A thread that sees the word late stops at its next
  // poll.
  bool poll_requested() const { return poll_.load(std::memory_order_relaxed) != 0; }
  // Returns true if suspend() was called, and the thread does not put it off. acquire: pairs with
  // resume().
  bool suspended() const { return (poll_.load(std::memory_order_acquire) & kPollSuspend) != 0; }
  // Returns true if suspend() was called. acquire: as above.
  bool is_to_be_suspended() const {
    return (poll_.load(std::memory_order_acquire) & (kPollSuspend | kPollSuspendLater)) != 0;
  }
  // Door: called for each change of the poll word from zero (armed) or back to zero (not armed).
  // The thread that makes the change calls it under the thread-list lock.
  virtual void poll_changed(bool /*armed*/) {}
  // Door: this thread is queued for a monitor, because another thread was there when it wanted to
  // enter, or because its wait on the monitor is over. The thread calls it; after a notify the
  // notifier does, and the waiter cannot run on before that. An enter that is not queued calls
  // neither this door nor the next.
  virtual void must_enter(const NoSafepoint& /*still*/) {}
  // Door: this thread owns the monitor for which must_enter was called. The thread calls it.
  virtual void has_entered(const NoSafepoint& /*still*/) {}

  // Door: the thread must wait, for a monitor or in Object.wait. Returns true if it can leave its
  // kernel thread instead of blocking it (a virtual thread of JDK 25). REQUIRES: comes_and_goes_.
  virtual bool can_leave() { return false; }
  // Door: leaves the kernel thread. Returns when another one goes on with the thread: after
  // call_back, at the time, or for another reason. REQUIRES: can_leave was true just now.
  virtual void leave(BlockKind /*why*/, Deadline /*until*/) {}
  // Door: a thread that has left, or is about to, should go on. Any thread calls this, in any
  // state, also a signal handler.
  virtual void call_back() {}

  // Door: returns the address of the class of the slot's object, for the event log.
  virtual std::uint32_t class_of(void* const* /*slot*/) const { return 0; }

  // These return the three permits: for LockSupport, for the monitor, and for the hand-off of the
  // meta-lock (parker.h says why there are three).
  Parker& parker() { return park_parker_; }
  Parker& monitor_parker() { return monitor_parker_; }
  Parker& hand_off_parker() { return meta_.permit; }

  // Returns the interrupt flag. seq_cst: Dekker's pattern with interrupt() (parker.cpp).
  bool interrupted() const { return interrupted_.load(std::memory_order_seq_cst); }
  // Clears the flag and returns true if it was set. Thread.interrupted calls this, and so does each
  // function that turns an interrupt into an exception.
  bool clear_interrupt() { return interrupted_.exchange(false, std::memory_order_seq_cst); }

  EventLog& events() { return events_; }
  const LockCounters& lock_counters() const { return counters_; }

  // The only source of identity hashes: 31 bits, never 0. Only the ExecEnv's thread calls this.
  std::uint32_t next_hash();
  void seed_hashes(std::uint64_t seed);

  // These return the reason for which the thread waits, and the slot that holds the object (null
  // for park and sleep). They are valid while the world is stopped or a handshake runs.
  BlockKind block_kind() const { return block_kind_.load(std::memory_order_acquire); }
  void* const* blocked_on() const { return blocked_on_.load(std::memory_order_acquire); }

  // --- The rest is for the files of sync. ---

  // The word gate of the meta-lock. Its protocol guards it: see the state table in meta_lock.cpp.
  struct alignas(kCacheLine) MetaGate {
    explicit MetaGate(ExecEnv& owner) : permit(owner) {}

    // No thread has come yet. Any value other than these two is the address of a successor that
    // came first.
    static constexpr std::uintptr_t kOpen = 0;
    // The releaser came first; out_bits are valid.
    static constexpr std::uintptr_t kReleased = 1;
    Atomic<std::uintptr_t> gate{kOpen};
    // The owner writes it before it stores kReleased; the successor reads it afterwards.
    LockBits out_bits = 0;
    // The predecessor writes it before it gives the permit; the owner reads it afterwards.
    LockBits bits = 0;
    Parker permit;
  };
  static_assert(sizeof(MetaGate) == kCacheLine);

  // The next three groups have cache lines of their own. An exit that looks at a contender, or
  // wakes it, would otherwise wait for the lines into which the contender writes whenever it locks.
  //
  // Other threads look at these fields, to stop the thread or to end its wait.
  Atomic<std::uint32_t> poll_{0};
  Atomic<WaitState> wait_state_{WaitState::kNone};
  Parker monitor_parker_;
  // The thread looks for a permit of monitor_parker_ before it sleeps (wait_spin.h). Not
  // sync::Atomic: under the model checker no thread spins.
  minijvm::Atomic<bool> spins_at_wait_{false};
  Parker park_parker_;
  Atomic<bool> interrupted_{false};
  Atomic<BlockKind> block_kind_{BlockKind::kNothing};
  Atomic<void* const*> blocked_on_{nullptr};

  // Predecessor and successor touch the gate.
  MetaGate meta_;

  // The thread itself writes the next fields. Stoppers read its state (thread_state.h).
  Atomic<ThreadState> state_;
  std::uint32_t no_safepoint_depth_ = 0;  // owner only, debug builds
  // The word whose meta-lock the thread holds (E13: at most one). Only the owner uses it, in debug
  // builds.
  MultiUseWord* meta_held_ = nullptr;
  LockRecordPool lock_records_;  // owner only
  EnterSpin enter_spin_;         // owner only
  WaitSpin wait_spin_;           // owner only
  Ticks ticks_;                  // owner only
  // The thread's clock, which belongs to a detector of races; null: there is none. Owner only.
  ordering::ThreadClock* clock_ = nullptr;
  // A deterministic run lets the weak compare-and-set that comes next fail. Owner only.
  bool weak_update_fails_ = false;
  // The number of reasons for which the thread puts its suspension off. The owner writes it, and
  // before the thread runs its maker.
  Atomic<std::uint32_t> suspension_delays_{0};
  // The thread may leave its kernel thread (can_leave). It never changes in a life.
  bool comes_and_goes_ = false;
  LockCounters counters_;  // owner only
  // The next thread in the queue of a fat monitor, whose guard guards it.
  ExecEnv* fat_next_ = nullptr;
  // The thread's number in thin locks (thin_locks.cpp), 0 before it has one. Only the owner uses
  // it.
  std::uint32_t thin_number_ = 0;
  // The user thread that runs as this ExecEnv (schedule/), or null if the thread is bound to an
  // LWP.
  Atomic<UserThread*> user_thread_{nullptr};
  // The number of LwpPins that keep the user thread on its LWP. The owner changes it by pin_to_lwp;
  // sysmon reads it.
  Atomic<std::uint32_t> lwp_pins_{0};
  // The number of times that the thread has called native code. The owner writes it; sysmon
  // compares two values (schedule/sysmon.cpp).
  Atomic<std::uint64_t> native_calls_{0};

  PaperGate paper_;

  // The links of the list of all threads and of the list of those that are awake. The thread-list
  // lock guards them (thread_list.cpp).
  ThreadLinks list_links_;
  ThreadLinks awake_links_;
  bool listed_ = false;
  // A collection has set this, for the current safepoint: the thread becomes dormant at its end.
  bool may_doze_ = false;
  // A handshake that no thread has claimed yet. The thread that swaps it out, target or requester,
  // runs it. The target's poll bit stays set until the handshake is done.
  Atomic<HandshakeOperation*> handshake_{nullptr};

 private:
  std::uint32_t id_ = 0;
  // The generator of next_hash().
  std::uint64_t hash_state_ = 0;
  EventLog events_;
};

// The seed of what is chance otherwise, in a deterministic run (-XX:DataSeed): identity hashes,
// random devices, the first moment. 0 if nobody has set it. REQUIRES of set_data_seed: there is one
// thread, and no ExecEnv yet.
void set_data_seed(std::uint64_t seed);
std::uint64_t data_seed();

// Returns the ExecEnv of the calling LWP, or null. Only JNI GetEnv and the entry of JVM_* functions
// need it. A caller calls it again after anything that may park, since a user thread may wake on
// another LWP. The function is not inline, so that no compiler keeps the thread-local's address.
ExecEnv* current_exec_env();
// Makes the calling thread take on this ExecEnv, or with null give up the one that it has.
void set_current_exec_env(ExecEnv* ee);
// A scheduler calls this: the calling LWP now runs another user thread.
void mount_exec_env(ExecEnv* ee);

// Adds to the number of pins, or with -1 takes one away. Only the owner writes the number, so that
// no read-modify-write is needed.
inline void pin_to_lwp(ExecEnv& self, int more) {
  std::uint32_t pins = self.lwp_pins_.load(std::memory_order_relaxed);
  self.lwp_pins_.store(pins + static_cast<std::uint32_t>(more), std::memory_order_relaxed);
}
inline bool is_pinned(const ExecEnv& ee) {
  return ee.lwp_pins_.load(std::memory_order_relaxed) != 0;
}

// Keeps a user thread on its LWP while this object lives: foreign frames below may hold what
// belongs to the LWP, such as the address of errno, or other code may know the thread by its LWP.
class LwpPin {
 public:
  explicit LwpPin(ExecEnv& self) : self_(self) { pin_to_lwp(self, 1); }
  ~LwpPin() { pin_to_lwp(self_, -1); }
  LwpPin(const LwpPin&) = delete;
  LwpPin& operator=(const LwpPin&) = delete;

 private:
  ExecEnv& self_;
};

// Record the beginning and the end of a block for the event log (base/events/events.def). REQUIRES:
// kInVm, and no meta-lock is held. `begun`: event_ticks() at the beginning, or 0.
void record_block(ExecEnv& self, BlockKind kind, void* const* slot);
void record_go_on(ExecEnv& self, std::uint64_t begun);

// Publishes what self waits for, while self blocks.
class BlockedOn {
 public:
  BlockedOn(ExecEnv& self, BlockKind kind, void* const* slot) : self_(self) {
    if (__builtin_expect(is_wanted(Event::thread_block), 0)) {
      record_block(self, kind, slot);
      begun_ = event_ticks();
    }
    // release: pairs with the acquire in blocked_on().
    self.blocked_on_.store(slot, std::memory_order_release);
    // release: pairs with the acquire in block_kind(). The slot is written first, so a reader that
    // sees the kind sees the slot.
    self.block_kind_.store(kind, std::memory_order_release);
  }
  ~BlockedOn() {
    if (__builtin_expect(is_wanted(Event::thread_go_on), 0)) {
      record_go_on(self_, begun_);
    }
    self_.block_kind_.store(BlockKind::kNothing, std::memory_order_release);
    self_.blocked_on_.store(nullptr, std::memory_order_release);
  }
  BlockedOn(const BlockedOn&) = delete;
  BlockedOn& operator=(const BlockedOn&) = delete;

 private:
  ExecEnv& self_;
  std::uint64_t begun_ = 0;  // for the event log
};

}  // namespace minijvm::sync
