// The state of the thread models for the whole process. It is apart from sync_state because
// tests/model replaces the schedulers.
// Tested by tests/sync/one_to_one_test.cpp, many_to_many_test.cpp and user_thread_test.cpp.
#pragma once

#include "base/lazy.h"
#include "sync/atomic.h"
#include "sync/schedule/models/one_to_one.h"
#include "sync/schedule/virtual_clock.h"

namespace minijvm::sync {

class LwpPool;
struct CoroutinePool;   // coroutine.cpp
struct ThreadKey;       // thread_key.cpp
struct UserThreadPool;  // user_thread.cpp

struct ScheduleState {
  Atomic<ThreadModel*> chosen_model{nullptr};  // null means one_to_one
  OneToOne one_to_one;
  // The pool of M:N, for the poller and the timers: they know only threads, and must find the LWPs
  // that can run a woken thread.
  LwpPool* pool_of_wakes = nullptr;
  Lazy<UserThreadPool> user_threads;
  Lazy<CoroutinePool> coroutines;
  // These are BoundThreads' counters: LWPs that exist now, LWPs ever made, and switches between
  // threads.
  Atomic<std::uint32_t> bound_lwps_now{0};
  Atomic<std::uint64_t> bound_lwps_made{0};
  Atomic<std::uint64_t> bound_switches{0};
  // The program's clock in a deterministic run (virtual_clock.cpp).
  VirtualClock virtual_clock;
  std::int64_t virtual_ns = 0;
  bool virtual_time_seen = false;
  // The key that profilers read (thread_key.h), and whether it follows user threads.
  Lazy<ThreadKey> thread_key;
  minijvm::Atomic<bool> key_follows{false};
};
extern constinit ScheduleState schedule_state [[gnu::visibility("hidden")]];

}  // namespace minijvm::sync
