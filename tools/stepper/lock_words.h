// Decodes an object's multi-use word: NEUTRAL, LOCKED, WAITERS or BUSY, and the threads that own
// the monitor or are queued for it (sync/multi_use_word.h). Reads the word as it is, without taking
// the meta-lock, because a user wants to see the thread that is inside the meta-lock.
// Tested by tests/vm/stepper.
#pragma once

#include "sync/multi_use_word.h"
#include "tools/stepper/describe.h"

namespace minijvm::vm::stepper {

// Returns whether words have the four states of Agesen et al.: in the modes meta-fast, meta and
// tas. The thin and heavy locks and the monitor cache have formats of their own.
bool words_are_the_papers();
// Returns the thread that a BUSY word holds; null for another word, and for a test-and-set
// meta-lock (OOPSLA '99, section 5.4), which says only that it is taken.
const sync::ExecEnv* last_in_meta_lock(sync::LockBits bits);

// Returns the object whose header has the word.
runtime::Object* object_of(sync::MultiUseWord* word);

// Returns a record. It always has object, word, state. NEUTRAL: age, hash. LOCKED and WAITERS:
// first_record, queue_bit, owner and count (LOCKED), stored age and hash, queue. BUSY: last, the
// thread in the word. In -XX:LockingMode=thin, heavy and monitorcache: the owner and the queue as
// the mode reports them.
Json describe_lock(const View& view, runtime::Object* object);

// Describes the objects that threads have locked, want to enter or wait on, and those threads. With
// `all`, threads of the class library are included.
Json describe_monitors(const View& view, bool all);

}  // namespace minijvm::vm::stepper
