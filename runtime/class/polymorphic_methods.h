// Signature-polymorphic methods of MethodHandle and VarHandle (JVMS 2.9.3): one declared method is
// called with many descriptors.
// Tested by tests/runtime/resolution_test.cpp.
#pragma once

#include "runtime/class/method.h"
#include "runtime/fwd.h"

namespace minijvm::runtime {

// Returns what a method name means in a class. The result is kNone unless the class is MethodHandle
// or VarHandle of the boot loader and has a native varargs method (Object[]) of that name.
PolymorphicKind polymorphic_kind(const Class& klass, const Symbol* name);
// Returns the method that the VM makes for an intrinsic and a descriptor. All descriptors with the
// same basic types share one method: every reference becomes Object, and boolean to short become
// int. linkTo* keeps the class of its last parameter, the MemberName. The method is made on demand
// and lives as long as the VM. REQUIRES: kind is one of kInvokeBasic to kLinkToNative.
Method* polymorphic_intrinsic(PolymorphicKind kind, const Symbol* descriptor);

}  // namespace minijvm::runtime
