// java.lang.reflect objects from the VM's members and back, and reflective calls.
// Proved by tests/java/reflection.
#pragma once

#include <cstdint>

#include "runtime/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class Class;
class Field;
class JavaThread;
class LoaderData;
class Method;
class Symbol;
}  // namespace minijvm::runtime

namespace minijvm::vm {

JavaResult<runtime::Handle<>> new_reflect_field(runtime::JavaThread& self, const runtime::Field& field);
JavaResult<runtime::Handle<>> new_reflect_method(runtime::JavaThread& self, const runtime::Method& method);
JavaResult<runtime::Handle<>> new_reflect_constructor(runtime::JavaThread& self, const runtime::Method& constructor);

// The member that a reflect object stands for, found through clazz and slot. Null: the object names none.
runtime::Field* field_of_reflect(runtime::JavaThread& self, runtime::Handle<> reflect_field);
runtime::Method* method_of_reflect(runtime::JavaThread& self, runtime::Handle<> reflect_method_or_constructor);

// The class that a field descriptor ("I", "[Lpkg/C;") means to a loader; primitives included.
JavaResult<runtime::Class*> class_of_descriptor(runtime::JavaThread& self, const runtime::Class& holder, const char* descriptor, std::size_t length);
// Class[] of a method descriptor's parameters.
JavaResult<runtime::Handle<>> parameter_classes(runtime::JavaThread& self, const runtime::Method& method);

// Method.invoke and Constructor.newInstance: checks, unboxing with widening, dispatch, boxing; what the callee throws comes wrapped in
// InvocationTargetException.
JavaResult<runtime::Handle<>> invoke_reflected(runtime::JavaThread& self, runtime::Handle<> method, runtime::Handle<> receiver, runtime::Handle<> arguments);
JavaResult<runtime::Handle<>> construct_reflected(runtime::JavaThread& self, runtime::Handle<> constructor, runtime::Handle<> arguments);

// byte[] with these bytes, or null when there are none (raw annotations).
JavaResult<runtime::Handle<>> new_byte_array_or_null(runtime::JavaThread& self, const std::uint8_t* bytes, std::size_t count);

}  // namespace minijvm::vm
