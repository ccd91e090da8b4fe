// Runs the steps of a young collection. policy/collection.cpp calls it on the coordinator, while
// the world is stopped; work() runs on each worker of the gang. scavenge_worker.cpp has the work on
// one object.
#include "gc/young/scavenger.h"

#include <algorithm>

#include "base/bits.h"
#include "base/check.h"
#include "base/log.h"
#include "gc/gang/gc_workers.h"
#include "gc/heap/object_scan.h"
#include "gc/heap/root_tasks.h"
#include "gc/policy/phase_log.h"
#include "gc/references/announce.h"
#include "runtime/class/class_unloading.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"

namespace minijvm::gc {
namespace {

using runtime::Object;

// A stripe has 256 cards, 128 KiB of heap. That is enough work for a claim, and little enough to be
// shared out evenly.
constexpr std::size_t kCardStripeBytes = 256 * kCardBytes;

std::size_t stripes_of(const std::byte* from, const std::byte* to) {
  return (static_cast<std::size_t>(to - from) + kCardStripeBytes - 1) / kCardStripeBytes;
}

// Passes each slot on to the worker, and looks whether its object is still young afterwards.
class YoungRootFinder final : public RootVisitor {
 public:
  YoungRootFinder(const Heap& heap, ScavengeWorker& worker) : heap_(heap), worker_(worker) {}
  void visit(Object** slot) override {
    worker_.visit(slot);
    found_ |= heap_.is_young(*slot);
  }
  bool found() const { return found_; }

 private:
  const Heap& heap_;
  ScavengeWorker& worker_;
  bool found_ = false;
};

}  // namespace

Scavenger::Scavenger(Heap& heap, std::size_t free_bytes)
    : heap_(heap),
      // A small collection employs few workers, or only the coordinator.
      active_(heap.workers.active_for(heap.eden.used() + heap.from().used())),
      old_top_(heap.old.space().top()) {
  MJ_CHECK(heap.to().is_empty(), "a young collection with %zu bytes in to-space", heap.to().used());
  heap.references.begin(false, free_bytes, active_);
  for (unsigned number = 0; number < active_; ++number) {
    workers_.push_back(
        std::make_unique<ScavengeWorker>(heap, heap.workers.queue(number), number, active_));
  }
}

// Weak tables come last: an object that only reference processing keeps alive must stay in them.
ScavengeOutcome Scavenger::run() {
  copy();
  announce(Event::gc_copied);
  process_references();
  sweep_weak_tables();
  return finish();
}

void Scavenger::copy() {
  PhaseLog log(heap_, LogLevel::kDebug, "Scavenge");
  list_tasks();
  heap_.workers.run(*this, active_);
}

void Scavenger::process_references() {
  PhaseLog log(heap_, LogLevel::kDebug, "Reference Processing");
  heap_.references.process(*this);
  hanging_.drop_dead(*this);
}

void Scavenger::sweep_weak_tables() {
  PhaseLog log(heap_, LogLevel::kDebug, "Weak Processing");
  sweep_young_of_reference_tables(*this);
}

// The tasks are numbered here, before any worker starts. Frames, cards and providers do not change
// while the world is stopped.
void Scavenger::list_tasks() {
  // A dormant thread refers to no young object (sync/threads/safepoint.h, S5).
  sync::for_each_awake_exec_env([this](sync::ExecEnv& env) {
    runtime::JavaThread& thread = runtime::JavaThread::of(env);
    if (!heap_.is_young(thread.continuation) || !hanging_.take(thread)) {
      threads_.push_back(&thread);
    }
  });
  providers_ = reference_table_count();
  fixed_stripes_ = stripes_of(heap_.fixed.space().base(), heap_.fixed.space().top());
  // Stripes end at the old top, because each worker scans the objects that it promotes itself.
  old_stripes_ = stripes_of(heap_.old.space().base(), old_top_);
}

void Scavenger::work(unsigned number) {
  ScavengeWorker& worker = *workers_[number];
  std::size_t tasks = threads_.size() + providers_ + 1 + fixed_stripes_ + old_stripes_;
  terminator_.start();
  // relaxed: the workers share nothing but the number; the dispatch has published the rest. Each
  // task is drained before the next is claimed, so that a queue stays short and its objects are in
  // the cache.
  for (std::size_t task = next_task_.fetch_add(1, std::memory_order_relaxed); task < tasks;
       task = next_task_.fetch_add(1, std::memory_order_relaxed)) {
    do_task(task, worker);
    worker.drain();
  }
  // All tasks are claimed, so this worker steals until no worker has work left.
  share_until_done(
      heap_.workers, number, active_, terminator_, [&] { worker.drain(); },
      [&](WorkEntry entry) { worker.do_entry(entry); });
}

// Subtracts the sizes of the groups of tasks, one after the other, until the task's number lies in
// a group.
void Scavenger::do_task(std::size_t task, ScavengeWorker& worker) {
  if (task < threads_.size()) {
    visit_thread(*threads_[task], worker);
    return;
  }
  task -= threads_.size();
  if (task < providers_) {
    visit_table_roots(task, worker);
    return;
  }
  task -= providers_;
  if (task == 0) {
    // Only loaders into which a reference was stored since the last young collection are visited.
    // The result is true if the loader must be visited next time, too.
    runtime::for_each_young_loader_slot([&](Object** slot) {
      worker.visit(slot);
      return heap_.is_young(*slot);
    });
    heap_.references.visit_roots(worker);
    return;
  }
  --task;
  if (task < fixed_stripes_) {
    scan_fixed_stripe(task, worker);
  } else {
    scan_old_stripe(task - fixed_stripes_, worker);
  }
}

// A parked thread whose objects have all become old need not be visited again before it has run.
void Scavenger::visit_thread(runtime::JavaThread& thread, ScavengeWorker& worker) {
  if (!sync::is_parked(thread)) {
    visit_thread_roots(thread, worker);
    return;
  }
  YoungRootFinder finder(heap_, worker);
  visit_thread_roots(thread, finder);
  if (!finder.found()) {
    sync::may_doze(thread);
    // The thread takes no part in the measurements from now on, so it earns its TLABs again.
    thread.allocation_share = 0;
  }
}

// Mirrors may have dirty cards for their own fields and for their class's static fields.
void Scavenger::scan_fixed_stripe(std::size_t stripe, ScavengeWorker& worker) {
  // The cards of a stripe belong to this worker alone. take_dirty_objects cleans them, and
  // process_slot() dirties a card again if its slot still refers to a young object (V2).
  const Space& fixed = heap_.fixed.space();
  std::byte* from = fixed.base() + stripe * kCardStripeBytes;
  heap_.fixed.take_dirty_objects(from, std::min(from + kCardStripeBytes, fixed.top()),
                                 [&worker](Object* mirror, SlotRange range) {
                                   worker.scan(mirror, range);
                                   worker.scan_static_slots(mirror, range);
                                 });
}

// An object that reaches over the end of a stripe is visited for both stripes, each time with the
// range of its own cards.
void Scavenger::scan_old_stripe(std::size_t stripe, ScavengeWorker& worker) {
  std::byte* from = heap_.old.space().base() + stripe * kCardStripeBytes;
  heap_.old.take_dirty_objects(
      from, std::min(from + kCardStripeBytes, old_top_),
      [&worker](Object* object, SlotRange range) { worker.scan(object, range); });
}

// Only the coordinator runs here, so the spaces' tops may move back.
ScavengeOutcome Scavenger::finish() {
  ScavengeOutcome outcome;
  for (auto& worker : workers_) {
    worker->retire_buffers();
    worker->restore_kept_objects();
    worker->add_to(outcome);
  }
  if (outcome.promotion_failed()) {
    MJ_LOG(gc, kDebug, "Promotion failed for %zu objects", outcome.kept_objects);
  }
  return outcome;
}

}  // namespace minijvm::gc
