// The kernel's wait queue on a word. It is the only blocking system call of sync, except for the
// poller's and the back-off of mode tas. It blocks the calling LWP.
// Tested by tests/sync/parker_test.cpp and tests/sync/vm_mutex_test.cpp.
#pragma once

#include <cstdint>

#include "sync/atomic.h"
#include "sync/threads/clock.h"

namespace minijvm::sync {

// Sleeps while the word holds `expected`. It may return early for no reason, so the caller looks at
// the word again. Returns false if the deadline has passed.
bool futex_wait(Atomic<std::uint32_t>& word, std::uint32_t expected, MachineDeadline until);

// Wakes one LWP that sleeps on the word. REQUIRES: the caller has changed the word before.
void futex_wake_one(Atomic<std::uint32_t>& word);
// Wakes at most `sleepers` LWPs in one system call, and returns how many it has woken.
std::uint32_t futex_wake_some(Atomic<std::uint32_t>& word, std::uint32_t sleepers);
void futex_wake_all(Atomic<std::uint32_t>& word);

}  // namespace minijvm::sync
