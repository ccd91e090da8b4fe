// vtables and itables (JVMS 5.4.5 overriding, 5.4.6 selection). Built when a class is defined, before others see it.
// Proved by tests/runtime/resolution_test.cpp; all of java.base in tests/runtime/java_base_test.cpp.
//
//   vtable   one slot per virtual method of the superclass chain. A method fills every slot whose method it overrides; package-private
//            methods of other packages keep their slot, so one class may have several slots of one name.
//   itable   one entry per superinterface with methods, one Method per interface method: the class's own or inherited method, else the
//            maximally-specific default; null: none (AbstractMethodError) or several (IncompatibleClassChangeError), select_method says which.
//
// There are no miranda slots: a call through a class that resolves to an interface method goes through the itable.
#pragma once

#include <vector>

#include "runtime/link_error.h"

namespace minijvm::runtime {

class Class;
class LoaderData;
class Method;
class Symbol;
struct ItableEntry;

// The vtable of a class whose methods, super and interfaces are set; assigns Method::vtable_index. IncompatibleClassChangeError: a final
// method is overridden. For interfaces: numbers the methods for itables, the vtable is Object's.
Linked<std::vector<Method*>> build_vtable(Class& klass);
// REQUIRES: the vtable is in place. Memory comes from the loader.
void build_itables(Class& klass, LoaderData& loader);

// JVMS 5.4.5: does `overrider` (of a subclass) override the vtable slot `index` of its superclass?
bool overrides_slot(const Method& overrider, const Class& super, std::uint32_t index);

// JVMS 5.4.3.3: the maximally-specific superinterface methods of klass with this name and descriptor.
std::vector<Method*> maximally_specific_methods(const Class& klass, const Symbol* name, const Symbol* descriptor);

// JVMS 5.4.2: the loading constraints of overriding; LinkageError if one is violated.
Linked<void> check_dispatch_constraints(Class& klass);

}  // namespace minijvm::runtime
