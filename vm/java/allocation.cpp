#include "vm/java/allocation.h"

#include <cstring>

#include "gc/allocate.h"
#include "gc/barrier.h"
#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "vm/java/exceptions.h"

namespace minijvm::vm {

using runtime::BasicType;
using runtime::Class;
using runtime::ClassKind;
using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Object;
using sync::NoSafepoint;

namespace {

// Null from gc means that everything was tried.
JavaResult<Handle<>> handle_or_out_of_memory(JavaThread& self, Object* fresh) {
  if (fresh == nullptr) {
    return throw_out_of_memory(self, gc::out_of_memory_text(self));
  }
  NoSafepoint still(self);
  return runtime::make_handle(self, still, fresh);
}

JavaResult<Handle<>> fill_dimensions(JavaThread& self, const Class& array_class, std::span<const std::int32_t> dimensions) {
  Handle<> outer = MJ_TRY(new_array(self, array_class, dimensions[0]));
  if (dimensions.size() == 1) {
    return outer;
  }
  for (std::int32_t i = 0; i < dimensions[0]; ++i) {
    HandleScope scope(self);
    Handle<> inner = MJ_TRY(fill_dimensions(self, *array_class.component, dimensions.subspan(1)));
    NoSafepoint still(self);
    gc::store_ref(still, outer.raw(still), Object::element_offset(i, 3), inner.raw(still));
  }
  return outer;
}

}  // namespace

JavaResult<Handle<>> new_instance(JavaThread& self, const Class& klass) {
  return handle_or_out_of_memory(self, gc::allocate_instance(self, klass));
}

JavaResult<Handle<>> new_array(JavaThread& self, const Class& array_class, std::int32_t length) {
  if (length < 0) {
    return throw_newf(self, "java/lang/NegativeArraySizeException", "%d", length);
  }
  if (length > gc::kMaxArrayLength) {
    return throw_out_of_memory(self, "Requested array size exceeds VM limit");
  }
  return handle_or_out_of_memory(self, gc::allocate_array(self, array_class, length));
}

JavaResult<Handle<>> new_primitive_array(JavaThread& self, BasicType element, std::int32_t length) {
  return new_array(self, *runtime::primitive_array_class(element), length);
}

JavaResult<Handle<>> new_object_array(JavaThread& self, Class& component, std::int32_t length) {
  Class* array_class = MJ_TRY(lift(self, runtime::array_class_of(self, component)));
  return new_array(self, *array_class, length);
}

JavaResult<Handle<>> new_multi_array(JavaThread& self, const Class& array_class, std::span<const std::int32_t> dimensions) {
  for (std::int32_t dimension : dimensions) {
    if (dimension < 0) {
      return throw_newf(self, "java/lang/NegativeArraySizeException", "%d", dimension);
    }
  }
  // A zero dimension ends the nesting: nothing is allocated below it (6.5.multianewarray).
  std::size_t depth = 0;
  while (depth + 1 < dimensions.size() && dimensions[depth] != 0) {
    ++depth;
  }
  return fill_dimensions(self, array_class, dimensions.first(depth + 1));
}

JavaResult<Handle<>> copy_object(JavaThread& self, Handle<> original) {
  const Class* klass;
  std::int32_t length;
  {
    NoSafepoint still(self);
    klass = original.raw(still)->klass();
    length = original.raw(still)->array_length();
  }
  Object* fresh = klass->is_array() ? gc::allocate_array(self, *klass, length) : gc::allocate_instance(self, *klass);
  Handle<> copy = MJ_TRY(handle_or_out_of_memory(self, fresh));
  NoSafepoint still(self);
  Object* to = copy.raw(still);
  std::size_t bytes = gc::object_bytes(to);
  // The header stays the copy's own: a lock or hash is never cloned.
  std::memcpy(to->elements<std::byte>(), original.raw(still)->elements<std::byte>(), bytes - Object::kHeaderBytes);
  gc::mark_cards(to, bytes);  // it may have been allocated old
  return copy;
}

}  // namespace minijvm::vm
