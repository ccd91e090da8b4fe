// Constants as objects: what ldc would push, boxed, for the static arguments of bootstrap methods (JVMS 5.4.3.6).
// Proved by tests/java/invoke.
#pragma once

#include <cstdint>

#include "runtime/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class JavaThread;
class RunConstantPool;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// A loadable constant (JVMS table 4.4-C) of the class's pool, primitives boxed. References and dynamic constants resolve once: the first
// result of racing threads wins and is the same object each time; its slot is the pool's resolved().
JavaResult<runtime::Handle<>> loadable_constant(runtime::JavaThread& self, runtime::RunConstantPool& from, std::uint16_t pool_index);
// The same without resolving: null if it is not there yet (numbers and strings always are).
JavaResult<runtime::Handle<>> constant_if_resolved(runtime::JavaThread& self, runtime::RunConstantPool& from, std::uint16_t pool_index);

// staticArgs of linkCallSite and linkDynamicConstant: null, the one argument itself, or an Object[].
JavaResult<runtime::Handle<>> static_arguments(runtime::JavaThread& self, runtime::RunConstantPool& from, std::uint16_t bootstrap_index);

}  // namespace minijvm::vm
