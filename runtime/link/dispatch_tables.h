// vtables and itables (JVMS 5.4.5 overriding, 5.4.6 selection). They are built when a class is
// defined, before any other thread sees the class.
//
//   vtable   one slot per virtual method of the superclass chain. A method fills every slot whose
//            method it overrides. Package-private methods of other packages keep their slots, so
//            one class may have several slots of one name.
//   itable   one entry per superinterface with methods, and in it one Method per interface method:
//            the class's own or inherited method, else the maximally-specific default. Null: none
//            (AbstractMethodError) or several (IncompatibleClassChangeError): see select_method.
//
// Example: a.A declares a package-private m(), and b.B extends A declares a public m(). B's m does
// not override A's, so B's vtable has two slots for m: code in package a calls the first, all other
// code the second.
//
// Rejected: miranda slots, which copy interface methods into the vtable of an abstract class. A
// call through a class that resolves to an interface method goes through the itable instead.
// Tested by tests/runtime/resolution_test.cpp; with all of java.base in
// tests/runtime/java_base_test.cpp.
#pragma once

#include <vector>

#include "runtime/fwd.h"
#include "runtime/link/link_error.h"

namespace minijvm::runtime {

// Returns the vtable of a class, and assigns Method::vtable_index. The error is an
// IncompatibleClassChangeError if a final method is overridden. For an interface this numbers the
// methods for itables, and the vtable is Object's. REQUIRES: the methods, the super and the
// interfaces of the class are set.
Linked<std::vector<Method*>> build_vtable(Class& klass);
// Fills Class::itable. REQUIRES: the vtable is in place. Memory comes from the loader.
void build_itables(Class& klass, LoaderData& loader);

// JVMS 5.4.5: returns true if `overrider`, a method of a subclass, overrides the vtable slot
// `index` of its superclass.
bool overrides_slot(const Method& overrider, const Class& super, std::uint32_t index);

// JVMS 5.4.3.3: returns the maximally-specific superinterface methods of klass with this name and
// descriptor, abstract ones included.
std::vector<Method*> maximally_specific_methods(const Class& klass, const Symbol* name,
                                                const Symbol* descriptor);

// JVMS 5.4.2: imposes the loading constraints of overriding and implementing. The error is a
// LinkageError if one is violated.
Linked<void> check_dispatch_constraints(Class& klass);

}  // namespace minijvm::runtime
