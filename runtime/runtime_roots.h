// Every reference into the Java heap that runtime itself holds: loaders, their constants, modules, mirrors. Threads and frames apart
// (java_thread.h, oop_map_cache.h). Proved by tests/runtime/runtime_roots_test.cpp.
#pragma once

namespace minijvm::runtime {

class Object;

// visit(slot, context) for each. A mirror's slot is visited although mirrors never move. REQUIRES: the world is stopped.
void for_each_runtime_root(void (*visit)(Object** slot, void* context), void* context);

template <class Visit>
void for_each_runtime_root(Visit visit) {
  for_each_runtime_root([](Object** slot, void* context) { (*static_cast<Visit*>(context))(slot); }, &visit);
}

}  // namespace minijvm::runtime
