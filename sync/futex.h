// The kernel's wait queue on a word: the only blocking system call of sync. Blocks the calling LWP.
// Proved by tests/sync/parker_test.cpp and tests/sync/vm_mutex_test.cpp.
#pragma once

#include <cstdint>

#include "sync/atomic.h"
#include "sync/clock.h"

namespace minijvm::sync {

// Sleeps while the word holds `expected`. May return early for no reason: the caller looks again. False: the deadline has passed.
bool futex_wait(Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until);

void futex_wake_one(Atomic<std::uint32_t>& word);
// At most `sleepers` of them, in one system call. Returns how many there were to wake.
std::uint32_t futex_wake_some(Atomic<std::uint32_t>& word, std::uint32_t sleepers);
void futex_wake_all(Atomic<std::uint32_t>& word);

}  // namespace minijvm::sync
