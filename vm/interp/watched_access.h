// Accesses that the observer of accesses watches (vm/java/threads/accesses.h): of volatile fields
// in all code, and of all fields and elements by the program and by java.util. Both engines call
// these right before the access; no other thread runs in between.
//
// OPTIMIZATION: a thread that has accessed the variable since it last let others see what it did
// has nothing new to tell, which a look at the heap's shadow shows.
// Tested by tests/vm/races.
#pragma once

#include "gc/shadow/access_shadow.h"
#include "runtime/class/field.h"
#include "vm/interp/activation.h"
#include "vm/java/threads/accesses.h"

namespace minijvm::interp {

// Is an access of this field by this frame's method watched?
bool is_watched(const Slot* fp, const runtime::Field& field);
inline bool watches_accesses() { return vm::access_observer() != nullptr; }

// The access of the field, as the observer hears of it.
vm::Access access_of(vm::OpKind kind, const runtime::Field& field, Object* object);

// The lanes of the shadow's cell that a variable of so many bytes has there.
inline ordering::Lanes lanes_at(const void* address, unsigned bytes) {
  if (bytes >= sizeof(std::uint32_t))
    return ordering::kAllLanes;
  const ordering::Lanes lanes = (1U << bytes) - 1;
  return lanes << (reinterpret_cast<std::uintptr_t>(address) % sizeof(std::uint32_t));
}

// Self is about to do the access, in kInJava. REQUIRES: watches_accesses().
inline void watch(JavaThread& self, const void* pc, Slot* fp, const vm::Access& access) {
  if (access.mode == vm::AccessMode::kPlain && self.clock_ != nullptr) {
    const char* address = reinterpret_cast<const char*>(access.object) + access.offset;
    const ordering::Cell& cell = *gc::shadow_of(address);
    const ordering::Lanes lanes = lanes_at(address, access.bytes);
    const bool is_kept = access.kind == vm::OpKind::kRead
                             ? ordering::is_read_kept(cell, self.clock_->epoch, lanes)
                             : ordering::is_write_kept(cell, self.clock_->epoch, lanes);
    if (is_kept)
      return;
  }
  self.anchor = anchor_at(pc, fp);
  vm::access_observer()->accessed(self, access);
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

}  // namespace minijvm::interp
