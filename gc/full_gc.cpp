#include "gc/full_gc.h"

#include <cstring>

#include "base/check.h"
#include "gc/object_scan.h"
#include "gc/root_tasks.h"
#include "runtime/well_known.h"

namespace minijvm::gc {
namespace {

using runtime::Object;

// A mirror lives with its class. One without a class was made for a definition that failed.
bool is_dead_mirror(Object* mirror) {
  const runtime::Class* represented = class_of_mirror(mirror);
  return represented == nullptr || !represented->is_live();
}

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

void FullCollector::run(bool clear_all_soft, std::size_t free_bytes) {
  references_.begin(clear_all_soft, free_bytes);
  mark();
  list_regions();
  plan();
  adjust();
  move();
  finish();
}

// --- 1 mark ---

bool FullCollector::is_live(Object* object) const {
  if (heap_.marks.covers(object)) {
    return heap_.marks.is_marked(object);
  }
  return !heap_.fixed.space().contains(object) || !is_dead_mirror(object);
}

void FullCollector::mark_and_push(Object* object) {
  if (heap_.marks.covers(object)) {
    if (!heap_.marks.is_marked(object)) {
      heap_.marks.mark(object, young_or_old_bytes(object));
      stack_.push_back(object);
    }
  } else if (heap_.fixed.space().contains(object)) {
    const runtime::Class* represented = class_of_mirror(object);
    if (represented != nullptr && represented->home != nullptr) {
      trace_loader(*represented->home);
    }
  }
}

void FullCollector::trace_loader(runtime::LoaderData& loader) {
  if (runtime::keep_loader(loader)) {
    loaders_.push_back(&loader);
  }
}

void FullCollector::trace_mirror(Object* mirror) {
  auto push = [this](Object** slot) { mark_and_push(*slot); };
  for_each_slot(mirror, {}, push);
  for_each_static_slot(mirror, {}, push);
}

// JLS 12.7: an object keeps its class; and a ClassLoader its classes, of which it may know none.
void FullCollector::keep_class_of(Object* object) {
  const runtime::Class* klass = class_of(object);
  if (klass->home != nullptr) {
    trace_loader(*klass->home);
  }
  if (klass->is_class_loader) {
    auto data = object->load<std::int64_t>(runtime::wk().ClassLoader_loader_data);
    if (data != 0) {
      trace_loader(*reinterpret_cast<runtime::LoaderData*>(data));
    }
  }
}

void FullCollector::scan(Object* object) {
  keep_class_of(object);
  auto push = [this](Object** slot) { mark_and_push(*slot); };
  if (class_of(object)->reference_kind == runtime::ReferenceKind::kNone || references_.referent_offset() == 0) {
    for_each_slot(object, {}, push);
    return;
  }
  for_each_strong_slot(object, {}, references_.referent_offset(), push);
  if (!references_.discover(object, *this)) {
    mark_and_push(*slot_at(object, references_.referent_offset()));
  }
}

void FullCollector::drain() {
  while (!stack_.empty() || !loaders_.empty()) {
    while (!stack_.empty()) {
      Object* object = stack_.back();
      stack_.pop_back();
      scan(object);
    }
    if (!loaders_.empty()) {
      runtime::LoaderData& loader = *loaders_.back();
      loaders_.pop_back();
      runtime::trace_loader(loader, *this);
    }
  }
}

void FullCollector::mark() {
  runtime::doubt_all_loaders(*this);
  visit_strong_roots(*this);
  for_each_running_loader([](runtime::LoaderData& loader, void* self) { static_cast<FullCollector*>(self)->trace_loader(loader); }, this);
  references_.visit_roots(*this);
  heap_.fixed.for_each([this](Object* mirror) {
    const runtime::Class* represented = class_of_mirror(mirror);
    if (represented != nullptr && represented->home == nullptr) {
      trace_mirror(mirror);
    }
  });
  drain();
  references_.process(*this);
  has_unloaded_ = runtime::unlink_dead_loaders();
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

template <class Visit>
void FullCollector::for_each_live(const Region& region, Visit visit) {
  std::byte* at = heap_.marks.next_marked(region.base, region.end);
  while (at < region.end) {
    auto* object = reinterpret_cast<Object*>(at);
    std::size_t bytes = young_or_old_bytes(object);
    visit(object, bytes);
    at = heap_.marks.next_marked(at + bytes, region.end);
  }
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
    for_each_live(region, [&](Object* object, std::size_t object_size) {
      auto* start = reinterpret_cast<std::byte*>(object);
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

void FullCollector::adjust() {
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
  std::size_t referent_offset = references_.referent_offset();
  for (const Region& region : regions_) {
    for_each_live(region, [&](Object* object, std::size_t) {
      if (class_of(object)->reference_kind == runtime::ReferenceKind::kNone || referent_offset == 0) {
        for_each_slot(object, {}, adjust_slot);
      } else {
        for_each_strong_slot(object, {}, referent_offset, adjust_slot);
        adjust_slot(slot_at(object, referent_offset));
      }
    });
  }
}

// --- 4 move ---

void FullCollector::move() {
  for (const Region& region : regions_) {
    for_each_live(region, [&](Object* object, std::size_t bytes) {
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
