// Makes objects and arrays for natives, the slow paths of bytecodes and the VM itself. gc does the
// allocation; this file adds the Java exceptions. Callers are in kInVm.
#include "vm/java/allocation.h"

#include <cstring>

#include "gc/heap/allocate.h"
#include "gc/heap/reference_fields.h"
#include "runtime/class/class.h"
#include "runtime/link/class_linker.h"
#include "vm/java/errors/exceptions.h"

namespace minijvm::vm {

using runtime::BasicType;
using runtime::Class;
using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Object;
using sync::NoSafepoint;

namespace {

// Turns the result of gc into a handle. gc returns null only after it has collected and grown the
// heap as far as it may, so no second attempt is made.
JavaResult<Handle<>> handle_or_out_of_memory(JavaThread& self, Object* fresh) {
  if (fresh == nullptr) {
    return throw_out_of_memory(self, gc::out_of_memory_text(self));
  }
  NoSafepoint still(self);
  return runtime::make_handle(self, still, fresh);
}

// Makes one array, then fills it with the arrays of the remaining dimensions by recursion. A
// descriptor has at most 255 dimensions, so the recursion is shallow.
JavaResult<Handle<>> fill_dimensions(JavaThread& self, const Class& array_class,
                                     std::span<const std::int32_t> dimensions) {
  Handle<> outer = MJ_TRY(new_array(self, array_class, dimensions[0]));
  if (dimensions.size() == 1) {
    return outer;
  }
  for (std::int32_t i = 0; i < dimensions[0]; ++i) {
    // Each inner array is reachable from `outer` once it is stored, so its handle may go with every
    // turn of the loop: a scope that lasted longer would hold length[0] handles.
    HandleScope scope(self);
    Handle<> inner = MJ_TRY(fill_dimensions(self, *array_class.component, dimensions.subspan(1)));
    NoSafepoint still(self);
    runtime::as<java::ObjectArray>(outer.raw(still))->store_element(still, i, inner.raw(still));
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
    // This is HotSpot's wording, which programs see.
    return throw_out_of_memory(self, "Requested array size exceeds VM limit");
  }
  return handle_or_out_of_memory(self, gc::allocate_array(self, array_class, length));
}

JavaResult<Handle<>> new_primitive_array(JavaThread& self, BasicType element, std::int32_t length) {
  return new_array(self, *runtime::primitive_array_class(element), length);
}

JavaResult<Handle<java::ObjectArray>> new_object_array(JavaThread& self, Class& component,
                                                       std::int32_t length) {
  Class* array_class = MJ_TRY(lift(self, runtime::array_class_of(self, component)));
  return runtime::as<java::ObjectArray>(MJ_TRY(new_array(self, *array_class, length)));
}

JavaResult<Handle<>> new_multi_array(JavaThread& self, const Class& array_class,
                                     std::span<const std::int32_t> dimensions) {
  // All lengths are checked before the first allocation: new int[1][-1] makes nothing.
  for (std::int32_t dimension : dimensions) {
    if (dimension < 0) {
      return throw_newf(self, "java/lang/NegativeArraySizeException", "%d", dimension);
    }
  }
  // A zero length ends the nesting, because nothing is allocated below it: new int[2][0][5] makes
  // one outer and two empty arrays (6.5.multianewarray).
  std::size_t depth = 0;
  while (depth + 1 < dimensions.size() && dimensions[depth] != 0) {
    ++depth;
  }
  return fill_dimensions(self, array_class, dimensions.first(depth + 1));
}

JavaResult<Handle<>> copy_object(JavaThread& self, Handle<> original) {
  // The allocation below may move the original, so class and length are read first.
  const Class* klass;
  std::int32_t length;
  {
    NoSafepoint still(self);
    klass = original.raw(still)->klass();
    length = original.raw(still)->array_length();
  }
  Object* fresh = klass->is_array() ? gc::allocate_array(self, *klass, length)
                                    : gc::allocate_instance(self, *klass);
  Handle<> copy = MJ_TRY(handle_or_out_of_memory(self, fresh));
  NoSafepoint still(self);
  Object* to = copy.raw(still);
  std::size_t bytes = gc::object_bytes(to);
  // Only the contents are copied. The copy keeps its own header, since neither a lock nor an
  // identity hash is cloned.
  std::memcpy(to->elements<std::byte>(), original.raw(still)->elements<std::byte>(),
              bytes - Object::kHeaderBytes);
  // memcpy runs no write barrier, and gc may have allocated a large copy in the old generation.
  gc::mark_cards(to, bytes);
  return copy;
}

}  // namespace minijvm::vm
