// Selects the default method that an invokespecial call runs. select_method, for other calls, is in
// resolution.h.
// Tested by tests/java/linking/DefaultConflicts.java.
#pragma once

#include <string>

#include "runtime/fwd.h"
#include "runtime/link/link_error.h"

namespace minijvm::runtime {

// JVMS 6.5.invokespecial, lookup step 4: exactly one default method of the superinterfaces of
// `start`, a class, is selected. REQUIRES: neither the class nor its superclasses have the method,
// and `found` is a method of an interface. `wanted` is the method as the caller refers to it, for
// an AbstractMethodError.
Linked<Method*> select_special_default(Class& start, const Method& found,
                                       const std::string& wanted);

// Returns whether an error of select_method is one that HotSpot lets a method of the receiver's class
// throw: its default methods conflict, or are abstract again.
bool is_error_of_defaults(const LinkError& error);

}  // namespace minijvm::runtime
