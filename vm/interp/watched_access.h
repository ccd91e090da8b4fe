// Accesses that the observer of accesses watches (vm/java/threads/accesses.h): of volatile fields
// in all code, and of all fields and elements by the program and by java.util. Both engines call
// these right before the access; no other thread runs in between.
//
// OPTIMIZATION: a thread that has accessed the variable since it last let others see what it did
// has nothing new to tell, which a look at the heap's shadow shows.
// Tested by tests/vm/races.
#pragma once

#include "gc/shadow/access_shadow.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/object/object.h"
#include "vm/interp/activation.h"
#include "vm/java/threads/accesses.h"

namespace minijvm::interp {

// Is an access of this field by this frame's method watched?
bool is_watched(const Slot* fp, const runtime::Field& field);
inline bool watches_accesses() { return vm::access_observer() != nullptr; }

// The lanes of the shadow's cell that a variable of so many bytes has there.
inline ordering::Lanes lanes_at(const void* address, unsigned bytes) {
  if (bytes >= sizeof(std::uint32_t))
    return ordering::kAllLanes;
  const ordering::Lanes lanes = (1U << bytes) - 1;
  return lanes << (reinterpret_cast<std::uintptr_t>(address) % sizeof(std::uint32_t));
}

// Has self nothing new to tell of a plain access? REQUIRES: there is a shadow.
inline bool has_told(const JavaThread& self, vm::OpKind kind, const void* address, unsigned bytes) {
  if (self.clock_ == nullptr)
    return false;
  const ordering::Cell& cell = *gc::shadow_of(address);
  const ordering::Lanes lanes = lanes_at(address, bytes);
  return kind == vm::OpKind::kRead ? ordering::is_read_kept(cell, self.clock_->epoch, lanes)
                                   : ordering::is_write_kept(cell, self.clock_->epoch, lanes);
}
// Self is about to do the access, in kInJava. REQUIRES: watches_accesses().
inline void watch(JavaThread& self, const void* pc, Slot* fp, const vm::Access& access) {
  if (access.mode == vm::AccessMode::kPlain && access.count == 1 &&
      has_told(self, access.kind, vm::address_of(access), access.bytes))
    return;
  self.anchor = anchor_at(pc, fp);
  vm::access_observer()->accessed(self, access);
}

// REQUIRES: the array has the element, and there is a shadow.
inline bool has_told_of_element(const JavaThread& self, vm::OpKind kind, const Object* array,
                                std::int32_t index) {
  const int log2_element = array->klass()->log2_element;
  return has_told(
      self, kind,
      reinterpret_cast<const char*>(array) + Object::element_offset(index, log2_element),
      1U << log2_element);
}
// REQUIRES: the array has the element.
void watch_element(JavaThread& self, const void* pc, Slot* fp, vm::OpKind kind, Object* array,
                   std::int32_t index);
// Is the method a constructor whose end is watched, since it freezes final fields?
bool freezes(const Method& method);
// Such a constructor is about to return.
void watch_freeze(JavaThread& self, const void* pc, Slot* fp);
void watch_leaf(JavaThread& self, const void* pc, Slot* fp, const LeafAccess& access,
                const Slot* args);
// The same for a leaf function of arrays: an access of the method that calls it.
void watch_ranges(JavaThread& self, const void* pc, Slot* fp, LeafRanges ranges, const Slot* args);

}  // namespace minijvm::interp
