// The young collection: copies what lives in eden and from-space to to-space or, when old enough, to the old generation.
// Proved by tests/gc/scavenger_test.cpp.
//
//   1 tasks       roots and stripes of dirty cards, claimed by the workers one after the other; what they lead to is copied at once
//   2 the rest    each worker empties its queue and steals from the others', until all agree that nothing is left (terminator.h)
//   3 references  (reference_processor.h), then weak tables; by the coordinator, as worker 0
//   4 buffers     are given back; objects that found no room anywhere and stayed where they were are made ordinary objects again. A full
//                 collection follows in that case, so none is lost
// Sources: Flood, Detlefs, Shavit, Zhang, "Parallel garbage collection for shared memory multiprocessors", JVM 2001, 3 (buffers, claiming by CAS,
// stealing, termination); Ungar, 1984 (ages).  Departure: what is to be scanned is a slot in a queue, not a stretch of to-space.
// Roots: threads, providers, loaders that were given a reference lately, the pending references, and the dirty cards of old and fixed
// objects. All classes live on: only full collections unload.
#pragma once

#include <memory>
#include <vector>

#include "gc/heap_parts.h"
#include "gc/reference_processor.h"
#include "gc/roots.h"
#include "gc/scavenge_worker.h"
#include "gc/terminator.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::gc {

class Scavenger final : public GangTask, public ReferenceTracer {
 public:
  Scavenger(Heap& heap, std::size_t free_bytes);

  // REQUIRES: the world is stopped, TLABs are retired, to-space is empty.
  // ENSURES: unless promotion failed, nothing that lives is in eden or from-space.
  ScavengeOutcome run();

  const char* name() const override { return "Young collection"; }
  void work(unsigned number) override;

  runtime::Object* forwarded_or_null(runtime::Object* object) override { return first().forwarded_or_null(object); }
  void keep_alive(runtime::Object** slot) override { first().keep_alive(slot); }
  void drain() override { first().drain(); }

 private:
  ScavengeWorker& first() { return *workers_[0]; }
  void copy();
  void process_references();
  void sweep_weak_tables();
  void list_tasks();
  void do_task(std::size_t task, ScavengeWorker& worker);
  void scan_fixed_stripe(std::size_t stripe, ScavengeWorker& worker);
  void scan_old_stripe(std::size_t stripe, ScavengeWorker& worker);
  ScavengeOutcome finish();

  Heap& heap_;
  unsigned active_;
  std::byte* old_top_;  // what is promoted meanwhile lies above
  std::vector<std::unique_ptr<ScavengeWorker>> workers_;

  // Tasks by number: threads, then providers, then the runtime's own roots, then stripes.
  std::vector<runtime::JavaThread*> threads_;
  std::size_t providers_ = 0;
  std::size_t fixed_stripes_ = 0;
  std::size_t old_stripes_ = 0;
  alignas(128) sync::Atomic<std::size_t> next_task_{0};
  Terminator terminator_;
};

}  // namespace minijvm::gc
