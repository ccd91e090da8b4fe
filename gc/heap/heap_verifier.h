// Walks the whole heap and stops the process at the first broken invariant: a class word that
// refers to no living class, a reference to an address that is no object, or an old object that
// refers to a young one on a clean card. Runs around collections in debug builds and with
// -XX:+VerifyBeforeGC.
// Tested by tests/gc/heap_verifier_test.cpp.
#pragma once

#include "gc/fwd.h"

namespace minijvm::gc {

// `when` begins the report, for example "after a full collection". REQUIRES: the world is stopped,
// the TLABs are retired, and no collection is in progress (the verifier uses the mark bitmap).
void verify_heap(Heap& heap, const char* when);

}  // namespace minijvm::gc
