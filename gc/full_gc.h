// The full collection: marks what is reachable, then slides it together: old first, and what is young after it into the old generation.
// Proved by tests/gc/full_gc_test.cpp, parallel_full_gc_test.cpp and tests/gc/class_unloading_test.cpp.
//
//   1 mark      bitmap and work queues, by the gang (mark_worker.h); then references (reference_processor.h). An object keeps its class's loader, a loader what it
//               holds (runtime/class_unloading.h). Loaders that nothing kept are dead, and their classes are taken out of all tables
//   2 plan      each 512-byte block of live objects gets a destination; spaces are filled in the order old, eden, from, to (compaction_plan.h)
//   3 adjust    roots, weak tables and every reference in a live object get the new addresses; by the gang, stripe by stripe
//   4 move      by the gang, stripe by stripe (compactor.h); then the dead classes' memory and mirrors are free
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "gc/compactor.h"
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
  void move();
  void mark_as(unsigned worker);
  std::size_t mirror_tasks() const;
  void do_mark_task(std::size_t task, MarkWorker& marker);

  void adjust_as(unsigned worker);
  void adjust_roots();
  void adjust_mirrors(std::size_t task);
  void adjust_stripe(const Stripe& stripe);
  void move_as(unsigned worker);
  void finish();

  Heap& heap_;
  ReferenceProcessor& references_;
  unsigned active_;
  std::vector<std::unique_ptr<MarkWorker>> markers_;
  std::vector<runtime::JavaThread*> threads_;
  alignas(128) sync::Atomic<std::size_t> next_task_{0};
  Terminator terminator_;

  bool has_unloaded_ = false;
  std::optional<CompactionPlan> plan_;
  std::optional<Compactor> compactor_;
};

}  // namespace minijvm::gc
