// Has the two waits that differ from M:N: they keep the LWP. The callers are in kBlocked, or in the
// hand-off of a meta-lock.
#include "sync/schedule/models/lwp_synchronization.h"

#include "sync/threads/exec_env.h"
#include "sync/threads/thread_state.h"

namespace minijvm::sync {

bool LwpSynchronization::park(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected,
                              Deadline until) {
  // A hand-off of a meta-lock takes a few instructions of other threads, so the P is kept as well
  // (as in ManyToMany::park).
  bool hands_off = touches_heap(self.state_.load(std::memory_order_relaxed));
  return wait_on_lwp(self.user_thread_.load(std::memory_order_relaxed), word, expected, until,
                     !hands_off);
}

bool LwpSynchronization::wait(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected,
                              Deadline until) {
  return wait_on_lwp(self.user_thread_.load(std::memory_order_relaxed), word, expected, until,
                     true);
}

}  // namespace minijvm::sync
