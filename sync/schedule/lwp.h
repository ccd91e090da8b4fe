// An LWP (lightweight process, as Solaris calls it) is a kernel thread that runs user threads, one
// after another, while it holds a P. Go's word for it is M.
// Tested by tests/sync/many_to_many_test.cpp.
#pragma once

#include <cstdint>

#include "base/events/event_log.h"
#include "sync/atomic.h"
#include "sync/fwd.h"
#include "sync/schedule/user_thread.h"

namespace minijvm::sync {

inline constexpr std::size_t kLwpStackBytes = 256 * 1024;  // only the scheduler runs on it

// The reason why a user thread left its stack. It decides what the LWP does with the thread.
enum class Leave : std::uint8_t { kPark, kYield, kSliceEnd, kEnd };

// The pool makes LWPs that run any thread. A kernel thread that another program has made, such as
// the main thread, is a bound LWP while it is attached: it needs a P as the others do, but runs its
// one thread only, whose frames of C are on its stack.
// An LWP is never freed, because a thread dump may look at one that has ended.
class Lwp {
 public:
  explicit Lwp(LwpPool& pool) : pool_(pool) {}
  Lwp(const Lwp&) = delete;
  Lwp& operator=(const Lwp&) = delete;

  // Runs for the life of its kernel thread. Returns when the pool dismisses the LWP.
  void run();
  // Makes the calling kernel thread this LWP for as long as it runs the one thread, on its own
  // stack. With null, ends that.
  void bind_to(ExecEnv* ee);
  bool is_bound() const { return bound_to_.load(std::memory_order_relaxed) != nullptr; }
  // Leaves the user thread's stack, on which it is called, for the LWP's stack. Returns when an
  // LWP, perhaps another one, goes on with the thread.
  static void leave(UserThread& thread, Leave why);

  // Wakes the LWP, which waits for a P.
  void ring();
  // Sleeps until ring() was called after bell() returned `seen`. Returns false if the deadline
  // passed before.
  bool wait_for_bell(std::uint32_t seen, MachineDeadline until);
  // Returns the count of rings. acquire: pairs with ring().
  std::uint32_t bell() const { return bell_.load(std::memory_order_acquire); }

  // Returns the user thread that the LWP runs now, or null.
  UserThread* mounted() const { return mounted_.load(std::memory_order_acquire); }
  // Returns the ExecEnv of the thread that the LWP runs now, user thread or bound. May be null.
  ExecEnv* runs() const;
  // Counts a bound or pinned thread that goes on after it had left the P.
  void note_return() { mounts_.fetch_add(1, std::memory_order_relaxed); }
  // Returns how many user threads the LWP has gone on with. Sysmon compares two values.
  std::uint64_t mounts() const { return mounts_.load(std::memory_order_relaxed); }
  std::int32_t kernel_id() const { return kernel_id_.load(std::memory_order_relaxed); }

  // The P, that is, the right to run Java; null if the LWP has none. It is written under the pool's
  // mutex.
  Atomic<Place*> place{nullptr};
  // The next two belong to an LWP that waits to regain a P; the pool's mutex guards them.
  // The pool has rung because a P is free, and the LWP has not looked yet.
  bool is_rung = false;
  // The LWP was rung, but another one had taken the P by the time it looked.
  bool was_late = false;

 private:
  // The calling kernel thread is this LWP from now on.
  void begin_kernel_thread();
  // Runs the thread until it leaves its stack.
  void carry(UserThread& thread);
  // Decides what becomes of the thread that has left.
  void settle(UserThread& left);

  LwpPool& pool_;
  Strand strand_;
  // The user thread that leaves sets it, for settle().
  Leave why_ = Leave::kPark;
  Atomic<UserThread*> mounted_{nullptr};
  // The thread of a bound LWP; null for the LWPs that the pool has made.
  Atomic<ExecEnv*> bound_to_{nullptr};
  Atomic<std::uint64_t> mounts_{0};
  Atomic<std::int32_t> kernel_id_{0};
  Atomic<std::uint32_t> bell_{0};
  SharedEventLog events_;
};

// Returns the calling kernel thread's LWP, or null. The function is not inline, so that no compiler
// keeps the thread-local's address over a switch.
Lwp* this_lwp();

}  // namespace minijvm::sync
