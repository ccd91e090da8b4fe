// Resolution of symbolic references (JVMS 5.4.3) and access control (5.4.4). May load classes, so may stop and run Java; never initialises.
// Proved by tests/runtime/resolution_test.cpp.
#pragma once

#include <cstdint>

#include "runtime/link_error.h"

namespace minijvm::runtime {

class Class;
class Field;
class JavaThread;
class Method;
class RunConstantPool;
class Symbol;

// JVMS 5.4.3.1: a CONSTANT_Class of the pool, for its holder. Remembers success and failure (5.4.3) in the pool.
Linked<Class*> resolve_class(JavaThread& self, RunConstantPool& pool, std::uint16_t pool_index);
// The same for the class's current pool: what its attributes name. Code names its method's pool (redefinition.h).
Linked<Class*> resolve_class(JavaThread& self, Class& from, std::uint16_t pool_index);
// The same for a name as it stands in a descriptor or pool, with an access check when `check_access`.
Linked<Class*> resolve_class_name(JavaThread& self, Class& from, Symbol* name, bool check_access);

enum class FieldUse : std::uint8_t { kGetField, kPutField, kGetStatic, kPutStatic };
// JVMS 5.4.3.2 and the checks of 6.5.getfield, putfield, getstatic, putstatic (static or not, final). `in` is the executing method.
Linked<Field*> resolve_field(JavaThread& self, Method& in, std::uint16_t pool_index, FieldUse use);

enum class InvokeKind : std::uint8_t { kVirtual, kSpecial, kStatic, kInterface };
struct ResolvedCall {
  Method* method;            // the resolved method; for kSpecial the selected one (6.5.invokespecial)
  Class* referenced;         // the class named by the Methodref: the receiver class of itable calls
  // How to dispatch: < 0 direct, else index in the receiver's vtable, or, when through_itable, in the itable of method->holder. An interface's
  // private method has no index there: the receiver must implement the interface, no more.
  std::int32_t table_index;
  bool through_itable;
};
// JVMS 5.4.3.3, 5.4.3.4 and the checks of 6.5.invoke*. A signature-polymorphic target (JVMS 2.9.3) comes back with method->polymorphic set.
Linked<ResolvedCall> resolve_call(JavaThread& self, RunConstantPool& pool, std::uint16_t pool_index, InvokeKind kind);

// The checks of a method that was found by the lookups below, for MemberName.
// 5.4.3.3, last paragraph: both loaders mean the same classes by the descriptor's types.
Linked<void> check_same_types(const Class& from, const Class& referenced, const Method& method);
// 4.9.2: invokespecial names an interface's method through a direct superinterface of `from`.
Linked<void> check_direct_interface(const Class& from, const Class& referenced, const Method& method);

// The lookups alone, for reflection, JNI and MemberName. No access checks.
Field* lookup_field(const Class& klass, const Symbol* name, const Symbol* descriptor);             // 5.4.3.2 steps 1-3
Method* lookup_method(Class& klass, const Symbol* name, const Symbol* descriptor);                 // 5.4.3.3 step 2, then maximally-specific
Method* lookup_interface_method(Class& klass, const Symbol* name, const Symbol* descriptor);       // 5.4.3.4
// HOTSPOT: a class that inherits conflicting or re-abstracted defaults gets a method that says so. Calls through an itable do not find it: their
// entry is empty.
enum class SelectFor : std::uint8_t { kItableCall, kOtherCall };
// JVMS 5.4.6: what a call of `resolved` selects for a receiver of class `receiver`; AbstractMethodError, IncompatibleClassChangeError or
// IllegalAccessError if there is nothing to run.
Linked<Method*> select_method(Class& receiver, const Method& resolved, SelectFor call);

// JVMS 5.4.4 with modules (readability and exports): may `from` name `target`?
bool can_access_class(JavaThread& self, Class& from, Class& target);
// May code of `from` use this member, found through `referenced`? (protected and private rules, nestmates)
Linked<bool> can_access_member(JavaThread& self, Class& from, Class& referenced, Class& holder, std::uint16_t member_flags);
// JVMS 5.4.4: the nest host; a failing host makes the class its own host. HOTSPOT: but VirtualMachineErrors are thrown, and asked anew.
Linked<Class*> nest_host_of(JavaThread& self, Class& klass);

}  // namespace minijvm::runtime
