// The ways of locking that flags choose between, for sync_state.h, which holds the choices, and for
// the files that act on them. The first enumerator of each is the default.
// Tested by tests/sync/lock_mode_test.cpp.
#pragma once

#include <cstdint>

namespace minijvm::sync {

// -XX:LockingMode chooses how objects are locked (lock_mode.h).
enum class LockingMode : std::uint8_t { kMetaFast, kMeta, kTas, kThin, kMonitorCache, kHeavy };

// -XX:MonitorPolicy chooses one queue for all threads at a monitor, or three (queue_policy.h).
enum class MonitorPolicy : std::uint8_t { kSingle, kThree };

// -XX:MetaLockGate chooses how a thread and its successor meet in the slow paths (meta_lock.h): at
// the gate word, or by the code of figure 12.
enum class MetaLockGate : std::uint8_t { kWord, kPaper };

// -XX:NotifyOrder. With kFifo, notify wakes the oldest waiter. With kPaper the record of a new
// waiter stays in front, as in figure 8, so notify wakes the newest.
enum class NotifyOrder : std::uint8_t { kFifo, kPaper };

// The last idea of section 5.2: Q = 0 says also that the lock count is 1, so the fast exit need not
// read the count. Each recursive enter then has to see to Q, by a CAS if it is the first, and the
// exit after it is slow. A choice of the build, since a fast path that asks has nothing to gain;
// bench/locks/variants measures it.
#ifdef MINIJVM_COUNT_IN_QUEUE_BIT
inline constexpr bool kCountInQueueBit = true;
#else
inline constexpr bool kCountInQueueBit = false;
#endif

}  // namespace minijvm::sync
