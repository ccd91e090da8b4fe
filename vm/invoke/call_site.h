// Links the instructions and constants whose meaning java.lang.invoke decides: invokedynamic, calls
// of MethodHandle.invoke and of VarHandle accessors, and the constants MethodType, MethodHandle and
// Dynamic (JVMS 5.4.3.5 and 5.4.3.6). Each of these may run Java code, bootstrap methods above all.
// Tested by tests/java/invoke.
//
// A linked site is called in this way: push the site's arguments (receiver first), then push the
// appendix if there is one, and invoke the adapter, which is a static method.
#pragma once

#include <cstdint>

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

struct LinkedCallSite {
  runtime::Method* adapter = nullptr;
  // A constant slot of the class's loader. Null: there is no appendix to push.
  runtime::Object* const* appendix = nullptr;
};

// Links the invokedynamic instruction at `bci` of method `in` (JVMS 6.5.invokedynamic). If several
// threads link one site, the first result wins for all. A failure is remembered for that site and
// thrown again.
JavaResult<LinkedCallSite> link_call_site(runtime::JavaThread& self, runtime::Method& in,
                                          std::uint32_t bci, std::uint16_t pool_index);
// Links an invokevirtual of a signature-polymorphic method that is not one of the intrinsics (JVMS
// 2.9.3). The result is remembered for the pool entry.
JavaResult<LinkedCallSite> link_method_handle_call(runtime::JavaThread& self,
                                                   runtime::RunConstantPool& from,
                                                   std::uint16_t pool_index);

// Returns the value of a MethodType, MethodHandle or Dynamic constant; a primitive is boxed, and
// null is a legal value. A failure is remembered. The caller stores the result in the pool
// (loadable_constant).
JavaResult<runtime::Handle<>> resolve_constant(runtime::JavaThread& self,
                                               runtime::RunConstantPool& from,
                                               std::uint16_t pool_index);

}  // namespace minijvm::vm
