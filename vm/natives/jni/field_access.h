// Reads and writes fields for JNI and reflection. A volatile field is accessed in volatile order
// (JLS 17.4). T has the field's own width, so a sub-int value is truncated on the way in.
// Tested by tests/vm/native/jni and tests/java/reflection.
#pragma once

#include "gc/heap/barrier.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/object/java_objects.h"

namespace minijvm::vm {

// Returns the object whose memory holds a static field.
inline runtime::Object* static_base(const runtime::Field& field) { return field.holder->mirror; }

template <class T>
T load_field(const sync::NoSafepoint&, runtime::Object* base, const runtime::Field& field) {
  // seq_cst for volatile: Java's volatile accesses are in one total order.
  return base->atomic<T>(field.offset)
      .load(field.is_volatile() ? std::memory_order_seq_cst : std::memory_order_relaxed);
}

template <class T>
void store_field(const sync::NoSafepoint&, runtime::Object* base, const runtime::Field& field,
                 T value) {
  base->atomic<T>(field.offset)
      .store(value, field.is_volatile() ? std::memory_order_seq_cst : std::memory_order_relaxed);
}

// Only gc stores references, because it applies the write barrier.
inline void store_ref_field(const sync::NoSafepoint& still, runtime::Object* base,
                            const runtime::Field& field, runtime::Object* value) {
  if (field.is_volatile()) {
    gc::store_ref_volatile(still, base, field.offset, value);
  } else {
    gc::store_ref(still, base, field.offset, value);
  }
}

}  // namespace minijvm::vm
