// New objects and arrays, with the Java exceptions that making them may throw (JVMS 6.5.new, newarray, anewarray, multianewarray).
#pragma once

#include <cstdint>
#include <span>

#include "runtime/handle.h"
#include "runtime/java_value.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class Class;
class JavaThread;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// An instance, zeroed, no constructor run. REQUIRES: the class is initialised (or being so), instantiable.
JavaResult<runtime::Handle<>> new_instance(runtime::JavaThread& self, const runtime::Class& klass);
// OutOfMemoryError, NegativeArraySizeException.
JavaResult<runtime::Handle<>> new_array(runtime::JavaThread& self, const runtime::Class& array_class, std::int32_t length);
JavaResult<runtime::Handle<>> new_primitive_array(runtime::JavaThread& self, runtime::BasicType element, std::int32_t length);
// An array whose elements are of a reference class.
JavaResult<runtime::Handle<>> new_object_array(runtime::JavaThread& self, runtime::Class& component, std::int32_t length);
// dimensions.size() levels of array_class; checks all sizes first (6.5.multianewarray).
JavaResult<runtime::Handle<>> new_multi_array(runtime::JavaThread& self, const runtime::Class& array_class, std::span<const std::int32_t> dimensions);
// A shallow copy (Object.clone of a Cloneable or array): fields and elements, fresh header.
JavaResult<runtime::Handle<>> copy_object(runtime::JavaThread& self, runtime::Handle<> original);

}  // namespace minijvm::vm
