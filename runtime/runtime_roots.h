// Every reference into the Java heap that runtime itself holds: loaders, their constants, modules, mirrors. Threads and frames apart
// (java_thread.h, oop_map_cache.h). Proved by tests/runtime/loader_data_test.cpp.
#pragma once

namespace minijvm::runtime {

class Object;

// Mirrors never move and live as long as their class, so a young collection need not walk all classes for them.
enum class RootScope { kAll, kWithoutMirrors };

// visit(slot, context) for each. REQUIRES: the world is stopped.
void for_each_runtime_root(RootScope scope, void (*visit)(Object** slot, void* context), void* context);

template <class Visit>
void for_each_runtime_root(RootScope scope, Visit visit) {
  for_each_runtime_root(scope, [](Object** slot, void* context) { (*static_cast<Visit*>(context))(slot); }, &visit);
}

}  // namespace minijvm::runtime
