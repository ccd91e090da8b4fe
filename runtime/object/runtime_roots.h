// Visits every reference into the Java heap that runtime itself holds: the ClassLoader objects, the
// constants of code, the java.lang.Module objects and the mirrors. The references of threads and
// frames come from java_thread.h and oop_map_cache.h.
//
// class_unloading.h says from which of these a full collection starts, and which may refer to young
// objects. This header visits all of them, for readers that need every reference, such as the heap
// verifier.
// Tested by tests/runtime/loader_data_test.cpp.
#pragma once

#include "runtime/fwd.h"

namespace minijvm::runtime {

// Calls visit(slot, context) for each reference of a loader that is alive. REQUIRES: the world is
// stopped.
void for_each_runtime_root(void (*visit)(Object** slot, void* context), void* context);

template <class Visit>
void for_each_runtime_root(Visit visit) {
  for_each_runtime_root([](Object** slot, void* context) { (*static_cast<Visit*>(context))(slot); },
                        &visit);
}

}  // namespace minijvm::runtime
