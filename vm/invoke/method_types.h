// MethodType objects from descriptors and back (JVMS 5.4.3.5). Proved by tests/java/invoke.
#pragma once

#include <string>
#include <string_view>

#include "runtime/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class Class;
class JavaThread;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// The class that a field descriptor means to code of `from`, with access checks.
JavaResult<runtime::Class*> class_of_field_descriptor(runtime::JavaThread& self, runtime::Class& from, std::string_view descriptor);
// The interned MethodType of a method descriptor, its classes resolved for `from`.
JavaResult<runtime::Handle<>> method_type_of(runtime::JavaThread& self, runtime::Class& from, std::string_view descriptor);

// "(ILjava/lang/Object;)V" of a MethodType, "I" or "Lpkg/C;" of a Class, a String's own text: the forms that MemberName.type may have.
// Empty: null or something else.
std::string descriptor_of_type(runtime::JavaThread& self, runtime::Handle<> type);
std::string descriptor_of_class(const runtime::Class& klass);

}  // namespace minijvm::vm
