// Loads a class because another class refers to it: as its superclass, in its constant pool, or
// during its verification.
// Tested by tests/java/linking; the security manager's part by
// tests/java/loading/PackageAccess.java.
#pragma once

#include "runtime/fwd.h"
#include "runtime/link/link_error.h"
#include "runtime/object/handle.h"

namespace minijvm::runtime {

// Does what load_class does, but if a user-defined loader does not find the class, the error is a
// NoClassDefFoundError with that name (JVMS 5.3.2, 5.4.3.1). The loader's ClassNotFoundException
// stays pending, and the code that throws the error makes it the cause.
Linked<Class*> load_required_class(JavaThread& self, LoaderData& loader, Symbol* name);

// Does the same for code of `from`. A security manager must also allow the protection domain of
// `from` to use the class.
Linked<Class*> load_required_class(JavaThread& self, const Class& from, Symbol* name);
// Does the same for a class that is being made. `domain` is the one that the class will have, or
// null.
Linked<Class*> load_required_class(JavaThread& self, LoaderData& loader, Symbol* name,
                                   Handle<java::ProtectionDomain> domain);

// Returns a handle, since checks with it run Java. It may be null.
Handle<java::ProtectionDomain> protection_domain_of(JavaThread& self, const Class& klass);

// The check alone, for a caller that found the class in another way. kPending: refused.
Linked<void> check_package_access(JavaThread& self, LoaderData& loader, Class& loaded,
                                  const Class& from);

}  // namespace minijvm::runtime
