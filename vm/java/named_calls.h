// Calling Java that the VM needs rarely and whose classes may never be loaded: boot classes and their methods by name, looked up each time.
// What every program needs stands in runtime/well_known.def instead. Proved by tests/java/management.
#pragma once

#include "vm/java/call_java.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class Class;
}

namespace minijvm::vm {

// An initialised class of the boot loader; names are internal ("java/lang/management/MemoryUsage").
JavaResult<runtime::Class*> named_class(JavaThread& self, const char* name);
// A method that the class itself declares. InternalError if it does not.
JavaResult<JavaValue> call_named_static(JavaThread& self, const char* class_name, const char* method, const char* descriptor, const CallArgs& args);
// Looked up in class_name, selected by the receiver, args.handle(0).
JavaResult<JavaValue> call_named(JavaThread& self, const char* class_name, const char* method, const char* descriptor, const CallArgs& args);
// A new instance; args without the instance.
JavaResult<Handle<>> construct_named(JavaThread& self, const char* class_name, const char* descriptor, const CallArgs& args);

}  // namespace minijvm::vm
