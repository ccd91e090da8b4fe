// The death of loaders and of their classes (JLS 12.7). The collector marks; this file knows what keeps a loader alive, what a loader keeps
// alive, and takes the dead ones apart. Proved by tests/runtime/class_unloading_test.cpp, tests/gc/class_unloading_test.cpp, tests/java/loading.
//
//   a LoaderData lives if                                                     found by
//   it is the boot loader's, is pinned, or has a class in the making          doubt_all_loaders
//   its ClassLoader, a mirror or an instance of one of its classes is reached the collector, which then calls keep_loader
//   a frame runs a method of one of its classes                               the collector
//   a living loader has one of its classes in its dictionary (JVMS 5.3)       trace_loader
//   it is the host of a living hidden class                                   trace_loader
//
// Everything that code resolves goes through the dictionary of its loader, so the third row from below covers constant pools as well. What
// linking finds otherwise (adapters of call sites) stands in constant slots, by its mirror. Inline caches keep nothing: they are cleared.
//
//   in a full collection:   doubt_all_loaders -> keep_loader, trace_loader ... -> unlink_dead_loaders -> (objects move) -> free_dead_loaders
//
// Between the last two, dead classes are still readable: dead mirrors and tables ask them whether they live.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/loader_data.h"

namespace minijvm::runtime {

class Class;
class Object;

// -XX:-ClassUnloading, -Xnoclassgc: no loader ever dies.
void set_class_unloading(bool on);

// What the collector does with the things that a loader keeps alive.
class LoaderTracer {
 public:
  virtual void trace_slot(Object** slot) = 0;
  virtual void trace_mirror(Object* mirror) = 0;   // of one of its classes; never moves
  virtual void trace_loader(LoaderData& loader) = 0;

 protected:
  ~LoaderTracer() = default;
};

// REQUIRES for the next five: the world is stopped.
// All loaders count as dead until they are kept; the tracer is told those that cannot die.
void doubt_all_loaders(LoaderTracer& tracer);
// True: it was in doubt until now, and its turn for trace_loader has come.
bool keep_loader(LoaderData& loader);
void trace_loader(LoaderData& loader, LoaderTracer& tracer);
// Takes what is dead out of every table of runtime, and tells the observers to do the same. False: nothing died.
bool unlink_dead_loaders();
void free_dead_loaders();

// Door: tables of the room above that mention classes, methods or pools. Called in the stopped world when some classes are dead, which
// Class::is_live() tells; their memory goes soon afterwards.
class UnloadObserver {
 public:
  virtual void forget_dead_classes() = 0;

 protected:
  ~UnloadObserver() = default;
};
void add_unload_observer(UnloadObserver& observer);
// Observers leave (tests that make more than one heap).
void forget_unload_observers();

// For young collections: bool visit(slot, context), for each reference held by a loader that may be young, says whether it still is.
void for_each_young_loader_slot(bool (*visit)(Object** slot, void* context), void* context);
template <class Visit>
void for_each_young_loader_slot(Visit visit) {
  for_each_young_loader_slot([](Object** slot, void* context) { return (*static_cast<Visit*>(context))(slot); }, &visit);
}

// Native memory of the classes that may die, for the collector's policy.
std::size_t collectable_metadata_bytes();
// Since the VM started, arrays left out (ManagementFactory's ClassLoadingMXBean).
std::uint64_t unloaded_class_count();

}  // namespace minijvm::runtime
