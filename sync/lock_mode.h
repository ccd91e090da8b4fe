// The lock mode: what it comes to when a thread enters, leaves, waits for or notifies an object. One class a mode, chosen at start, so that
// one VM can compare what the paper could not ("this approach was impractical", 6.3.1).
// Proved by tests/sync/lock_mode_test.cpp, which runs one set of cases in every mode, and by the tests locks_java_* (tests/java/CMakeLists.txt).
//
//   -XX:LockingMode   the class                   what a lock is                                            source
//   meta-fast         MetaMonitor (monitor.cpp)   one CAS in the common case, else the meta-lock            Agesen et al., 4 and 5.2
//   meta              the same, no fast paths     a meta-lock around every operation                        4
//   tas               the same                    a test-and-set word for the meta-lock (meta_lock_tas.cpp) 5.4
//   thin              ThinLocks (thin_locks.cpp)  owner and count in the header; inflates when contended    Bacon et al., PLDI '98
//   monitorcache      MonitorCache                nothing in the header; a global table with one lock       3, the classic VM
//
//   -XX:MonitorPolicy, for the first three: single (queue_single.cpp, 4.3) or three (queue_three.cpp, 5.3).
//
// The default pays nothing for the choice: the extra-fast paths (monitor_fast.h) are inline in the interpreter, know one format of the word
// and decline every other. In the modes without them a thread's fast list of records is empty and its records name no fast owner.
#pragma once

#include <cstdint>

#include "sync/clock.h"
#include "sync/exec_env.h"
#include "sync/lock_target.h"
#include "sync/no_safepoint.h"

namespace minijvm::sync {

enum class LockingMode : std::uint8_t { kMetaFast, kMeta, kTas, kThin, kMonitorCache };
enum class MonitorPolicy : std::uint8_t { kSingle, kThree };

enum class MonitorResult : std::uint8_t {
  kOk,           // for wait: notified
  kTimedOut,     // wait: the deadline decided
  kNotOwner,     // IllegalMonitorStateException
  kInterrupted,  // InterruptedException; the interrupt is cleared
  kOutOfMemory,  // no lock record or fat monitor: OutOfMemoryError; nothing was done
};

// What a thread dump or JVMTI says about a monitor.
struct MonitorView {
  ExecEnv* owner = nullptr;
  std::uint32_t entry_count = 0;  // in a stopped world only: else it is the owner's alone
  std::uint32_t contenders = 0;
  std::uint32_t waiters = 0;
};

// Told each thread that is queued for a monitor, as a contender or as a waiter.
class QueueVisitor {
 public:
  virtual void visit(ExecEnv& queued, bool is_waiter) = 0;

 protected:
  ~QueueVisitor() = default;
};

class LockMode {
 public:
  virtual MonitorResult enter(ExecEnv& self, LockTarget target) = 0;
  virtual MonitorResult exit(ExecEnv& self, LockTarget target) = 0;
  virtual MonitorResult wait(ExecEnv& self, LockTarget target, Deadline until) = 0;
  virtual MonitorResult notify(ExecEnv& self, LockTarget target, bool all) = 0;
  virtual bool is_held(ExecEnv& self, LockTarget target) = 0;

  // The identity hash when the word is not NEUTRAL with a hash in it.
  virtual std::uint32_t hash(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) = 0;

  virtual MonitorView view(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) = 0;
  // REQUIRES for the rest: the world is stopped, or nobody uses the object.
  virtual MonitorView view_at_safepoint(const MultiUseWord& word) = 0;
  virtual void visit_queue(const MultiUseWord& word, QueueVisitor& visitor) = 0;
  // What stands for the monitor in a thread dump, or null: a lock record, a fat monitor.
  virtual const void* monitor_address(const MultiUseWord& word) = 0;
  // Where hash and age went. REQUIRES: the word is not NEUTRAL.
  virtual Atomic<LockBits>& displaced_word(MultiUseWord& word) = 0;
  virtual void verify(const MultiUseWord& word) = 0;

 protected:
  ~LockMode() = default;
};

// REQUIRES for both: no object is locked and no thread runs. Threads whose life began before keep their records as they are.
void set_locking_mode(LockingMode mode);
void set_monitor_policy(MonitorPolicy policy);
LockingMode locking_mode();
MonitorPolicy monitor_policy();
inline bool has_fast_paths() { return locking_mode() == LockingMode::kMetaFast; }

LockMode& lock_mode();

// The singletons, each beside its class.
LockMode& meta_monitor();
LockMode& thin_locks();
LockMode& monitor_cache();

}  // namespace minijvm::sync
