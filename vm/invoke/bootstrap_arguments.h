// Makes objects of constants, for the static arguments of bootstrap methods (JVMS 5.4.3.6): each is
// the value that ldc would push, boxed if it is primitive.
// Tested by tests/java/invoke.
#pragma once

#include <cstdint>

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Returns a loadable constant (JVMS table 4.4-C) of the class's pool; primitives are boxed. A
// reference or a dynamic constant is resolved once: if threads race, the first result counts, and
// each later call returns that same object. The result's slot is the pool's resolved() entry, so it
// outlives the handle scope. May run Java.
JavaResult<runtime::Handle<>> loadable_constant(runtime::JavaThread& self,
                                                runtime::RunConstantPool& from,
                                                std::uint16_t pool_index);
// Returns the constant without resolving it: null if the constant is not resolved yet. Numbers and
// strings are always available.
JavaResult<runtime::Handle<>> constant_if_resolved(runtime::JavaThread& self,
                                                   runtime::RunConstantPool& from,
                                                   std::uint16_t pool_index);

// Returns the static arguments in the form that linkCallSite and linkDynamicConstant take: null for
// none, the argument itself if it is the only one and no array, else an Object[]. Throws
// StackOverflowError if constants nest too deeply.
JavaResult<runtime::Handle<>> static_arguments(runtime::JavaThread& self,
                                               runtime::RunConstantPool& from,
                                               std::uint16_t bootstrap_index);

}  // namespace minijvm::vm
