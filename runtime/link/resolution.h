// Resolution of symbolic references (JVMS 5.4.3) and access control (5.4.4). All functions with
// `self` may load classes, so they may stop and run Java; none initialises a class.
//
//   resolve_class     5.4.3.1   load with the loader of the current class; access
//   resolve_field     5.4.3.2   find in class, superinterfaces, superclass; access; constraints
//   resolve_call      5.4.3.3   find in class, superclasses, superinterfaces; access; constraints
//                     5.4.3.4   the same for an interface
//
// The outcome, success or failure, stays in the pool entry, so each entry resolves once; a call
// resolves once for each kind of instruction. The checks that depend on the instruction that uses a
// field (static or not, final) are made each time.
// Tested by tests/runtime/resolution_test.cpp.
#pragma once

#include <cstdint>

#include "runtime/fwd.h"
#include "runtime/link/link_error.h"

namespace minijvm::runtime {

// JVMS 5.4.3.1: resolves a CONSTANT_Class entry for the holder of the pool. Success and failure are
// remembered in the pool (5.4.3).
Linked<Class*> resolve_class(JavaThread& self, RunConstantPool& pool, std::uint16_t pool_index);
// The same for the class's current pool, which is the one that its attributes mean. Code must use
// the pool of its method (class_versions.h).
Linked<Class*> resolve_class(JavaThread& self, Class& from, std::uint16_t pool_index);
// Does the same for a name, written as in a descriptor or pool; access is checked if
// `check_access`. Nothing is remembered.
Linked<Class*> resolve_class_name(JavaThread& self, Class& from, Symbol* name, bool check_access);

enum class FieldUse : std::uint8_t { kGetField, kPutField, kGetStatic, kPutStatic };
// JVMS 5.4.3.2: resolves a field, and makes the checks of 6.5.getfield, putfield, getstatic and
// putstatic (static or not, final). `in` is the executing method.
Linked<Field*> resolve_field(JavaThread& self, Method& in, std::uint16_t pool_index, FieldUse use);

enum class InvokeKind : std::uint8_t { kVirtual, kSpecial, kStatic, kInterface };
struct ResolvedCall {
  // The resolved method; for kSpecial the selected one (6.5.invokespecial).
  Method* method;
  // The class that the Methodref refers to: itable calls check the receiver against it.
  Class* referenced;
  // This says how to dispatch. If it is negative, the call runs the method directly. Otherwise it
  // is an index into the receiver's vtable or, if through_itable, into the receiver's itable for
  // method->holder. A private method of an interface has a negative index and through_itable: the
  // only check is that the receiver implements the interface.
  std::int32_t table_index;
  bool through_itable;
};
// JVMS 5.4.3.3, 5.4.3.4: resolves a call, and makes the checks of 6.5.invoke*. For a
// signature-polymorphic target (JVMS 2.9.3) method->polymorphic is set.
Linked<ResolvedCall> resolve_call(JavaThread& self, RunConstantPool& pool, std::uint16_t pool_index,
                                  InvokeKind kind);

// These two check a MemberName, whose method was found by the lookups below.
// 5.4.3.3, last paragraph: both loaders must mean the same classes by the types of the descriptor.
Linked<void> check_same_types(const Class& from, const Class& referenced, const Method& method);
// JVMS 4.9.2: invokespecial may refer to an interface's method only if the interface is `from`
// itself or one that `from` extends directly.
Linked<void> check_direct_interface(const Class& from, const Class& referenced,
                                    const Method& method);

// These are only the lookups, for reflection, JNI and MemberName. They check no access and load
// nothing. The result is null if nothing is found.
// 5.4.3.2, steps 1 to 3.
Field* lookup_field(const Class& klass, const Symbol* name, const Symbol* descriptor);
// Returns the message of the NoSuchFieldError for a field that was not found.
std::string missing_field_text(const Class& klass, std::string_view name,
                               std::string_view descriptor);
// 5.4.3.3 steps 2 and 3. A signature-polymorphic method is found by its declared descriptor only.
Method* lookup_method(Class& klass, const Symbol* name, const Symbol* descriptor);
// 5.4.3.4 steps 2 to 5.
Method* lookup_interface_method(Class& klass, const Symbol* name, const Symbol* descriptor);
// HOTSPOT: a class that inherits conflicting or re-abstracted default methods gets a method of its
// own that throws the error. A call through an itable does not find that method, because its entry
// is empty, and so throws another error.
enum class SelectFor : std::uint8_t { kItableCall, kOtherCall };
// JVMS 5.4.6: returns the method that a call of `resolved` selects for a receiver of class
// `receiver`. If there is none, the error is an AbstractMethodError, IncompatibleClassChangeError
// or IllegalAccessError.
Linked<Method*> select_method(Class& receiver, const Method& resolved, SelectFor call);

// JVMS 5.4.4 with modules (readability and exports): returns true if `from` may refer to `target`.
bool can_access_class(JavaThread& self, Class& from, Class& target);
// JVMS 5.4.4: returns true if code of `from` may use a member that `holder` declares and that was
// found through `referenced` (rules for protected and private, nestmates). The call fails only if a
// nest host must be resolved and the resolution throws a VirtualMachineError.
Linked<bool> can_access_member(JavaThread& self, Class& from, Class& referenced, Class& holder,
                               std::uint16_t member_flags);
// JVMS 5.4.4: returns the nest host. If the host of a class cannot be resolved or does not list the
// class, the class is its own host. HOTSPOT: a VirtualMachineError is thrown instead, and the next
// request tries again.
Linked<Class*> nest_host_of(JavaThread& self, Class& klass);

}  // namespace minijvm::runtime
