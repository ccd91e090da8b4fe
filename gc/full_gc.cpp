#include "gc/full_gc.h"

#include "base/check.h"
#include "gc/announce.h"
#include "gc/object_scan.h"
#include "gc/phase_log.h"
#include "gc/root_tasks.h"
#include "runtime/class_unloading.h"
#include "runtime/java_thread.h"
#include "sync/safepoint.h"

namespace minijvm::gc {
namespace {

using runtime::Object;

constexpr std::size_t kMirrorsPerTask = 256;

// From old addresses to new ones. Objects of the fixed space stay.
class Adjuster final : public RootVisitor, public Liveness {
 public:
  explicit Adjuster(Heap& heap) : heap_(heap), marks_(heap.marks) {}

  Object* adjusted(Object* object) const {
    return marks_.covers(object) ? reinterpret_cast<Object*>(marks_.new_place(object)) : object;
  }
  void visit(Object** slot) override { *slot = adjusted(*slot); }
  Object* forwarded_or_null(Object* object) override {
    bool is_dead = marks_.covers(object) ? !marks_.is_marked(object) : heap_.fixed.space().contains(object) && is_dead_mirror(object);
    return is_dead ? nullptr : adjusted(object);
  }

 private:
  Heap& heap_;
  const MarkBitmap& marks_;
};

template <class Body>
void logged(const Heap& heap, const char* name, Body body) {
  PhaseLog log(heap, LogLevel::kInfo, name);
  body();
}

}  // namespace

FullCollector::FullCollector(Heap& heap) : heap_(heap), references_(heap.references), active_(heap.workers.active_for(heap.used_bytes())) {
  for (unsigned number = 0; number < active_; ++number) {
    markers_.push_back(std::make_unique<MarkWorker>(heap, heap.workers.queue(number), number, active_));
  }
}

void FullCollector::run(bool clear_all_soft, std::size_t free_bytes) {
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

void FullCollector::move() {
  compactor_.emplace(heap_, *plan_, active_);
  run_phase("Move", &FullCollector::move_as);
  compactor_->finish();
}

void FullCollector::run_phase(const char* name, void (FullCollector::*what)(unsigned)) {
  next_task_.store(0, std::memory_order_relaxed);
  Phase phase(*this, name, what);
  heap_.workers.run(phase, active_);
}

// --- 1 mark ---

void FullCollector::mark() {
  runtime::doubt_all_loaders(first());
  for_each_running_loader([](runtime::LoaderData& loader, void* worker) { static_cast<MarkWorker*>(worker)->trace_loader(loader); }, &first());
  sync::for_each_exec_env([this](sync::ExecEnv& env) { threads_.push_back(&runtime::JavaThread::of(env)); });
  run_phase("Mark", &FullCollector::mark_as);
  references_.process(*this);
  has_unloaded_ = runtime::unlink_dead_loaders();
}

std::size_t FullCollector::mirror_tasks() const { return (heap_.fixed.mirrors() + kMirrorsPerTask - 1) / kMirrorsPerTask; }

// Tasks by number: threads, then providers, then the pending references, then mirrors of classes that cannot die.
void FullCollector::mark_as(unsigned worker) {
  MarkWorker& marker = *markers_[worker];
  std::size_t tasks = threads_.size() + root_provider_count() + 1 + mirror_tasks();
  terminator_.start();
  for (std::size_t task = next_task_.fetch_add(1, std::memory_order_relaxed); task < tasks; task = next_task_.fetch_add(1, std::memory_order_relaxed)) {
    do_mark_task(task, marker);
    marker.drain();
  }
  share_until_done(heap_.workers, worker, active_, terminator_, [&] { marker.drain(); }, [&](WorkEntry entry) { marker.do_entry(entry); });
}

void FullCollector::do_mark_task(std::size_t task, MarkWorker& marker) {
  if (task < threads_.size()) {
    visit_thread_roots(*threads_[task], marker);
    return;
  }
  task -= threads_.size();
  if (task < root_provider_count()) {
    visit_provider_roots(task, marker);
    return;
  }
  task -= root_provider_count();
  if (task == 0) {
    references_.visit_roots(marker);
    return;
  }
  std::size_t first_mirror = (task - 1) * kMirrorsPerTask;
  heap_.fixed.for_each_of(first_mirror, first_mirror + kMirrorsPerTask, [&marker](Object* mirror) {
    const runtime::Class* represented = class_of_mirror(mirror);
    if (represented != nullptr && represented->home == nullptr) {
      marker.trace_mirror(mirror);
    }
  });
}

// --- 3 adjust ---

// Tasks by number: roots and weak tables, then mirrors, then stripes.
void FullCollector::adjust_as(unsigned) {
  std::size_t before_stripes = 1 + mirror_tasks();
  std::size_t tasks = before_stripes + plan_->stripes().size();
  for (std::size_t task = next_task_.fetch_add(1, std::memory_order_relaxed); task < tasks; task = next_task_.fetch_add(1, std::memory_order_relaxed)) {
    if (task == 0) {
      adjust_roots();
    } else if (task < before_stripes) {
      adjust_mirrors(task - 1);
    } else {
      adjust_stripe(plan_->stripes()[task - before_stripes]);
    }
  }
}

void FullCollector::adjust_roots() {
  Adjuster adjuster(heap_);
  visit_all_roots(adjuster);
  references_.visit_roots(adjuster);
  sweep_weak_tables(adjuster);
}

void FullCollector::adjust_mirrors(std::size_t task) {
  Adjuster adjuster(heap_);
  auto adjust_slot = [&adjuster](Object** slot) { adjuster.visit(slot); };
  heap_.fixed.for_each_of(task * kMirrorsPerTask, (task + 1) * kMirrorsPerTask, [&](Object* mirror) {
    if (!is_dead_mirror(mirror)) {
      for_each_slot(mirror, {}, adjust_slot);
      for_each_static_slot(mirror, {}, adjust_slot);
    }
  });
}

void FullCollector::adjust_stripe(const Stripe& stripe) {
  Adjuster adjuster(heap_);
  auto adjust_slot = [&adjuster](Object** slot) { adjuster.visit(slot); };
  std::size_t referent_offset = references_.referent_offset();
  for_each_live(heap_.marks, stripe.first, stripe.end, [&](Object* object, std::size_t) {
    if (class_of(object)->reference_kind == runtime::ReferenceKind::kNone || referent_offset == 0) {
      for_each_slot(object, {}, adjust_slot);
    } else {
      for_each_strong_slot(object, {}, referent_offset, adjust_slot);
      adjust_slot(slot_at(object, referent_offset));
    }
  });
}

// --- 4 move ---

void FullCollector::move_as(unsigned worker) {
  std::size_t tasks = plan_->stripes().size();
  for (std::size_t task = next_task_.fetch_add(1, std::memory_order_relaxed); task < tasks; task = next_task_.fetch_add(1, std::memory_order_relaxed)) {
    compactor_->move(task, worker);
  }
}

void FullCollector::finish() {
  heap_.marks.clear();
  heap_.stripes.clear();
  if (has_unloaded_) {
    runtime::free_dead_loaders();
  }
  heap_.fixed.sweep([](Object* mirror) { return class_of_mirror(mirror) == nullptr; });
  heap_.old.finish_compaction(plan_->new_top(CompactionPlan::kOld));
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
    // Some old or fixed object may refer to what stayed young: the next young collection looks at all of them once.
    CardTable::dirty(old.base(), old.top());
    CardTable::dirty(fixed.base(), fixed.top());
  }
}

}  // namespace minijvm::gc
