// The full collection: marks what is reachable, then slides it together: old first, and what is young after it into the old generation.
// Proved by tests/gc/full_gc_test.cpp, parallel_full_gc_test.cpp and tests/gc/class_unloading_test.cpp.
//
//   1 mark      bitmap and work queues, by the gang (mark_worker.h); then references (reference_processor.h). An object keeps its class's loader, a loader what it
//               holds (runtime/class_unloading.h). Loaders that nothing kept are dead, and their classes are taken out of all tables
//   2 plan      each 512-byte block of live objects gets a destination; spaces are filled in the order old, eden, from, to
//   3 adjust    roots, weak tables and every reference in a live object get the new addresses; by the gang, stripe by stripe
//   4 move      in address order within each space; then the dead classes' memory and mirrors are free
// (F1) The place to move to is never beyond the place to move from: sources and destinations go through the spaces in the same order.
//      So nothing unmoved is overwritten, and a plan always exists, however full the heap is.
// (F2) Objects that start in one block go to one space, next to each other: then the bitmap alone says where each one goes.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "gc/heap_parts.h"
#include "gc/mark_worker.h"
#include "gc/reference_processor.h"
#include "gc/roots.h"
#include "gc/terminator.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::gc {

class FullCollector final : public ReferenceTracer {
 public:
  explicit FullCollector(Heap& heap);

  // REQUIRES: the world is stopped, TLABs are retired. Eden, from and to may hold corpses with forwarding words.
  void run(bool clear_all_soft, std::size_t free_bytes);

  runtime::Object* forwarded_or_null(runtime::Object* object) override { return first().forwarded_or_null(object); }
  void keep_alive(runtime::Object** slot) override { first().keep_alive(*slot); }
  void drain() override { first().drain(); }

 private:
  // Where objects come from and go to, in this order (F1).
  struct Region {
    std::byte* base;
    std::byte* end;       // of its objects
    std::byte* room_end;  // how far it may be filled
    std::byte* new_top;
  };
  static constexpr int kRegions = 4;
  // Live objects that lie one after the other in a region: what one worker adjusts at a time.
  struct Stripe {
    std::byte* first;
    std::byte* end;
  };

  // What the gang does: a member function, by the numbers of its workers.
  class Phase final : public GangTask {
   public:
    Phase(FullCollector& collector, const char* name, void (FullCollector::*what)(unsigned)) : collector_(collector), name_(name), what_(what) {}
    const char* name() const override { return name_; }
    void work(unsigned worker) override { (collector_.*what_)(worker); }

   private:
    FullCollector& collector_;
    const char* name_;
    void (FullCollector::*what_)(unsigned);
  };
  void run_phase(const char* name, void (FullCollector::*what)(unsigned));

  MarkWorker& first() { return *markers_[0]; }
  void mark();
  void mark_as(unsigned worker);
  void do_mark_task(std::size_t task, MarkWorker& marker);

  void list_regions();
  void plan();
  void plan_block(const Region& source, std::byte* first, std::size_t bytes);
  void note_stripe(const Region& region, std::byte* object);
  bool room_in_current(std::size_t bytes);
  template <class Visit>
  void for_each_live(std::byte* from, std::byte* to, Visit visit);

  void adjust_as(unsigned worker);
  void adjust_what_is_outside();
  void adjust_stripe(const Stripe& stripe);
  void move();
  void finish();

  Heap& heap_;
  ReferenceProcessor& references_;
  unsigned active_;
  std::vector<std::unique_ptr<MarkWorker>> markers_;
  std::vector<runtime::JavaThread*> threads_;
  alignas(128) sync::Atomic<std::size_t> next_task_{0};
  Terminator terminator_;

  bool has_unloaded_ = false;
  Region regions_[kRegions] = {};
  int current_ = 0;  // the region being filled
  std::vector<Stripe> stripes_;
};

}  // namespace minijvm::gc
