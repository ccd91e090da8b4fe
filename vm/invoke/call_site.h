// Linking what java.lang.invoke decides: invokedynamic, calls of MethodHandle.invoke and VarHandle accessors, and the constants MethodType,
// MethodHandle and Dynamic (JVMS 5.4.3.5, 5.4.3.6). Each may run Java: bootstrap methods.
// Proved by tests/java/invoke.
//
// A linked site is called so: push the arguments as the site has them (receiver first), then the appendix if there is one, and
// invoke the adapter, a static method.
#pragma once

#include <cstdint>

#include "runtime/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class JavaThread;
class Method;
class Object;
class RunConstantPool;
}  // namespace minijvm::runtime

namespace minijvm::vm {

struct LinkedCallSite {
  runtime::Method* adapter = nullptr;
  runtime::Object* const* appendix = nullptr;  // a constant slot of the class's loader; null: nothing to push
};

// invokedynamic at bci of `in` (JVMS 6.5.invokedynamic). The first linkage of a site wins; a failure is remembered for that site.
JavaResult<LinkedCallSite> link_call_site(runtime::JavaThread& self, runtime::Method& in, std::uint32_t bci, std::uint16_t pool_index);
// invokevirtual of a signature-polymorphic method that is no intrinsic (JVMS 2.9.3); remembered per pool entry.
JavaResult<LinkedCallSite> link_method_handle_call(runtime::JavaThread& self, runtime::RunConstantPool& from, std::uint16_t pool_index);

// MethodType, MethodHandle and Dynamic constants: the value, primitives boxed; null is a value. A failure is remembered.
// The caller keeps the result in the pool (loadable_constant).
JavaResult<runtime::Handle<>> resolve_constant(runtime::JavaThread& self, runtime::RunConstantPool& from, std::uint16_t pool_index);

}  // namespace minijvm::vm
