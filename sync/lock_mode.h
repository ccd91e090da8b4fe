// The lock mode decides what happens when a thread enters, leaves, waits for or notifies an object.
// Each mode is one class, chosen at start, so that one VM can compare what the paper could not
// ("this approach was impractical", 6.3.1).
//
//   -XX:LockingMode   class (file)                what a lock is                           source
//   meta-fast         MetaMonitor (monitor.cpp)   one CAS in the common case, else the     4, 5.2
//                                                 meta-lock
//   meta              the same, no fast paths     a meta-lock around every operation       4
//   tas               the same, with modes/       a test-and-set word for the meta-lock    5.4
//                     meta_lock_tas.cpp
//   thin              ThinLocks                   owner and count in the header;           Bacon
//                     (modes/thin_locks.cpp)      inflates when contended
//   heavy             the same                    a fat monitor while anyone uses the lock
//   monitorcache      MonitorCache                no lock in the header; a global table    3
//                     (modes/monitor_cache.cpp)   with one lock, as in the classic VM
//
//   -XX:MonitorPolicy, for the first three: single (queue_single.cpp, 4.3) or three
//   (modes/queue_three.cpp, 5.3).
//
// The default mode pays nothing for the choice. The extra-fast paths (monitor_fast.h) are inline in
// the interpreter, know one format of the word, and decline every other. In the modes without them
// a thread's fast list of records is empty, and its records have no fast owner.
//
// Tested by tests/sync/lock_mode_test.cpp, which runs one set of cases in every mode, and by the
// tests locks_java_* (tests/java/CMakeLists.txt).
// Source: the numbers are sections of Agesen et al., OOPSLA '99; Bacon et al.: Thin Locks, PLDI
// '98.
#pragma once

#include <cstdint>

#include "sync/lock_choices.h"
#include "sync/lock_target.h"
#include "sync/sync_state.h"
#include "sync/threads/clock.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/no_safepoint.h"

namespace minijvm::sync {

enum class MonitorResult : std::uint8_t {
  // Success. For wait: the thread was notified.
  kOk,
  // The deadline of a wait came first.
  kTimedOut,
  // The VM throws IllegalMonitorStateException.
  kNotOwner,
  // The VM throws InterruptedException; the interrupt is cleared already.
  kInterrupted,
  // There is no lock record or fat monitor: the VM throws OutOfMemoryError. Nothing was done.
  kOutOfMemory,
};

// The facts about a monitor for thread dumps and JVMTI.
struct MonitorView {
  ExecEnv* owner = nullptr;  // null: nobody owns it
  // Some modes fill it in only if the world is stopped, since the owner alone may read it
  // otherwise.
  std::uint32_t entry_count = 0;
  std::uint32_t contenders = 0;
  std::uint32_t waiters = 0;
};

// A callback for each thread that is queued for a monitor, as a contender or as a waiter.
class QueueVisitor {
 public:
  virtual void visit(ExecEnv& queued, bool is_waiter) = 0;

 protected:
  ~QueueVisitor() = default;
};

// The first five functions are those of monitor.h, which describes them. `still` is the caller's
// NoSafepoint.
class LockMode {
 public:
  virtual MonitorResult enter(ExecEnv& self, LockTarget target) const = 0;
  virtual MonitorResult exit(ExecEnv& self, LockTarget target) const = 0;
  virtual MonitorResult wait(ExecEnv& self, LockTarget target, Deadline until) const = 0;
  virtual MonitorResult notify(ExecEnv& self, LockTarget target, bool all) const = 0;
  virtual bool is_held(ExecEnv& self, LockTarget target) const = 0;

  // Returns the identity hash of an object whose word is not NEUTRAL with a hash in it. Installs a
  // hash if there is none.
  virtual std::uint32_t hash(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) const = 0;

  virtual MonitorView view(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) const = 0;
  // REQUIRES for the rest: the world is stopped, or nobody uses the object.
  virtual MonitorView view_at_safepoint(const MultiUseWord& word) const = 0;
  virtual void visit_queue(const MultiUseWord& word, QueueVisitor& visitor) const = 0;
  // Returns the address that a thread dump prints for the monitor, that of a lock record or a fat
  // monitor; or null.
  virtual const void* monitor_address(const MultiUseWord& word) const = 0;
  // Returns the cell that holds hash and age. REQUIRES: the word is not NEUTRAL.
  virtual Atomic<LockBits>& displaced_word(MultiUseWord& word) const = 0;
  // Fails a check if the word or what it refers to breaks an invariant of the mode.
  virtual void verify(const MultiUseWord& word) const = 0;

 protected:
  ~LockMode() = default;
};

// REQUIRES for all four: no object is locked and no thread runs. Threads whose life began before
// the call keep their records unchanged.
void set_locking_mode(LockingMode mode);
void set_monitor_policy(MonitorPolicy policy);
void prefer_releasers(bool on);
void spin_for_mounted_owners(bool only);
inline LockingMode locking_mode() { return sync_state.locks.mode.load(std::memory_order_relaxed); }
inline MonitorPolicy monitor_policy() {
  return sync_state.locks.policy.load(std::memory_order_relaxed);
}
inline bool has_fast_paths() { return locking_mode() == LockingMode::kMetaFast; }

// Returns the class of the chosen mode.
const LockMode& lock_mode();

// These return the singletons, each in the file of its class.
const LockMode& meta_monitor();
const LockMode& thin_locks();
const LockMode& monitor_cache();

}  // namespace minijvm::sync
