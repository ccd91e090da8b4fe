// One worker of a full collection's marking. It marks objects in the bitmap, and scans each object
// that it was the first to mark.
// Tested by tests/gc/full_gc_test.cpp, parallel_full_gc_test.cpp and class_unloading_test.cpp.
//
// (K1) An object is scanned once. Several workers may queue it while it is unmarked; the worker
//      that sets the bit of its first word scans it.
// (K2) A loader is traced once, by the worker that was the first to keep it
//      (runtime/class/class_unloading.h). An object keeps its class's loader alive, and a loader
//      keeps its classes' mirrors and constants alive.
#pragma once

#include <cstdint>
#include <vector>

#include "gc/gang/work_queue.h"
#include "gc/heap/heap_parts.h"
#include "gc/heap/object_scan.h"
#include "gc/heap/roots.h"
#include "gc/heap/scan_entry.h"
#include "runtime/class/class_unloading.h"

namespace minijvm::gc {

// Returns true for the mirror of a dead class. A mirror without a class was made for a definition
// that failed, so it is dead, too.
bool is_dead_mirror(runtime::Object* mirror);

class alignas(128) MarkWorker final : public RootVisitor,
                                      public Liveness,
                                      public runtime::LoaderTracer {
 public:
  MarkWorker(Heap& heap, WorkQueue& queue, unsigned number, unsigned workers)
      : heap_(heap), queue_(queue), number_(number), is_alone_(workers == 1) {}

  // Queues the objects of roots, and those that loaders hold.
  void visit(runtime::Object** slot) override { push(*slot); }
  void trace_slot(runtime::Object** slot) override { push(*slot); }
  void trace_mirror(runtime::Object* mirror) override;
  void trace_loader(runtime::LoaderData& loader) override;
  // During marking an object's address does not change. A null result means that the object is not
  // marked yet.
  runtime::Object* forwarded_or_null(runtime::Object* object) override {
    return is_live(object) ? object : nullptr;
  }

  // Marks the object now and queues the objects that it refers to. Reference processing has decided
  // that it lives.
  void keep_alive(runtime::Object* object);
  // Works until this worker has no object and no loader left.
  void drain();
  // Does the work of one entry: an object, or a chunk of a long array.
  void do_entry(WorkEntry entry);

 private:
  bool is_live(runtime::Object* object) const;
  // Queues the object if it is not marked; keeps the loader of a mirror's class.
  void push(runtime::Object* object);
  void mark_and_scan(runtime::Object* object);
  void scan(runtime::Object* object);
  void visit_thread_of(runtime::Object* continuation);
  void keep_class_of(runtime::Object* object);

  Heap& heap_;
  WorkQueue& queue_;
  unsigned number_;
  bool is_alone_;
  // Loaders that are kept but not yet traced.
  std::vector<runtime::LoaderData*> loaders_;
};

}  // namespace minijvm::gc
