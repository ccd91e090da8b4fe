// The full collection, a mark-compact collector: it marks the reachable objects, then slides them
// together: the objects of the old generation first, and the young objects after them, into the old
// generation.
// Tested by tests/gc/full_gc_test.cpp, parallel_full_gc_test.cpp and
// tests/gc/class_unloading_test.cpp.
//
//   before  | old: A . B . . C .... | from: D . | to:   | eden: . E . |
//   after   | old: A B C E D ...... | from:     | to:   | eden:       |
//
//   1 mark    The gang marks through the bitmap and the work queues (mark_worker.h); then
//             references are processed (reference_processor.h). Loaders that nothing keeps are
//             dead; their classes are taken out of all tables (runtime/class/class_unloading.h).
//   2 plan    Each 512-byte block of live objects gets a destination (compaction_plan.h). The
//             spaces are planned in the order old, eden, from, to.
//   3 adjust  Roots, weak tables and every reference in a live object get the new addresses; by the
//             gang, stripe by stripe.
//   4 move    The gang moves the objects, stripe by stripe (compactor.h). Then the dead classes'
//             memory and mirrors are freed.
//
// References are adjusted before objects move, because the new addresses are computed from the old
// ones and the bitmap; so no forwarding pointer is needed.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "gc/gang/terminator.h"
#include "gc/heap/heap_parts.h"
#include "gc/heap/roots.h"
#include "gc/old/compactor.h"
#include "gc/old/mark_worker.h"
#include "gc/references/hanging_threads.h"
#include "gc/references/reference_processor.h"
#include "runtime/fwd.h"

namespace minijvm::gc {

class FullCollector final : public ReferenceTracer {
 public:
  explicit FullCollector(Heap& heap);

  // Runs the collection on the calling thread and the gang. `free_bytes` is the room that the heap
  // still has; soft references depend on it. REQUIRES: the world is stopped, the TLABs are retired.
  // Dead objects in eden, from-space and to-space may hold forwarding pointers, from a young
  // collection that failed.
  void run(bool clear_all_soft, std::size_t free_bytes);

  // Reference processing calls these functions; worker 0 answers.
  runtime::Object* forwarded_or_null(runtime::Object* object) override {
    return first().forwarded_or_null(object);
  }
  void keep_alive(runtime::Object** slot) override { first().keep_alive(*slot); }
  void drain() override { first().drain(); }

 private:
  // A task for the gang: it calls a member function with the workers' numbers.
  class Phase final : public GangTask {
   public:
    Phase(FullCollector& collector, const char* name, void (FullCollector::*what)(unsigned))
        : collector_(collector), name_(name), what_(what) {}
    const char* name() const override { return name_; }
    void work(unsigned worker) override { (collector_.*what_)(worker); }

   private:
    FullCollector& collector_;
    const char* name_;
    void (FullCollector::*what_)(unsigned);
  };
  void run_phase(const char* name, void (FullCollector::*what)(unsigned));

  // Returns the coordinator's worker.
  MarkWorker& first() { return *markers_[0]; }
  void mark();
  void move();
  void mark_as(unsigned worker);
  std::size_t mirror_tasks() const;
  void do_mark_task(std::size_t task, MarkWorker& marker);

  // Each of these functions is one worker's part of a phase, or one task of it.
  void adjust_as(unsigned worker);
  void adjust_roots();
  void adjust_mirrors(std::size_t task);
  void adjust_stripe(const Stripe& stripe);
  void move_as(unsigned worker);
  void finish();

  Heap& heap_;
  ReferenceProcessor& references_;
  // The number of workers that take part in each phase.
  unsigned active_;
  std::vector<std::unique_ptr<MarkWorker>> markers_;
  std::vector<runtime::JavaThread*> threads_;
  HangingThreads hanging_;
  // The number of the phase's next unclaimed task.
  alignas(128) sync::Atomic<std::size_t> next_task_{0};
  Terminator terminator_;

  // True if marking found dead loaders, whose memory is freed at the end.
  bool has_unloaded_ = false;
  std::optional<CompactionPlan> plan_;
  std::optional<Compactor> compactor_;
};

}  // namespace minijvm::gc
