// Decodes an object's multi-use word: NEUTRAL, LOCKED, WAITERS or BUSY, and the threads that own
// the monitor or are queued for it (sync/multi_use_word.h). Reads the word as it is, without taking
// the meta-lock, because a user wants to see the thread that is inside the meta-lock.
// Tested by tests/vm/stepper.
#pragma once

#include "tools/stepper/describe.h"

namespace minijvm::vm::stepper {

// Returns a record. It always has object, word, state. NEUTRAL: age, hash. LOCKED and WAITERS:
// first_record, queue_bit, owner and count (LOCKED), stored age and hash, queue. BUSY: last, the
// thread in the word. In -XX:LockingMode=thin, heavy and monitorcache: the owner and the queue as
// the mode reports them.
Json describe_lock(const View& view, runtime::Object* object);

// Describes the objects that threads have locked, want to enter or wait on, and those threads. With
// `all`, threads of the class library are included.
Json describe_monitors(const View& view, bool all);

}  // namespace minijvm::vm::stepper
