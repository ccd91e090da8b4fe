// Makes java.lang.reflect objects of the VM's members, finds the members again, and calls them.
// Tested by tests/java/reflection.
#pragma once

#include <cstdint>

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Each makes a new Field, Method or Constructor object for the member. Throws what loading the
// classes in the member's descriptor throws.
JavaResult<runtime::Handle<java::Field>> new_reflect_field(runtime::JavaThread& self,
                                                           const runtime::Field& field);
JavaResult<runtime::Handle<java::Method>> new_reflect_method(runtime::JavaThread& self,
                                                             const runtime::Method& method);
JavaResult<runtime::Handle<java::Constructor>> new_reflect_constructor(
    runtime::JavaThread& self, const runtime::Method& constructor);

// Returns the member behind a reflect object, found by its fields clazz and slot. Returns null if
// the object refers to no member, for example to a method that a redefinition has deleted.
runtime::Field* field_of_reflect(runtime::JavaThread& self, runtime::Handle<> reflect_field);
runtime::Method* method_of_reflect(runtime::JavaThread& self,
                                   runtime::Handle<> reflect_method_or_constructor);

// Loads the class of a field descriptor ("I", "[Lpkg/C;") on behalf of `holder`. Primitive types
// give their own Class.
JavaResult<runtime::Class*> class_of_descriptor(runtime::JavaThread& self,
                                                const runtime::Class& holder,
                                                const char* descriptor, std::size_t length);
// Makes the Class[] of a method descriptor's parameters.
JavaResult<runtime::Handle<java::ObjectArray>> parameter_classes(runtime::JavaThread& self,
                                                                 const runtime::Method& method);

// Implement Method.invoke and Constructor.newInstance: checks, unboxing with widening, dispatch and
// boxing of the result. An exception of the callee is wrapped in InvocationTargetException.
JavaResult<runtime::Handle<>> invoke_reflected(runtime::JavaThread& self, runtime::Handle<> method,
                                               runtime::Handle<> receiver,
                                               runtime::Handle<java::ObjectArray> arguments);
JavaResult<runtime::Handle<>> construct_reflected(runtime::JavaThread& self,
                                                  runtime::Handle<> constructor,
                                                  runtime::Handle<java::ObjectArray> arguments);

// Makes a byte[] with these bytes, or returns null if there are none (raw annotations).
JavaResult<runtime::Handle<java::ByteArray>> new_byte_array_or_null(runtime::JavaThread& self,
                                                                    const std::uint8_t* bytes,
                                                                    std::size_t count);

}  // namespace minijvm::vm
