// Sizes and reference slots of objects, from the layout that their classes give (runtime/class.h).
// Proved by tests/gc/scavenger_test.cpp.  Mirrors are known by their address, the fixed space, and their size by its index, so that
// none of this depends on how far the class library is booted; only static fields need Class_vm_class.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/bits.h"
#include "gc/forwarding.h"
#include "runtime/class.h"
#include "runtime/object.h"

namespace minijvm::gc {

// Also for objects that a promotion failure has marked.
inline runtime::Class* class_in_word(std::uint64_t class_word) {
  return reinterpret_cast<runtime::Class*>(static_cast<std::uintptr_t>(class_word & 0xffff'fffcU));
}
inline runtime::Class* class_of(runtime::Object* object) { return class_in_word(object->class_word()); }

inline std::size_t array_bytes(const runtime::Class& array_class, std::int32_t length) {
  std::size_t elements = static_cast<std::size_t>(length) << array_class.log2_element;
  return align_up(runtime::Object::kElementsOffset + elements, runtime::Object::kAlignment);
}

// Of anything but a mirror.
inline std::size_t bytes_by_word(std::uint64_t class_word) {
  const runtime::Class* klass = class_in_word(class_word);
  return klass->is_array() ? array_bytes(*klass, static_cast<std::int32_t>(class_word >> 32)) : klass->instance_bytes;
}
inline std::size_t young_or_old_bytes(const runtime::Object* object) { return bytes_by_word(object->class_word()); }

inline runtime::Object** slot_at(runtime::Object* object, std::size_t offset) {
  return reinterpret_cast<runtime::Object**>(reinterpret_cast<std::byte*>(object) + offset);
}

// Which part of the heap a scan is about: a stretch of dirty cards, or everything.
struct SlotRange {
  std::byte* from = nullptr;
  std::byte* to = reinterpret_cast<std::byte*>(~std::uintptr_t{0});
  bool holds(runtime::Object** slot) const {
    auto* address = reinterpret_cast<std::byte*>(slot);
    return address >= from && address < to;
  }
};

// visit(slot) for the elements of an object array that lie in the range.
template <class Visit>
void for_each_element(runtime::Object* array, SlotRange range, Visit visit) {
  auto clip = [range](runtime::Object** slot) { return reinterpret_cast<runtime::Object**>(std::clamp(reinterpret_cast<std::byte*>(slot), range.from, range.to)); };
  runtime::Object** first = slot_at(array, runtime::Object::kElementsOffset);
  runtime::Object** end = clip(first + array->array_length());
  for (runtime::Object** slot = clip(first); slot < end; ++slot) {
    visit(slot);
  }
}

// visit(slot) for each reference field or element in the range; not the static fields of a mirror.
template <class Visit>
void for_each_slot(runtime::Object* object, SlotRange range, Visit visit) {
  const runtime::Class* klass = class_of(object);
  if (klass->kind == runtime::ClassKind::kObjectArray) {
    for_each_element(object, range, visit);
    return;
  }
  if (klass->kind != runtime::ClassKind::kInstance) {
    return;
  }
  for (std::uint32_t offset : klass->ref_offsets) {
    runtime::Object** slot = slot_at(object, offset);
    if (range.holds(slot)) {
      visit(slot);
    }
  }
}

// The class a mirror stands for; null while it is being made.
runtime::Class* class_of_mirror(runtime::Object* mirror);

// visit(slot) for the reference statics in a mirror.
template <class Visit>
void for_each_static_slot(runtime::Object* mirror, SlotRange range, Visit visit) {
  const runtime::Class* represented = class_of_mirror(mirror);
  if (represented == nullptr) {
    return;
  }
  for (std::uint32_t offset : represented->static_ref_offsets) {
    runtime::Object** slot = slot_at(mirror, offset);
    if (range.holds(slot)) {
      visit(slot);
    }
  }
}

// Like for_each_slot, but `referent` of a java.lang.ref.Reference is left out whether the class's layout lists it or not.
template <class Visit>
void for_each_strong_slot(runtime::Object* object, SlotRange range, std::size_t referent_offset, Visit visit) {
  runtime::Object** referent = slot_at(object, referent_offset);
  for_each_slot(object, range, [&](runtime::Object** slot) {
    if (slot != referent) {
      visit(slot);
    }
  });
}

}  // namespace minijvm::gc
