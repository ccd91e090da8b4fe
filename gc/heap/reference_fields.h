// The setters of reference fields and elements that runtime/object/java_objects.h declares. They
// are defined here, because only gc stores references: each setter is a gc::store_ref at the offset
// of the field.
// Tested by tests/gc/barrier_test.cpp.
#pragma once

#include "gc/heap/barrier.h"
#include "runtime/object/java_objects.h"

namespace minijvm::java {

#define MJ_REF(type, field, descriptor, target, ...)                                        \
  inline void type::set_##field(const sync::NoSafepoint& still, target* value) {            \
    gc::store_ref(still, this, field##_offset(), value);                                    \
  }                                                                                         \
  inline void type::set_##field##_volatile(const sync::NoSafepoint& still, target* value) { \
    gc::store_ref_volatile(still, this, field##_offset(), value);                           \
  }
#define MJ_INJECTED_REF(type, field, target, ...) MJ_REF(type, field, "L", target)
#include "runtime/object/well_known.def"

inline void ObjectArray::store_element(const sync::NoSafepoint& still, std::integral auto index,
                                       Object* value) {
  gc::store_ref(still, this, element_offset(static_cast<std::int64_t>(index), 3), value);
}

// Callers that hold only handles use this: store_field(self, thread, &java::Thread::set_name,
// name).
template <class T, class Target>
void store_field(runtime::JavaThread& self, runtime::Handle<T> object,
                 void (T::*set)(const sync::NoSafepoint&, Target*), runtime::Handle<Target> value) {
  sync::NoSafepoint still(self);
  (object.raw(still)->*set)(still, value.raw(still));
}
inline void store_element(runtime::JavaThread& self, runtime::Handle<ObjectArray> array,
                          std::integral auto index, runtime::Handle<> value) {
  sync::NoSafepoint still(self);
  array.raw(still)->store_element(still, index, value.raw(still));
}

}  // namespace minijvm::java
