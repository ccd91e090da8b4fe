// Calls of Java methods that tools need rarely and whose classes may never be loaded: a class of
// the boot loader and its method are looked up by name at each call. Classes and methods that every
// program needs stand in runtime/object/well_known.def instead.
// Tested by tests/java/management.
#pragma once

#include "runtime/fwd.h"
#include "vm/java/call_java.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Loads and initializes a class of the boot loader. Names are internal
// ("java/lang/management/MemoryUsage").
JavaResult<runtime::Class*> named_class(JavaThread& self, const char* name);
// Calls a static method that the class itself declares. Throws InternalError if it declares none.
JavaResult<JavaValue> call_named_static(JavaThread& self, const char* class_name,
                                        const char* method, const char* descriptor,
                                        const CallArgs& args);
// Looks the method up in class_name, then selects by the class of the receiver, args.handle(0).
JavaResult<JavaValue> call_named(JavaThread& self, const char* class_name, const char* method,
                                 const char* descriptor, const CallArgs& args);
// Makes a new instance and runs the constructor; args hold the arguments without the instance.
JavaResult<Handle<>> construct_named(JavaThread& self, const char* class_name,
                                     const char* descriptor, const CallArgs& args);

}  // namespace minijvm::vm
