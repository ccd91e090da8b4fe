// Runs the steps of a full collection. policy/collection.cpp calls it on the coordinator, while the
// world is stopped; the functions that end in _as run on each worker of the gang.
#include "gc/old/full_gc.h"

#include "base/check.h"
#include "gc/heap/heap_listener.h"
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

// Mirrors are small; a task of 256 of them is worth a claim.
constexpr std::size_t kMirrorsPerTask = 256;

// Replaces old addresses by new ones. Objects of the fixed space stay where they are, and the
// bitmap does not cover null, so null stays null.
class Adjuster final : public RootVisitor, public Liveness {
 public:
  explicit Adjuster(Heap& heap) : heap_(heap), marks_(heap.marks) {}

  Object* adjusted(Object* object) const {
    return marks_.covers(object) ? reinterpret_cast<Object*>(marks_.new_place(object)) : object;
  }
  void visit(Object** slot) override { *slot = adjusted(*slot); }
  // Weak tables call this. Marking is over, so an object that is not marked is dead.
  Object* forwarded_or_null(Object* object) override {
    bool is_dead = marks_.covers(object)
                       ? !marks_.is_marked(object)
                       : heap_.fixed.space().contains(object) && is_dead_mirror(object);
    return is_dead ? nullptr : adjusted(object);
  }

 private:
  Heap& heap_;
  const MarkBitmap& marks_;
};

// Runs the body and logs how long it took, under the name of HotSpot's phase.
template <class Body>
void logged(const Heap& heap, const char* name, Body body) {
  PhaseLog log(heap, LogLevel::kInfo, name);
  body();
}

}  // namespace

FullCollector::FullCollector(Heap& heap)
    : heap_(heap),
      references_(heap.references),
      active_(heap.workers.active_for(heap.used_bytes())) {
  for (unsigned number = 0; number < active_; ++number) {
    markers_.push_back(
        std::make_unique<MarkWorker>(heap, heap.workers.queue(number), number, active_));
  }
}

void FullCollector::run(bool clear_all_soft, std::size_t free_bytes) {
  // An event reports the end of each phase; the stepper can stop there.
  references_.begin(clear_all_soft, free_bytes, active_);
  logged(heap_, "Marking Phase", [this] { mark(); });
  announce(Event::gc_marked);
  logged(heap_, "Summary Phase", [this] { plan_.emplace(heap_); });
  announce(Event::gc_planned);
  logged(heap_, "Adjust Roots", [this] { run_phase("Adjust", &FullCollector::adjust_as); });
  announce(Event::gc_adjusted);
  logged(heap_, "Compaction Phase", [this] { move(); });
  announce(Event::gc_moved);
  logged(heap_, "Post Compact", [this] { finish(); });
}

// The offset table is completed when all stripes lie in their places.
void FullCollector::move() {
  compactor_.emplace(heap_, *plan_, active_);
  run_phase("Move", &FullCollector::move_as);
  compactor_->finish();
}

// The phases run one after the other, because the dispatch returns only when all workers have
// finished.
void FullCollector::run_phase(const char* name, void (FullCollector::*what)(unsigned)) {
  next_task_.store(0, std::memory_order_relaxed);
  Phase phase(*this, name, what);
  heap_.workers.run(phase, active_);
}

// --- 1 mark ---

void FullCollector::mark() {
  // All loaders count as dead, then those that cannot die and those with a running frame are kept.
  // The tasks below find the others.
  runtime::doubt_all_loaders(first());
  // The list of threads gives numbers to the threads' tasks.
  sync::for_each_exec_env([this](sync::ExecEnv& env) {
    runtime::JavaThread& thread = runtime::JavaThread::of(env);
    if (!hanging_.take(thread)) {
      trace_running_loaders(thread, first());
      threads_.push_back(&thread);
    }
  });
  run_phase("Mark", &FullCollector::mark_as);
  // References are processed when nothing strong is left to mark; marking continues from revived
  // objects. Then every loader that was not kept is dead, and its classes leave all tables.
  references_.process(*this);
  hanging_.drop_dead(*this);
  has_unloaded_ = runtime::unlink_dead_loaders();
  if (HeapListener* listener = heap_listener(); has_unloaded_ && listener != nullptr) {
    listener->classes_died();
  }
}

std::size_t FullCollector::mirror_tasks() const {
  return (heap_.fixed.mirrors() + kMirrorsPerTask - 1) / kMirrorsPerTask;
}

// The tasks, by number, are threads, then providers, then the pending references (one task), then
// the mirrors of classes that cannot die.
void FullCollector::mark_as(unsigned worker) {
  MarkWorker& marker = *markers_[worker];
  std::size_t tasks = threads_.size() + reference_table_count() + 1 + mirror_tasks();
  terminator_.start();
  for (std::size_t task = next_task_.fetch_add(1, std::memory_order_relaxed); task < tasks;
       task = next_task_.fetch_add(1, std::memory_order_relaxed)) {
    do_mark_task(task, marker);
    marker.drain();
  }
  // No unclaimed task is left, so this worker steals until no worker has work.
  share_until_done(
      heap_.workers, worker, active_, terminator_, [&] { marker.drain(); },
      [&](WorkEntry entry) { marker.do_entry(entry); });
}

// Subtracts the sizes of the groups of tasks, one after the other, until the task's number lies in
// a group.
void FullCollector::do_mark_task(std::size_t task, MarkWorker& marker) {
  if (task < threads_.size()) {
    visit_thread_roots(*threads_[task], marker);
    return;
  }
  task -= threads_.size();
  if (task < reference_table_count()) {
    visit_table_roots(task, marker);
    return;
  }
  task -= reference_table_count();
  if (task == 0) {
    references_.visit_roots(marker);
    return;
  }
  std::size_t first_mirror = (task - 1) * kMirrorsPerTask;
  // Mirrors of classes with a home are traced with their loader.
  heap_.fixed.for_each_of(first_mirror, first_mirror + kMirrorsPerTask, [&marker](Object* mirror) {
    const runtime::Class* represented = class_of_mirror(mirror);
    if (represented != nullptr && represented->home == nullptr) {
      marker.trace_mirror(mirror);
    }
  });
}

// --- 3 adjust ---

// The tasks, by number, are roots and weak tables (one task), then mirrors, then stripes.
void FullCollector::adjust_as(unsigned) {
  std::size_t before_stripes = 1 + mirror_tasks();
  std::size_t tasks = before_stripes + plan_->stripes().size();
  for (std::size_t task = next_task_.fetch_add(1, std::memory_order_relaxed); task < tasks;
       task = next_task_.fetch_add(1, std::memory_order_relaxed)) {
    if (task == 0) {
      adjust_roots();
    } else if (task < before_stripes) {
      adjust_mirrors(task - 1);
    } else {
      adjust_stripe(plan_->stripes()[task - before_stripes]);
    }
  }
}

// This is one task, because weak tables are not made for several threads. Dead entries are dropped
// here, since the new addresses are known now.
void FullCollector::adjust_roots() {
  Adjuster adjuster(heap_);
  visit_all_roots(adjuster);
  references_.visit_roots(adjuster);
  sweep_reference_tables(adjuster);
}

// Adjusts the references in mirrors; the mirrors themselves do not move.
void FullCollector::adjust_mirrors(std::size_t task) {
  Adjuster adjuster(heap_);
  auto adjust_slot = [&adjuster](Object** slot) { adjuster.visit(slot); };
  heap_.fixed.for_each_of(task * kMirrorsPerTask, (task + 1) * kMirrorsPerTask,
                          [&](Object* mirror) {
                            if (!is_dead_mirror(mirror)) {
                              for_each_slot(mirror, {}, adjust_slot);
                              for_each_static_slot(mirror, {}, adjust_slot);
                            }
                          });
}

// Classes do not move, so an object's layout can be read while its slots change. Each stripe
// belongs to one worker.
void FullCollector::adjust_stripe(const Stripe& stripe) {
  Adjuster adjuster(heap_);
  auto adjust_slot = [&adjuster](Object** slot) { adjuster.visit(slot); };
  std::size_t referent_offset = references_.referent_offset();
  for_each_live(heap_.marks, stripe.first, stripe.end, [&](Object* object, std::size_t) {
    // The referent must be adjusted as well; for_each_strong_slot leaves it out.
    if (!runtime::has_referent(*class_of(object)) || referent_offset == 0) {
      for_each_slot(object, {}, adjust_slot);
    } else {
      for_each_strong_slot(object, {}, referent_offset, adjust_slot);
      adjust_slot(slot_at(object, referent_offset));
    }
  });
}

// --- 4 move ---

// Stripes are claimed in ascending order, as (M2) in compactor.h demands.
void FullCollector::move_as(unsigned worker) {
  std::size_t tasks = plan_->stripes().size();
  for (std::size_t task = next_task_.fetch_add(1, std::memory_order_relaxed); task < tasks;
       task = next_task_.fetch_add(1, std::memory_order_relaxed)) {
    compactor_->move(task, worker);
  }
}

// Runs on the coordinator. The order matters: the bitmap and the stripes are not needed any more,
// but the mirrors can be swept only after the dead loaders have been freed, which clears the dead
// mirrors' classes.
void FullCollector::finish() {
  heap_.marks.clear();
  heap_.stripes.clear();
  if (has_unloaded_) {
    runtime::free_dead_loaders();
  }
  heap_.fixed.sweep([this](Object* mirror, std::size_t bytes) {
    const bool is_dead = class_of_mirror(mirror) == nullptr;
    if (is_dead && heap_.access_shadow.exists()) {
      auto* start = reinterpret_cast<std::byte*>(mirror);
      heap_.access_shadow.forget(start, start + bytes);
    }
    return is_dead;
  });
  heap_.old.finish_compaction(plan_->new_top(CompactionPlan::kOld));
  // The young spaces are usually empty now; they hold objects only if the old generation is full.
  Space* young[] = {&heap_.eden, &heap_.from(), &heap_.to()};
  bool young_is_empty = true;
  for (int i = 0; i < 3; ++i) {
    young[i]->reset_to(plan_->new_top(i + 1));
    young_is_empty = young_is_empty && young[i]->is_empty();
  }
  const Space& old = heap_.old.space();
  const Space& fixed = heap_.fixed.space();
  CardTable::clean(old.base(), old.limit());
  CardTable::clean(fixed.base(), fixed.limit());
  if (!young_is_empty) {
    // An old or fixed object may refer to an object that stayed young. It is not known which, so
    // the next young collection visits all of them once.
    CardTable::dirty(old.base(), old.top());
    CardTable::dirty(fixed.base(), fixed.top());
  }
}

}  // namespace minijvm::gc
