// What a security manager says to a class that code of another protection domain refers to: ClassLoader.checkPackageAccess, and its answers.
// Proved by tests/java/loading/PackageAccess.java.
#pragma once

namespace minijvm::vm {

// Installs the door of runtime/required_class.h; once, at boot.
void install_package_access();

}  // namespace minijvm::vm
