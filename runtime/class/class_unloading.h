// The death of loaders and their classes (JLS 12.7). The collector marks objects. This file knows
// what keeps a loader alive and what a loader keeps alive, and it takes dead loaders apart.
//
//   a LoaderData lives if                                               found by
//   it is the boot loader's, is pinned, or has a class in the making    doubt_all_loaders
//   its ClassLoader, or a mirror or instance of a class of it, is       the collector, which then
//     reached                                                             calls keep_loader
//   a frame runs a method of one of its classes                         the collector
//   a living loader has one of its classes in its dictionary (5.3)      trace_loader
//   it is the host of a living hidden class                             trace_loader
//
// Everything that code resolves goes through the dictionary of its loader, so the dictionary row
// covers constant pools as well. Classes that linking finds in another way (adapters of call sites)
// are kept by their mirrors in constant slots. Inline caches keep nothing alive, because they are
// cleared.
//
// The steps of a full collection, all while the world is stopped:
//
//   doubt_all_loaders -> keep_loader, trace_loader ... -> unlink_dead_loaders
//                     -> (objects move) -> free_dead_loaders
//
// Between the last two, dead classes are still readable: dead mirrors and tables ask them whether
// they live.
// Tested by tests/runtime/class_unloading_test.cpp, tests/gc/class_unloading_test.cpp and
// tests/java/loading.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/fwd.h"
#include "runtime/load/loader_data.h"

namespace minijvm::runtime {

// -XX:-ClassUnloading and -Xnoclassgc call this with false. Then no loader ever dies.
void set_class_unloading(bool on);

// A callback interface for everything that a loader keeps alive. gc implements it.
class LoaderTracer {
 public:
  // Visits a slot whose object may move.
  virtual void trace_slot(Object** slot) = 0;
  // Visits the mirror of one of the loader's classes. A mirror never moves.
  virtual void trace_mirror(Object* mirror) = 0;
  // Visits a loader that must live, too. The collector calls keep_loader for it, and traces it
  // once.
  virtual void trace_loader(LoaderData& loader) = 0;

 protected:
  ~LoaderTracer() = default;
};

// REQUIRES for this and the next four: the world is stopped.
// Makes all loaders count as dead until they are kept. The tracer visits those that cannot die.
void doubt_all_loaders(LoaderTracer& tracer);
// Returns true if the loader was in doubt until now. Exactly one caller gets true; it must ensure
// that trace_loader is called for the loader. Several workers may call this at once.
bool keep_loader(LoaderData& loader);
// Makes the tracer visit everything that a living loader keeps alive.
void trace_loader(LoaderData& loader, LoaderTracer& tracer);
// Takes the dead loaders out of every table of runtime. Returns false if nothing died; otherwise
// the rooms above must drop what they keep for the dead classes (Class::is_live() is false).
bool unlink_dead_loaders();
// Frees what unlink_dead_loaders took out. Dead classes are unreadable afterwards.
void free_dead_loaders();

// For young collections: calls visit(slot, context) for each reference held by a loader that may
// refer to a young object. The visit returns whether the object is still young afterwards; a loader
// with no such slot left is not visited again until a new reference is stored.
void for_each_young_loader_slot(bool (*visit)(Object** slot, void* context), void* context);
template <class Visit>
void for_each_young_loader_slot(Visit visit) {
  for_each_young_loader_slot(
      [](Object** slot, void* context) { return (*static_cast<Visit*>(context))(slot); }, &visit);
}

// Returns how many bytes of native memory the classes that may die have. The collector's policy
// starts a full collection when the number has grown enough.
std::size_t collectable_metadata_bytes();
// Returns how many classes were unloaded since the VM started, without array classes, as
// ManagementFactory's ClassLoadingMXBean reports it.
std::uint64_t unloaded_class_count();

}  // namespace minijvm::runtime
