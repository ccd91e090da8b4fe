// The sizes and the reference slots of objects, from the layout that their classes give
// (runtime/class/class.h). Both collectors, the verifier and the dumps scan objects through this
// header.
// Tested by tests/gc/scavenger_test.cpp.
//
//   class word   63               32 31                2 1 0
//               |   array length   |  class address     | f |    f: forwarding bits (forwarding.h)
//
// A mirror is recognized by its address, which lies in the fixed space, and its size comes from
// that space's index. So nothing here depends on how far the class library has been booted; only
// static fields need the field ClassMirror::vm_class.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/bits.h"
#include "gc/young/forwarding.h"
#include "runtime/class/class.h"
#include "runtime/object/object.h"

namespace minijvm::gc {

// Returns the class in a class word. It masks the bits with which a failed promotion marks an
// object (gc/young/forwarding.h). REQUIRES: the word is not a forwarding pointer.
inline runtime::Class* class_in_word(std::uint64_t class_word) {
  return reinterpret_cast<runtime::Class*>(static_cast<std::uintptr_t>(class_word & 0xffff'fffcU));
}
inline runtime::Class* class_of(runtime::Object* object) {
  return class_in_word(object->class_word());
}

// Returns the size of an array: header, elements, and padding to a multiple of 8.
inline std::size_t array_bytes(const runtime::Class& array_class, std::int32_t length) {
  std::size_t elements = static_cast<std::size_t>(length) << array_class.log2_element;
  return align_up(runtime::Object::kElementsOffset + elements, runtime::Object::kAlignment);
}

// Returns the size of an object with this class word. This works for every object but a mirror.
inline std::size_t bytes_by_word(std::uint64_t class_word) {
  const runtime::Class* klass = class_in_word(class_word);
  return klass->is_array() ? array_bytes(*klass, static_cast<std::int32_t>(class_word >> 32))
                           : klass->instance_bytes;
}
inline std::size_t young_or_old_bytes(const runtime::Object* object) {
  return bytes_by_word(object->class_word());
}

inline runtime::Object** slot_at(runtime::Object* object, std::size_t offset) {
  return reinterpret_cast<runtime::Object**>(reinterpret_cast<std::byte*>(object) + offset);
}

// The part of the heap that a scan visits: a stretch of dirty cards, or by default everything.
struct SlotRange {
  std::byte* from = nullptr;
  std::byte* to = reinterpret_cast<std::byte*>(~std::uintptr_t{0});
  bool holds(runtime::Object** slot) const {
    auto* address = reinterpret_cast<std::byte*>(slot);
    return address >= from && address < to;
  }
};

// Calls visit(slot) for those elements of an object array that lie in the range. A long array on
// one dirty card costs one card's elements, not its whole length.
template <class Visit>
void for_each_element(runtime::Object* array, SlotRange range, Visit visit) {
  auto clip = [range](runtime::Object** slot) {
    return reinterpret_cast<runtime::Object**>(
        std::clamp(reinterpret_cast<std::byte*>(slot), range.from, range.to));
  };
  runtime::Object** first = slot_at(array, runtime::Object::kElementsOffset);
  runtime::Object** end = clip(first + array->array_length());
  for (runtime::Object** slot = clip(first); slot < end; ++slot) {
    visit(slot);
  }
}

// Calls visit(slot) for each reference field or element in the range. The static fields in a mirror
// are not included.
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

// Returns the class that a mirror stands for; null while the mirror is being made.
runtime::Class* class_of_mirror(runtime::Object* mirror);

// Calls visit(slot) for each static field of reference type in a mirror, if it lies in the range.
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

// Like for_each_slot, but leaves out the field `referent` of a java.lang.ref.Reference, even if the
// class's layout lists it.
template <class Visit>
void for_each_strong_slot(runtime::Object* object, SlotRange range, std::size_t referent_offset,
                          Visit visit) {
  runtime::Object** referent = slot_at(object, referent_offset);
  for_each_slot(object, range, [&](runtime::Object** slot) {
    if (slot != referent) {
      visit(slot);
    }
  });
}

}  // namespace minijvm::gc
