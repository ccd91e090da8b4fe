// The state of sync for the whole process, except for the scheduler's part
// (schedule/schedule_state.h). It is constant-initialized, so that tests without a VM can use it.
// The header includes little, because the fast paths of locks read it.
// Tested by the tests of the units named here.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>

#include "base/lazy.h"
#include "sync/atomic.h"
#include "sync/fwd.h"
#include "sync/lock_choices.h"
#include "sync/lock_counters.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm {
class SharedEventLog;  // base/events/event_log.h
}

namespace minijvm::sync {

class LockMode;
class Lwp;
class MonitorTable;  // modes/monitor_cache.cpp
struct BoundLwp;     // schedule/models/bound_threads.cpp
struct ThinTables;   // modes/thin_locks.cpp

// The choices of how objects are locked. Flags set them before the first thread starts.
struct LockChoices {
  Atomic<LockingMode> mode{LockingMode{}};
  Atomic<MonitorPolicy> policy{MonitorPolicy{}};
  Atomic<const LockMode*> mode_class{nullptr};  // null: MetaMonitor
  // True for LockingMode::kTas; the inline path reads it.
  Atomic<bool> test_and_set{false};
  Atomic<MetaLockGate> gate{MetaLockGate{}};
  Atomic<NotifyOrder> notify_order{NotifyOrder{}};
  // The first of the ideas of section 7 (monitor_fast.h:/try_enter_waiters/). It pays, so only
  // bench/locks, which shows that, sets it to false.
  Atomic<bool> waiters_by_cas{true};
  // The second one (monitor.cpp:/give_way/).
  Atomic<bool> prefers_releasers{false};
  // The thread model says which queued thread is next (monitor_wait.h:/chosen_thread/).
  Atomic<bool> model_chooses{false};
  // -XX:SpinPolicy=mounted (enter_spin.h).
  Atomic<bool> spins_for_mounted{false};
  // Repairs E5. Only the test that shows the error sets it to false.
  Atomic<bool> hash_sets_queue_bit{true};
};

// Section 5.1 of the meta-lock paper: "the global memory pool" for lock records that a thread no
// longer needs.
struct SpareRecords {
  Mutex mutex{LockRank::kLeaf};
  LockRecord* first MJ_GUARDED_BY(mutex) = nullptr;
};

// Counters for -XX:+PrintLockStatistics (lock_statistics.cpp).
struct LockStatistics {
  // Updates are read-modify-write, because several threads may end at the same time.
  LockCounters of_ended_threads;
  bool counting_objects = false;
  Atomic<std::uint64_t> objects{0};
};

// The list of threads, and the state of the thread that stops them (threads/safepoint.cpp).
// One thread at a time stops the world; one at a time runs a handshake.
struct World {
  Mutex requests{LockRank::kSafepointRequest};
  Mutex handshakes{LockRank::kHandshakes};

  Mutex list_lock{LockRank::kThreadList};
  // Notified when the list may change again, after `frozen` was cleared.
  CondVar thawed;
  ExecEnv* first MJ_GUARDED_BY(list_lock) = nullptr;
  std::uint32_t count MJ_GUARDED_BY(list_lock) = 0;
  // Those of the list that are not dormant (threads/safepoint.h).
  ExecEnv* first_awake MJ_GUARDED_BY(list_lock) = nullptr;
  std::uint32_t dormant MJ_GUARDED_BY(list_lock) = 0;
  // A stop is under way: a thread that joins the list must be armed first.
  bool stopping MJ_GUARDED_BY(list_lock) = false;
  // If true, a thread that joins the list starts suspended.
  bool suspends_newcomers MJ_GUARDED_BY(list_lock) = false;
  // (S2) While the operation runs, the list does not change.
  bool frozen MJ_GUARDED_BY(list_lock) = false;

  // The coordinator and its LWP, set while the operation runs.
  Atomic<ExecEnv*> coordinator{nullptr};
  Atomic<const void*> coordinator_lwp{nullptr};
  // Changes when a thread becomes safe or has run its handshake. A thread that stops the world then
  // looks again.
  Atomic<std::uint32_t> stop_events{0};
  // Changes when poll bits were cleared. Stopped threads then look again.
  Atomic<std::uint32_t> resume_epoch{0};
  Atomic<std::uint64_t> safepoints{0};
};

// All of the above; it is one member of Vm (vm/vm.h).
struct SyncState {
  LockChoices locks;
  // The world is written often, but the members before it are read at every lock operation. So it
  // has cache lines of its own.
  alignas(64) World world;
  SpareRecords spare_records;
  LockStatistics statistics;
  Lazy<ThinTables> thin;             // of LockingMode::kThin
  Lazy<MonitorTable> monitor_cache;  // of LockingMode::kMonitorCache
  // The last number that the monitor cache gave to an object.
  Atomic<std::uint64_t> cache_numbers{0};
  Atomic<std::uint32_t> next_thread_id{1};
  // The next two are not sync::Atomic: the model checker has no use for them.
  // The number with which a new thread begins (wait_spin.h). Any thread's is good, so the order of
  // the stores does not matter.
  minijvm::Atomic<unsigned> latest_wait_sleeps{0};
  // The number of processors. 0: not asked yet.
  minijvm::Atomic<int> processors{0};
  // -XX:DataSeed (threads/exec_env.h); it changes only while there is one thread.
  std::uint64_t data_seed = 0;
  // Reads the program's clock (threads/clock.h). In a VM it changes only while there is one thread.
  minijvm::Atomic<int (*)(clockid_t, timespec*)> program_clock{clock_gettime};
};
extern constinit SyncState sync_state [[gnu::visibility("hidden")]];
// One name for it everywhere, so that clang sees one list_lock (base/thread_safety.h).
inline constexpr World& world = sync_state.world;

// The data that belong to the kernel thread and not to the user thread that it runs. A function
// that reads it must not be inlined where a switch of user threads may come between: the compiler
// would keep the address of the old kernel thread's variable.
struct ThisKernelThread {
  // The Java thread that runs on the kernel thread (thread_model.cpp).
  ExecEnv* current = nullptr;
  // The LWP, if the kernel thread runs user threads (lwp.cpp).
  Lwp* lwp = nullptr;
  // The LWP, if the kernel thread runs one user thread for life (bound_threads.cpp).
  BoundLwp* bound_lwp = nullptr;
  // The log of an LWP, of sysmon or of a worker of the collector (block_events.h). Null for others.
  SharedEventLog* events = nullptr;
};
extern constinit thread_local ThisKernelThread this_kernel_thread [[gnu::visibility("hidden")]];

}  // namespace minijvm::sync
