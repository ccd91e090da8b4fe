// Walks the whole heap and stops the process at the first thing that cannot be: a class word that names no living class, a reference to what is
// no object, an old object with a young referent on a clean card. Runs around collections in debug builds and with -XX:+VerifyBeforeGC.
// Proved by tests/gc/heap_verifier_test.cpp.
#pragma once

namespace minijvm::gc {

class Heap;

// REQUIRES: the world is stopped, TLABs are retired, no collection is in progress.
void verify_heap(Heap& heap, const char* when);

}  // namespace minijvm::gc
