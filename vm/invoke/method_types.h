// Makes MethodType objects from descriptors, and descriptors from them (JVMS 5.4.3.5).
// Tested by tests/java/invoke.
#pragma once

#include <string>
#include <string_view>

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Returns the class for a field descriptor in code of `from`: resolved by the loader of `from`,
// with access checks. May run Java.
JavaResult<runtime::Class*> class_of_field_descriptor(runtime::JavaThread& self,
                                                      runtime::Class& from,
                                                      std::string_view descriptor);
// Returns the interned MethodType of a method descriptor. Its classes are resolved for `from`. Runs
// Java.
JavaResult<runtime::Handle<java::MethodType>> method_type_of(runtime::JavaThread& self,
                                                             runtime::Class& from,
                                                             std::string_view descriptor);

// Returns the descriptor of an object in one of the forms that MemberName.type may have:
// "(ILjava/lang/Object;)V" of a MethodType, "I" or "Lpkg/C;" of a Class, and a String's own text.
// Returns an empty text for null and for any other object.
std::string descriptor_of_type(runtime::JavaThread& self, runtime::Handle<> type);
std::string descriptor_of_class(const runtime::Class& klass);

}  // namespace minijvm::vm
