// An object's multi-use word, decoded: NEUTRAL, LOCKED, WAITERS or BUSY, and who stands behind it (sync/multi_use_word.h).
// Proved by tests/vm/stepper.
#pragma once

#include "vm/inspect/stepper/describe.h"

namespace minijvm::vm::stepper {

// A record: word, state; NEUTRAL: age, hash; LOCKED and WAITERS: queue_bit, owner, count, stored age and hash, queue; BUSY: last (the thread
// in the word). In -XX:LockingMode=thin and monitorcache: what the mode says of owner and queue.
Value describe_lock(const View& view, runtime::Object* object);

// The objects that threads have locked, wait for or wait on, with who does. `all`: the class library's threads, too.
Value describe_monitors(const View& view, bool all);

}  // namespace minijvm::vm::stepper
