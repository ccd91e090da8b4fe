// What one worker of a full collection's marking does: marks objects in the bitmap, and scans each one that it was the first to mark.
// Proved by tests/gc/full_gc_test.cpp, parallel_full_gc_test.cpp and class_unloading_test.cpp.
//
//   an object is pushed unmarked, perhaps by several workers; whoever sets the bit of its first word scans it (K1)
//   a loader is traced by the worker that was the first to keep it (runtime/class_unloading.h)
#pragma once

#include <cstdint>
#include <vector>

#include "gc/heap_parts.h"
#include "gc/object_scan.h"
#include "gc/roots.h"
#include "gc/scan_entry.h"
#include "gc/work_queue.h"
#include "runtime/class_unloading.h"

namespace minijvm::gc {

// A mirror lives with its class. One without a class was made for a definition that failed.
bool is_dead_mirror(runtime::Object* mirror);

class alignas(128) MarkWorker final : public RootVisitor, public Liveness, public runtime::LoaderTracer {
 public:
  MarkWorker(Heap& heap, WorkQueue& queue, unsigned number, unsigned workers)
      : heap_(heap), queue_(queue), number_(number), is_alone_(workers == 1) {}

  void visit(runtime::Object** slot) override { push(*slot); }
  void trace_slot(runtime::Object** slot) override { push(*slot); }
  void trace_mirror(runtime::Object* mirror) override;
  void trace_loader(runtime::LoaderData& loader) override;
  runtime::Object* forwarded_or_null(runtime::Object* object) override { return is_live(object) ? object : nullptr; }

  // The object lives: it is marked at once, what it refers to later.
  void keep_alive(runtime::Object* object);
  // Does all work of its own.
  void drain();
  void do_entry(WorkEntry entry);

 private:
  bool is_live(runtime::Object* object) const;
  void push(runtime::Object* object);
  void mark_and_scan(runtime::Object* object);
  void scan(runtime::Object* object);
  void keep_class_of(runtime::Object* object);

  Heap& heap_;
  WorkQueue& queue_;
  unsigned number_;
  bool is_alone_;
  std::vector<runtime::LoaderData*> loaders_;  // kept, but not traced yet
};

}  // namespace minijvm::gc
