// The young collection copies the live objects of eden and from-space into to-space or, if they are
// old enough, promotes them into the old generation.
// Tested by tests/gc/scavenger_test.cpp.
//
//   before   | old: O O O .......... | from: B . C | to: (empty)  | eden: A . . D . . |
//   after    | old: O O O C ........ | to: (empty) | from: B A D  | eden: (empty)     |
//            C was old enough; dots are dead objects, which nobody looks at
//
//   1 tasks       roots, and stripes of dirty cards, which the workers claim one after the other;
//                 the objects that they refer to are copied at once
//   2 the rest    each worker empties its queue and steals from the others' queues, until all agree
//                 that no work is left (gc/gang/terminator.h)
//   3 references  the coordinator, as worker 0, processes java.lang.ref.Reference objects
//                 (reference_processor.h), then sweeps weak tables
//   4 buffers     are given back. Objects that found no room anywhere stayed in place; they become
//                 ordinary objects again, and a full collection follows, so that none is lost
//
// Roots are threads, root providers, loaders into which a reference was stored lately, the pending
// references, and the dirty cards of old and fixed objects. All classes live on: only full
// collections unload.
//
// Source: Flood, Detlefs, Shavit and Zhang, "Parallel garbage collection for shared memory
// multiprocessors", JVM 2001, section 3 (buffers, claiming by CAS, work stealing, termination);
// Ungar, "Generation scavenging", 1984 (ages).
// Departure: the work that is left is a queue of slots, not a stretch of to-space, so that other
// workers can steal single entries.
#pragma once

#include <memory>
#include <vector>

#include "gc/gang/terminator.h"
#include "gc/heap/heap_parts.h"
#include "gc/heap/roots.h"
#include "gc/references/hanging_threads.h"
#include "gc/references/reference_processor.h"
#include "gc/young/scavenge_worker.h"
#include "runtime/fwd.h"

namespace minijvm::gc {

class Scavenger final : public GangTask, public ReferenceTracer {
 public:
  // `free_bytes` is the room that the heap still has; soft references depend on it.
  Scavenger(Heap& heap, std::size_t free_bytes);

  // Runs the collection on the calling thread and the gang. REQUIRES: the world is stopped, the
  // TLABs are retired, to-space is empty. ENSURES: unless promotion failed, no live object is in
  // eden or from-space.
  ScavengeOutcome run();

  const char* name() const override { return "Young collection"; }
  // One worker's part of steps 1 and 2, on its own thread.
  void work(unsigned number) override;

  // Reference processing calls these functions; worker 0 answers.
  runtime::Object* forwarded_or_null(runtime::Object* object) override {
    return first().forwarded_or_null(object);
  }
  void keep_alive(runtime::Object** slot) override { first().keep_alive(slot); }
  void drain() override { first().drain(); }

 private:
  // Returns the coordinator's worker.
  ScavengeWorker& first() { return *workers_[0]; }
  void copy();
  void process_references();
  void sweep_weak_tables();
  void list_tasks();
  void do_task(std::size_t task, ScavengeWorker& worker);
  void visit_thread(runtime::JavaThread& thread, ScavengeWorker& worker);
  void scan_fixed_stripe(std::size_t stripe, ScavengeWorker& worker);
  void scan_old_stripe(std::size_t stripe, ScavengeWorker& worker);
  ScavengeOutcome finish();

  Heap& heap_;
  // The number of workers that take part.
  unsigned active_;
  // The old generation's top before the collection; promoted objects lie above it.
  std::byte* old_top_;
  std::vector<std::unique_ptr<ScavengeWorker>> workers_;

  // The tasks, by number, are threads, then providers, then the runtime's own roots (one task),
  // then stripes of the fixed space, then stripes of the old generation.
  std::vector<runtime::JavaThread*> threads_;
  // Those of young Continuations; those of old ones are roots, as all old objects are.
  HangingThreads hanging_;
  std::size_t providers_ = 0;
  std::size_t fixed_stripes_ = 0;
  std::size_t old_stripes_ = 0;
  // The number of the next unclaimed task, on a cache line of its own.
  alignas(128) sync::Atomic<std::size_t> next_task_{0};
  Terminator terminator_;
};

}  // namespace minijvm::gc
