// The full collection: marks what is reachable, then slides it together: old first, and what is young after it into the old generation.
// Proved by tests/gc/full_gc_test.cpp and tests/gc/class_unloading_test.cpp.
//
//   1 mark      bitmap and explicit stack; then references (reference_processor.h). An object keeps its class's loader, a loader what it
//               holds (runtime/class_unloading.h). Loaders that nothing kept are dead, and their classes are taken out of all tables
//   2 plan      each 512-byte block of live objects gets a destination; spaces are filled in the order old, eden, from, to
//   3 adjust    roots, weak tables and every reference in a live object get the new addresses
//   4 move      in address order within each space; then the dead classes' memory and mirrors are free
// (F1) The place to move to is never beyond the place to move from: sources and destinations go through the spaces in the same order.
//      So nothing unmoved is overwritten, and a plan always exists, however full the heap is.
// (F2) Objects that start in one block go to one space, next to each other: then the bitmap alone says where each one goes.
#pragma once

#include <cstddef>
#include <vector>

#include "gc/heap_parts.h"
#include "gc/reference_processor.h"
#include "gc/roots.h"
#include "runtime/class_unloading.h"

namespace minijvm::gc {

class FullCollector final : public RootVisitor, public ReferenceTracer, public runtime::LoaderTracer {
 public:
  explicit FullCollector(Heap& heap) : heap_(heap), references_(heap.references) {}

  // REQUIRES: the world is stopped, TLABs are retired. Eden, from and to may hold corpses with forwarding words.
  void run(bool clear_all_soft, std::size_t free_bytes);

  void visit(runtime::Object** slot) override { mark_and_push(*slot); }
  runtime::Object* forwarded_or_null(runtime::Object* object) override { return is_live(object) ? object : nullptr; }
  void keep_alive(runtime::Object** slot) override { mark_and_push(*slot); }
  void drain() override;
  void trace_slot(runtime::Object** slot) override { mark_and_push(*slot); }
  void trace_mirror(runtime::Object* mirror) override;
  void trace_loader(runtime::LoaderData& loader) override;

 private:
  // Where objects come from and go to, in this order (F1).
  struct Region {
    std::byte* base;
    std::byte* end;       // of its objects
    std::byte* room_end;  // how far it may be filled
    std::byte* new_top;
  };
  static constexpr int kRegions = 4;

  bool is_live(runtime::Object* object) const;
  void mark_and_push(runtime::Object* object);
  void scan(runtime::Object* object);
  void keep_class_of(runtime::Object* object);
  void mark();

  void list_regions();
  void plan();
  void plan_block(const Region& source, std::byte* first, std::size_t bytes);
  bool room_in_current(std::size_t bytes);
  template <class Visit>
  void for_each_live(const Region& region, Visit visit);

  void adjust();
  void move();
  void finish();

  Heap& heap_;
  ReferenceProcessor& references_;
  std::vector<runtime::Object*> stack_;
  std::vector<runtime::LoaderData*> loaders_;  // kept, but not traced yet
  bool has_unloaded_ = false;
  Region regions_[kRegions] = {};
  int current_ = 0;  // the region being filled
};

}  // namespace minijvm::gc
