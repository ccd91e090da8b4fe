// The threads of continuations that have yielded (runtime/thread/continuation.h). Such a thread is
// no root: it hangs on its Continuation, as if its frames were fields of that object.
//
//   1 take      before the collection: the thread hangs, if it can
//   2 visit     the collector has met the Continuation, and visits the thread's roots
//   3 drop_dead after references have been processed: a thread whose Continuation was not met is
//               abandoned (runtime::abandon)
//
// So the frames of a continuation keep themselves alive no longer, nor a continuation that they
// alone refer to. HOTSPOT: the frames are heap objects of their own (StackChunk), with the same
// effect.
//
// Tested by tests/jdk25/ContinuationsDropped.java.
#pragma once

#include <vector>

#include "gc/heap/roots.h"
#include "runtime/fwd.h"

namespace minijvm::gc {

// One collection's threads that hang. REQUIRES for all functions: the world is stopped.
class HangingThreads {
 public:
  // Returns false if the thread is a root.
  bool take(runtime::JavaThread& thread);
  // Returns the thread that hangs on this object, or null. Any worker may call it.
  static runtime::JavaThread* of(runtime::Object* continuation);
  void drop_dead(Liveness& liveness);

 private:
  std::vector<runtime::JavaThread*> threads_;
};

}  // namespace minijvm::gc
