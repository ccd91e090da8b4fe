// A lightweight process: a kernel thread that carries user threads, one after another, while it holds a place.
// Proved by tests/sync/many_to_many_test.cpp.
#pragma once

#include <cstdint>

#include "sync/atomic.h"
#include "sync/schedule/user_thread.h"

namespace minijvm::sync {

struct Place;
class LwpPool;

inline constexpr std::size_t kLwpStackBytes = 256 * 1024;  // it runs the scheduler only

// Why a user thread left its stack: what its LWP does with it then.
enum class Leave : std::uint8_t { kPark, kYield, kSliceEnd, kEnd };

// Never freed: a thread dump may look at one that has ended.
class Lwp {
 public:
  explicit Lwp(LwpPool& pool) : pool_(pool) {}
  Lwp(const Lwp&) = delete;
  Lwp& operator=(const Lwp&) = delete;

  // The life of its kernel thread. Returns when the pool lets it go.
  void run();
  // Called on a user thread's stack: leaves it. Returns when somebody carries on with the thread, maybe on another LWP.
  static void leave(UserThread& thread, Leave why);

  // Wakes an LWP that waits for a place.
  void ring();
  // False: nobody rang until then.
  bool wait_for_bell(std::uint32_t seen, Deadline until);
  std::uint32_t bell() const { return bell_.load(std::memory_order_acquire); }  // acquire: pairs with ring()

  UserThread* mounted() const { return mounted_.load(std::memory_order_acquire); }
  // Changes with each thread that it carries.
  std::uint64_t mounts() const { return mounts_.load(std::memory_order_relaxed); }
  std::int32_t kernel_id() const { return kernel_id_.load(std::memory_order_relaxed); }

  // The right to run Java; null: none. Written under the pool's mutex.
  Atomic<Place*> place{nullptr};
  // It waits for a place with a thread mounted, or has just got one: the clerk may not take that. Guarded by the pool's mutex.
  bool regains = false;

 private:
  void carry(UserThread& thread);
  void settle(UserThread& left);

  LwpPool& pool_;
  Strand strand_;
  Leave why_ = Leave::kPark;  // by the user thread that leaves, for settle()
  Atomic<UserThread*> mounted_{nullptr};
  Atomic<std::uint64_t> mounts_{0};
  Atomic<std::int32_t> kernel_id_{0};
  Atomic<std::uint32_t> bell_{0};
};

// The calling kernel thread's, or null. Not inline: no compiler may keep the thread-local's address over a switch.
Lwp* this_lwp();

}  // namespace minijvm::sync
