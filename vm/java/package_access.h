// Checks package access: asks a security manager, by ClassLoader.checkPackageAccess, whether code
// of another protection domain may refer to a class, and remembers the positive answers.
// Tested by tests/java/loading/PackageAccess.java.
#pragma once

#include "runtime/fwd.h"
#include "runtime/link/link_error.h"
#include "runtime/object/handle.h"

namespace minijvm::vm {

// LoaderUpcalls::check_package_access (runtime/link/class_linker.h).
runtime::Linked<void> check_package_access(runtime::JavaThread& self, runtime::LoaderData& loader,
                                           runtime::Class& loaded,
                                           runtime::Handle<java::ProtectionDomain> domain,
                                           const runtime::Class* from);

}  // namespace minijvm::vm
