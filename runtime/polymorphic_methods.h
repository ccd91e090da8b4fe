// Signature-polymorphic methods of MethodHandle and VarHandle (JVMS 2.9.3).
// Proved by tests/runtime/resolution_test.cpp.
#pragma once

#include "runtime/method.h"

namespace minijvm::runtime {

class Class;
class Symbol;

// What a name means in a class: kNone unless the class is MethodHandle or VarHandle and has a native varargs method (Object[]) so named.
PolymorphicKind polymorphic_kind(const Class& klass, const Symbol* name);
// The VM-made method of an intrinsic for a descriptor: one per basic-type form of it (references are Object, sub-ints are int; linkTo*
// keeps the class of its last parameter). Made on demand, lives as long as the VM. REQUIRES: kInvokeBasic to kLinkToNative.
Method* polymorphic_intrinsic(PolymorphicKind kind, const Symbol* descriptor);

}  // namespace minijvm::runtime
