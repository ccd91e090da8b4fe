// Makes objects and arrays for the VM's own C++ code, with the Java exceptions that JVMS 6.5
// prescribes (new, newarray, anewarray, multianewarray). gc returns zeroed memory or null; this
// layer turns a null into an OutOfMemoryError and a bad length into a NegativeArraySizeException.
// All functions may stop at a safepoint and are called in kInVm.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gc/heap/reference_fields.h"
#include "runtime/fwd.h"
#include "runtime/object/java_value.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Makes an instance with all fields zero; runs no constructor.
// REQUIRES: the class is instantiable, and initialized or being initialized by the caller.
JavaResult<runtime::Handle<>> new_instance(runtime::JavaThread& self, const runtime::Class& klass);
// Makes an instance of a well-known class in the same way: new_instance<java::String>(self).
template <class T>
JavaResult<runtime::Handle<T>> new_instance(runtime::JavaThread& self) {
  return runtime::as<T>(MJ_TRY(new_instance(self, *T::java_class())));
}
// Makes an array with all elements zero. Throws NegativeArraySizeException for a negative length,
// and OutOfMemoryError for a length over gc::kMaxArrayLength or when the heap is full.
JavaResult<runtime::Handle<>> new_array(runtime::JavaThread& self,
                                        const runtime::Class& array_class, std::int32_t length);
// Makes an array by the element type of newarray.
JavaResult<runtime::Handle<>> new_primitive_array(runtime::JavaThread& self,
                                                  runtime::BasicType element, std::int32_t length);
// Makes an array of a well-known class: new_array<java::ByteArray>(self, length).
template <class Array>
JavaResult<runtime::Handle<Array>> new_array(runtime::JavaThread& self, std::int32_t length) {
  return runtime::as<Array>(MJ_TRY(new_primitive_array(self, Array::kElement, length)));
}
// Makes an array whose elements are references to `component`. Creates the array class if it does
// not exist yet.
JavaResult<runtime::Handle<java::ObjectArray>> new_object_array(runtime::JavaThread& self,
                                                                runtime::Class& component,
                                                                std::int32_t length);
template <class T>
JavaResult<runtime::Handle<java::ObjectArray>> new_object_array(
    runtime::JavaThread& self, runtime::Class& component,
    const std::vector<runtime::Handle<T>>& elements) {
  auto array =
      MJ_TRY(new_object_array(self, component, static_cast<std::int32_t>(elements.size())));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    store_element(self, array, i, elements[i]);
  }
  return array;
}
// Makes dimensions.size() levels of array_class; dimensions[0] is the outermost length. All lengths
// are checked before anything is allocated (JVMS 6.5.multianewarray).
JavaResult<runtime::Handle<>> new_multi_array(runtime::JavaThread& self,
                                              const runtime::Class& array_class,
                                              std::span<const std::int32_t> dimensions);
// Makes a shallow copy, as Object.clone does for a Cloneable or an array: the fields or elements
// are copied, and the header is new.
JavaResult<runtime::Handle<>> copy_object(runtime::JavaThread& self, runtime::Handle<> original);

}  // namespace minijvm::vm
