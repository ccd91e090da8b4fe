// The execution environment (the paper's EE): what sync knows of a thread. runtime::JavaThread derives from it.
// Proved by tests/sync/exec_env_test.cpp.
// Source: Agesen et al., OOPSLA '99, figure 1.  Departure: the word gate and three permits stand for the figure's mutexes, condition
// variables and booleans; the figure's own fields are kept in `paper` for -XX:MetaLockGate=paper.
//
// ExecEnvs are type-stable: a successor in the meta-lock queue may look at one whose thread has left, and a late unpark may hit one. So
// they are never freed but pooled (exec_env_pool.h); begin_life() and end_life() are all that separates two threads' use of one.
#pragma once

#include <cstdint>

#include "base/event_ring.h"
#include "sync/atomic.h"
#include "sync/enter_spin.h"
#include "sync/fwd.h"
#include "sync/lock_counters.h"
#include "sync/lock_record.h"
#include "sync/meta_lock_paper.h"
#include "sync/multi_use_word.h"
#include "sync/parker.h"
#include "sync/wait_spin.h"

namespace minijvm::sync {

// Bits of the poll word. A thread polls at back-branches, method entry or return, and each step into a heap-touching state.
inline constexpr std::uint32_t kPollSafepoint = 1;  // somebody stops the world
inline constexpr std::uint32_t kPollHandshake = 2;  // somebody wants an operation run on this thread
inline constexpr std::uint32_t kPollYield = 4;      // its time slice is over, others wait (schedule/; not used by 1:1)
inline constexpr std::uint32_t kPollStress = 32;    // gc-stress builds: a collection is due at one of the next polls
inline constexpr std::uint32_t kPollVm = 8;         // for the layers above (asynchronous exceptions, debugger); sync only arms it
inline constexpr std::uint32_t kPollSuspend = 16;   // suspend(): it may not step into Java
inline constexpr std::uint32_t kPollPlace = 64;     // its LWP lost its place, or may have (schedule/lwp_pool.h)

// Told when the poll word becomes non-zero (true) or zero (false), by the arming thread, under the thread-list lock.
using PollHook = void (*)(ExecEnv& ee, bool armed);

// How a wait on a monitor goes. One CAS away from kWaiting decides between notify, interrupt and time-out (E8).
enum class WaitState : std::uint32_t { kNone, kWaiting, kNotified, kTimedOut, kInterrupted };

// What a blocked thread waits for, for thread dumps and the wait graph.
enum class BlockKind : std::uint8_t { kNothing, kMonitorEnter, kMonitorWait, kPark, kSleep, kCondition };  // the last: of the VM's own

class alignas(kExecEnvAlignment) ExecEnv {
 public:
  ExecEnv();
  ExecEnv(const ExecEnv&) = delete;
  ExecEnv& operator=(const ExecEnv&) = delete;

  // For a pooled ExecEnv: a fresh identity and generator; everything else must be as end_life() left it.
  void begin_life();
  // Checks that nothing of the old thread is left: no gate, no permit wait, no meta-lock, no record out. REQUIRES: kNew or kDead.
  void end_life();

  std::uint32_t id() const { return id_; }
  ThreadState state() const { return state_.load(std::memory_order_acquire); }

  bool poll_requested() const { return poll_.load(std::memory_order_relaxed) != 0; }
  bool suspended() const { return (poll_.load(std::memory_order_acquire) & kPollSuspend) != 0; }  // acquire: pairs with resume()
  // Set before attach. Other threads call it.
  void set_poll_hook(PollHook hook) { poll_hook_ = hook; }
  PollHook poll_hook() const { return poll_hook_; }

  Parker& parker() { return park_parker_; }
  Parker& monitor_parker() { return monitor_parker_; }
  Parker& hand_off_parker() { return hand_off_parker_; }

  bool interrupted() const { return interrupted_.load(std::memory_order_seq_cst); }
  // Thread.interrupted and whoever turns an interrupt into an exception. True: it was set.
  bool clear_interrupt() { return interrupted_.exchange(false, std::memory_order_seq_cst); }

  EventRing& events() { return events_; }
  const LockCounters& lock_counters() const { return counters_; }

  // The one door for identity hashes: 31 bits, never 0. Owner only.
  std::uint32_t next_hash();
  void seed_hashes(std::uint64_t seed);

  // What it waits for. Good while the world is stopped or a handshake runs; the slot is null for park and sleep.
  BlockKind block_kind() const { return block_kind_.load(std::memory_order_acquire); }
  void* const* blocked_on() const { return blocked_on_.load(std::memory_order_acquire); }

  // --- For the files of sync. ---

  // The word gate of the meta-lock (meta_lock.cpp). Guarded by the protocol: see its state table.
  struct MetaGate {
    static constexpr std::uintptr_t kOpen = 0;    // nobody came yet
    static constexpr std::uintptr_t kReleased = 1;  // the releaser came first, out_bits are valid; other values: the successor came first
    Atomic<std::uintptr_t> gate{kOpen};
    LockBits out_bits = 0;  // written by the owner before kReleased, read by its successor after
    LockBits bits = 0;      // written by the predecessor before its post, read by the owner after
  };

  Atomic<ThreadState> state_;
  Atomic<std::uint32_t> poll_{0};
  std::uint32_t no_safepoint_depth_ = 0;        // owner only, debug builds
  MultiUseWord* meta_held_ = nullptr;           // owner only: E13, one meta-lock at a time; debug builds
  LockRecordPool lock_records_;                 // owner only
  EnterSpin enter_spin_;                        // owner only
  WaitSpin wait_spin_;                          // owner only
  Atomic<WaitState> wait_state_{WaitState::kNone};
  Atomic<bool> interrupted_{false};
  Atomic<BlockKind> block_kind_{BlockKind::kNothing};
  Atomic<void* const*> blocked_on_{nullptr};
  LockCounters counters_;                       // owner only
  ExecEnv* fat_next_ = nullptr;                 // in the queue of a fat monitor; guarded by that
  std::uint32_t thin_number_ = 0;               // of thin_locks.cpp; owner only
  // Of schedule/: the user thread that this is, null if it is bound to an LWP; what keeps it there for now (LwpPin); how often it called out.
  Atomic<UserThread*> user_thread_{nullptr};
  std::uint32_t lwp_pins_ = 0;                  // owner only
  Atomic<std::uint64_t> native_calls_{0};       // written by the owner

  alignas(kCacheLine) MetaGate meta_;           // touched by predecessor and successor
  PaperGate paper_;

  // Guarded by the thread-list lock (safepoint.cpp).
  ExecEnv* list_next_ = nullptr;
  ExecEnv* list_previous_ = nullptr;
  bool listed_ = false;
  // An operation that nobody has claimed yet: whoever swaps it out, target or requester, runs it. Its poll bit stays until it is done.
  Atomic<HandshakeOperation*> handshake_{nullptr};

 private:
  std::uint32_t id_ = 0;
  PollHook poll_hook_ = nullptr;
  std::uint64_t hash_state_ = 0;
  Parker hand_off_parker_;
  Parker monitor_parker_;
  Parker park_parker_;
  EventRing events_;
};

// The ExecEnv of the calling LWP, or null. Answers JNI GetEnv and JVM_* entry only; ask again after anything that may park, since a user
// thread may wake on another LWP. Not inline, so that no compiler keeps the thread-local's address.
ExecEnv* current_exec_env();
// The calling thread takes on this ExecEnv, or (null) gives up the one it has.
void set_current_exec_env(ExecEnv* ee);
// By a scheduler: the calling LWP carries another user thread now.
void mount_exec_env(ExecEnv* ee);

// All ExecEnvs' hash generators derive from this seed and the thread's id.
void set_hash_seed(std::uint64_t seed);

// Keeps a user thread on its LWP while this lives: foreign frames below may hold what belongs to the LWP, or others know it by its LWP.
class LwpPin {
 public:
  explicit LwpPin(ExecEnv& self) : self_(self) { ++self.lwp_pins_; }
  ~LwpPin() { --self_.lwp_pins_; }
  LwpPin(const LwpPin&) = delete;
  LwpPin& operator=(const LwpPin&) = delete;

 private:
  ExecEnv& self_;
};

// Marks what self waits for while it blocks.
class BlockedOn {
 public:
  BlockedOn(ExecEnv& self, BlockKind kind, void* const* slot) : self_(self) {
    self.blocked_on_.store(slot, std::memory_order_release);  // acquire in blocked_on()
    self.block_kind_.store(kind, std::memory_order_release);  // acquire in block_kind()
  }
  ~BlockedOn() {
    self_.block_kind_.store(BlockKind::kNothing, std::memory_order_release);
    self_.blocked_on_.store(nullptr, std::memory_order_release);
  }
  BlockedOn(const BlockedOn&) = delete;
  BlockedOn& operator=(const BlockedOn&) = delete;

 private:
  ExecEnv& self_;
};

}  // namespace minijvm::sync
