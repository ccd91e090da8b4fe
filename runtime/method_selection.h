// Which default method invokespecial gets. Other calls: resolution.h. Proved by tests/java/linking/DefaultConflicts.java.
#pragma once

#include <string>

#include "runtime/link_error.h"

namespace minijvm::runtime {

class Class;
class Method;

// JVMS 6.5.invokespecial, step 4: of the superinterfaces of `start`, a class, exactly one default is selected. REQUIRES: neither the class nor its
// superclasses have the method; `found` is one of an interface. `wanted`: the method as the caller names it, for an AbstractMethodError.
Linked<Method*> select_special_default(Class& start, const Method& found, const std::string& wanted);

}  // namespace minijvm::runtime
