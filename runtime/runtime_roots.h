// Every reference into the Java heap that runtime itself holds: loaders, their constants, modules, mirrors. Threads and frames apart
// (java_thread.h, oop_map_cache.h). Proved by tests/runtime/loader_data_test.cpp.
// Which of them a full collection starts from, and which of them may be young, says class_unloading.h.
#pragma once

namespace minijvm::runtime {

class Object;

// visit(slot, context) for each, of the loaders that live. REQUIRES: the world is stopped.
void for_each_runtime_root(void (*visit)(Object** slot, void* context), void* context);

template <class Visit>
void for_each_runtime_root(Visit visit) {
  for_each_runtime_root([](Object** slot, void* context) { (*static_cast<Visit*>(context))(slot); }, &visit);
}

}  // namespace minijvm::runtime
