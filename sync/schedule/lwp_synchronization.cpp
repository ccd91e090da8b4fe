#include "sync/schedule/lwp_synchronization.h"

#include "sync/exec_env.h"
#include "sync/thread_state.h"

namespace minijvm::sync {

bool LwpSynchronization::park(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) {
  UserThread* me = self.user_thread_.load(std::memory_order_relaxed);
  if (me == nullptr) {
    return futex_wait(word, expected, until);
  }
  bool hands_off = touches_heap(self.state_.load(std::memory_order_relaxed));
  return wait_on_lwp(*me, word, expected, until, !hands_off);
}

bool LwpSynchronization::wait(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) {
  UserThread* me = self.user_thread_.load(std::memory_order_relaxed);
  return me == nullptr ? futex_wait(word, expected, until) : wait_on_lwp(*me, word, expected, until, true);
}

}  // namespace minijvm::sync
