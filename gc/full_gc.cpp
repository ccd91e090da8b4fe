#include "gc/full_gc.h"

#include <cstring>

#include "base/check.h"
#include "gc/announce.h"
#include "gc/object_scan.h"
#include "gc/root_tasks.h"
#include "runtime/class_unloading.h"
#include "runtime/java_thread.h"
#include "sync/safepoint.h"

namespace minijvm::gc {
namespace {

using runtime::Object;

constexpr std::ptrdiff_t kStripeBytes = 256 * 1024;
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

}  // namespace

FullCollector::FullCollector(Heap& heap) : heap_(heap), references_(heap.references), active_(heap.workers.active_for(heap.used_bytes())) {
  for (unsigned number = 0; number < active_; ++number) {
    markers_.push_back(std::make_unique<MarkWorker>(heap, heap.workers.queue(number), number, active_));
  }
}

void FullCollector::run(bool clear_all_soft, std::size_t free_bytes) {
  references_.begin(clear_all_soft, free_bytes, active_);
  mark();
  announce(Event::gc_marked);
  list_regions();
  plan();
  announce(Event::gc_planned);
  run_phase("Adjust", &FullCollector::adjust_as);
  announce(Event::gc_adjusted);
  move();
  announce(Event::gc_moved);
  finish();
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

// Tasks by number: threads, then providers, then the pending references, then mirrors of classes that cannot die.
void FullCollector::mark_as(unsigned worker) {
  MarkWorker& marker = *markers_[worker];
  std::size_t tasks = threads_.size() + root_provider_count() + 1 + (heap_.fixed.mirrors() + kMirrorsPerTask - 1) / kMirrorsPerTask;
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

// --- 2 plan ---

void FullCollector::list_regions() {
  const Space* young[] = {&heap_.eden, &heap_.from(), &heap_.to()};
  const Space& old = heap_.old.space();
  regions_[0] = {old.base(), old.top(), old.reserved_end(), old.base()};
  for (int i = 0; i < 3; ++i) {
    regions_[i + 1] = {young[i]->base(), young[i]->top(), young[i]->limit(), young[i]->base()};
  }
}

// REQUIRES: `from` does not lie within a live object.
template <class Visit>
void FullCollector::for_each_live(std::byte* from, std::byte* to, Visit visit) {
  std::byte* at = heap_.marks.next_marked(from, to);
  while (at < to) {
    auto* object = reinterpret_cast<Object*>(at);
    std::size_t bytes = young_or_old_bytes(object);
    visit(object, bytes);
    at = heap_.marks.next_marked(at + bytes, to);
  }
}

// An object that begins a stripe, since the last one is long enough or lies in another region.
void FullCollector::note_stripe(const Region& region, std::byte* object) {
  bool continues = !stripes_.empty() && stripes_.back().end == region.end && object - stripes_.back().first < kStripeBytes;
  if (continues) {
    return;
  }
  if (!stripes_.empty() && stripes_.back().end == region.end) {
    stripes_.back().end = object;
  }
  stripes_.push_back({object, region.end});
}

bool FullCollector::room_in_current(std::size_t bytes) {
  Region& region = regions_[current_];
  if (bytes > static_cast<std::size_t>(region.room_end - region.new_top)) {
    return false;
  }
  return current_ != 0 || heap_.old.grow_to(region.new_top + bytes);
}

// `bytes` of objects start in the block of `first`, the first of them there.
void FullCollector::plan_block([[maybe_unused]] const Region& source, std::byte* first, std::size_t bytes) {
  while (!room_in_current(bytes)) {
    ++current_;
    MJ_CHECK(current_ < kRegions, "no room for %zu live bytes that had room before", bytes);
  }
  Region& target = regions_[current_];
  MJ_DCHECK(&target <= &source, "a space is filled before its own objects are planned");
  MJ_DCHECK(&target != &source || target.new_top <= first, "an object would slide up (F1)");
  // The destination is the block's first word's, and live words before `first` belong to an object of an earlier block.
  std::size_t block = heap_.marks.block_of(first);
  std::uint64_t before = heap_.marks.bits(block) & ((std::uint64_t{1} << MarkBitmap::word_in_block(first)) - 1);
  heap_.marks.set_destination(block, target.new_top - 8 * static_cast<std::size_t>(std::popcount(before)));
  target.new_top += bytes;
}

void FullCollector::plan() {
  current_ = 0;
  for (const Region& region : regions_) {
    std::byte* first = nullptr;
    std::size_t bytes = 0;
    for_each_live(region.base, region.end, [&](Object* object, std::size_t object_size) {
      auto* start = reinterpret_cast<std::byte*>(object);
      note_stripe(region, start);
      if (first != nullptr && heap_.marks.block_of(first) != heap_.marks.block_of(start)) {
        plan_block(region, first, bytes);
        first = nullptr;
      }
      if (first == nullptr) {
        first = start;
        bytes = 0;
      }
      bytes += object_size;
    });
    if (first != nullptr) {
      plan_block(region, first, bytes);
    }
  }
}

// --- 3 adjust ---

void FullCollector::adjust_as(unsigned) {
  std::size_t tasks = stripes_.size() + 1;
  for (std::size_t task = next_task_.fetch_add(1, std::memory_order_relaxed); task < tasks; task = next_task_.fetch_add(1, std::memory_order_relaxed)) {
    if (task == 0) {
      adjust_what_is_outside();
    } else {
      adjust_stripe(stripes_[task - 1]);
    }
  }
}

void FullCollector::adjust_what_is_outside() {
  Adjuster adjuster(heap_);
  auto adjust_slot = [&adjuster](Object** slot) { adjuster.visit(slot); };
  visit_all_roots(adjuster);
  references_.visit_roots(adjuster);
  sweep_weak_tables(adjuster);
  heap_.fixed.for_each([&](Object* mirror) {
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
  for_each_live(stripe.first, stripe.end, [&](Object* object, std::size_t) {
    if (class_of(object)->reference_kind == runtime::ReferenceKind::kNone || referent_offset == 0) {
      for_each_slot(object, {}, adjust_slot);
    } else {
      for_each_strong_slot(object, {}, referent_offset, adjust_slot);
      adjust_slot(slot_at(object, referent_offset));
    }
  });
}

// --- 4 move ---

void FullCollector::move() {
  for (const Region& region : regions_) {
    for_each_live(region.base, region.end, [&](Object* object, std::size_t bytes) {
      std::byte* place = heap_.marks.new_place(object);
      if (place != reinterpret_cast<std::byte*>(object)) {
        std::memmove(place, static_cast<const void*>(object), bytes);
      }
      if (!heap_.is_young(place)) {
        heap_.old.record(place, bytes);
      }
    });
  }
}

void FullCollector::finish() {
  heap_.marks.clear();
  if (has_unloaded_) {
    runtime::free_dead_loaders();
  }
  heap_.fixed.sweep([](Object* mirror) { return class_of_mirror(mirror) == nullptr; });
  heap_.old.finish_compaction(regions_[0].new_top);
  Space* young[] = {&heap_.eden, &heap_.from(), &heap_.to()};
  bool young_is_empty = true;
  for (int i = 0; i < 3; ++i) {
    young[i]->reset_to(regions_[i + 1].new_top);
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
