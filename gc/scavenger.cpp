#include "gc/scavenger.h"

#include <cstring>

#include "base/check.h"
#include "base/log.h"
#include "gc/forwarding.h"
#include "gc/object_scan.h"
#include "gc/root_tasks.h"
#include "runtime/class_unloading.h"

namespace minijvm::gc {

using runtime::Object;

Scavenger::Scavenger(Heap& heap, std::size_t free_bytes)
    : heap_(heap), references_(heap.references), threshold_(heap.policy.tenuring_threshold()), to_scan_(heap.to().top()), old_scan_(heap.old.space().top()) {
  MJ_CHECK(heap.to().is_empty(), "a young collection with %zu bytes in to-space", heap.to().used());
  references_.begin(false, free_bytes);
}

ScavengeOutcome Scavenger::run() {
  visit_strong_roots(*this);
  runtime::for_each_young_loader_slot([this](Object** slot) {
    visit(slot);
    return heap_.is_young(*slot);
  });
  references_.visit_roots(*this);
  scan_dirty_cards();
  drain();
  references_.process(*this);
  sweep_young_of_weak_tables(*this);
  outcome_.survived_bytes = heap_.to().used();
  remove_self_forwarding();
  return outcome_;
}

Object* Scavenger::forwarded_or_null(Object* object) {
  if (!must_move(object)) {
    return object;
  }
  std::uint64_t word = object->class_word();
  if (is_forwarded(word)) {
    return forwardee(word);
  }
  return is_self_forwarded(word) ? object : nullptr;
}

Object* Scavenger::evacuated(Object* object) {
  if (!must_move(object)) {
    return object;
  }
  std::uint64_t word = object->class_word();
  if (is_forwarded(word)) {
    return forwardee(word);
  }
  return is_self_forwarded(word) ? object : copy(object, word);
}

Object* Scavenger::copy(Object* object, std::uint64_t class_word) {
  std::size_t bytes = bytes_by_word(class_word);
  unsigned age = sync::object_age(object->multi_use_word()) + 1;
  std::byte* place = age <= threshold_ ? heap_.to().bump(bytes) : nullptr;
  bool stays_young = place != nullptr;
  if (!stays_young) {
    place = heap_.old.allocate(bytes);
    if (place == nullptr) {
      place = heap_.to().bump(bytes);
      stays_young = place != nullptr;
    }
    if (place == nullptr) {
      return keep_in_place(object, class_word);
    }
  }
  std::memcpy(place, static_cast<const void*>(object), bytes);
  auto* moved = reinterpret_cast<Object*>(place);
  if (stays_young) {
    unsigned capped = age < AgeTable::kAges ? age : AgeTable::kAges - 1;
    sync::set_object_age(moved->multi_use_word(), capped);
    outcome_.ages.add(capped, bytes);
  } else {
    outcome_.promoted_bytes += bytes;
  }
  object->class_word_for_gc() = forwarding_word(moved);
  return moved;
}

Object* Scavenger::keep_in_place(Object* object, std::uint64_t class_word) {
  outcome_.promotion_failed = true;
  object->class_word_for_gc() = class_word | kSelfForwardedBit;
  kept_.push_back(object);
  all_kept_.push_back(object);
  return object;
}

void Scavenger::process_slot(Object** slot) {
  Object* object = *slot;
  if (!heap_.is_young(object)) {
    return;
  }
  Object* moved = evacuated(object);
  *slot = moved;
  if (heap_.is_young(moved) && !heap_.is_young(slot)) {
    mark_card(slot);
  }
}

void Scavenger::scan(Object* object, SlotRange range) {
  auto process = [this](Object** slot) { process_slot(slot); };
  if (class_of(object)->reference_kind == runtime::ReferenceKind::kNone || references_.referent_offset() == 0) {
    for_each_slot(object, range, process);
    return;
  }
  for_each_strong_slot(object, range, references_.referent_offset(), process);
  Object** referent = slot_at(object, references_.referent_offset());
  if (range.holds(referent) && !references_.discover(object, *this)) {
    process_slot(referent);
  }
}

void Scavenger::scan_dirty_cards() {
  heap_.fixed.take_dirty_objects([this](Object* mirror, SlotRange range) {
    scan(mirror, range);
    for_each_static_slot(mirror, range, [this](Object** slot) { process_slot(slot); });
  });
  // Objects promoted meanwhile lie above old_scan_ and are looked at by drain().
  heap_.old.take_dirty_objects(old_scan_, [this](Object* object, SlotRange range) { scan(object, range); });
}

void Scavenger::drain() {
  bool found = true;
  while (found) {
    found = false;
    while (to_scan_ < heap_.to().top()) {
      auto* object = reinterpret_cast<Object*>(to_scan_);
      to_scan_ += young_or_old_bytes(object);
      scan(object, {});
      found = true;
    }
    while (old_scan_ < heap_.old.space().top()) {
      auto* object = reinterpret_cast<Object*>(old_scan_);
      old_scan_ += young_or_old_bytes(object);
      scan(object, {});
      found = true;
    }
    while (!kept_.empty()) {
      Object* object = kept_.back();
      kept_.pop_back();
      scan(object, {});
      found = true;
    }
  }
}

void Scavenger::remove_self_forwarding() {
  for (Object* object : all_kept_) {
    object->class_word_for_gc() &= ~kSelfForwardedBit;
  }
  if (!all_kept_.empty()) {
    MJ_LOG(gc, kDebug, "Promotion failed for %zu objects", all_kept_.size());
  }
}

}  // namespace minijvm::gc
