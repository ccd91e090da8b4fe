// Makes the futex system call. Callers are in any thread state; a caller of futex_wait is in a
// state that may block.
#include "sync/threads/futex.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <ctime>

#include "base/check.h"

namespace minijvm::sync {
namespace {

// The kernel reads the word itself, so it must be a plain number of 32 bits.
static_assert(sizeof(Atomic<std::uint32_t>) == sizeof(std::uint32_t) &&
              Atomic<std::uint32_t>::is_always_lock_free);

// FUTEX_PRIVATE_FLAG says that the word is not shared with another process.
long futex(Atomic<std::uint32_t>& word, int operation, std::uint32_t value, const timespec* until) {
  return syscall(SYS_futex, &word, operation | FUTEX_PRIVATE_FLAG, value, until, nullptr,
                 FUTEX_BITSET_MATCH_ANY);
}

}  // namespace

bool futex_wait(Atomic<std::uint32_t>& word, std::uint32_t expected, MachineDeadline until) {
  timespec moment{};
  moment.tv_sec = until.ns() / kNanosPerSecond;
  moment.tv_nsec = until.ns() % kNanosPerSecond;
  // With WAIT_BITSET the time-out is absolute on CLOCK_MONOTONIC, so after an early return it stays
  // valid.
  long result = futex(word, FUTEX_WAIT_BITSET, expected, until.is_forever() ? nullptr : &moment);
  if (result == 0) {
    return true;
  }
  int error = errno;
  // EAGAIN means that the word had changed already, EINTR that a signal came. Both count as "woken
  // for no reason".
  MJ_CHECK(error == EAGAIN || error == EINTR || error == ETIMEDOUT,
           "futex wait failed with errno %d", error);
  return error != ETIMEDOUT;
}

// The thread of the word may have ended already. That does no harm: an ExecEnv is type-stable, and
// for a Mutex or CondVar whose memory was unmapped the kernel returns EFAULT.
void futex_wake_one(Atomic<std::uint32_t>& word) { futex_wake_some(word, 1); }

std::uint32_t futex_wake_some(Atomic<std::uint32_t>& word, std::uint32_t sleepers) {
  // The kernel takes the number as an int, and would wake one for a negative one.
  const std::uint32_t most = std::min(sleepers, std::uint32_t{INT_MAX});
  return static_cast<std::uint32_t>(std::max(futex(word, FUTEX_WAKE_BITSET, most, nullptr), 0L));
}

void futex_wake_all(Atomic<std::uint32_t>& word) {
  futex(word, FUTEX_WAKE_BITSET, INT_MAX, nullptr);
}

}  // namespace minijvm::sync
