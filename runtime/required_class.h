// Loading a class because another one names it: as its superclass, in its constant pool, or in what its verification compares.
// Proved by tests/java/linking; what a security manager says to it by tests/java/loading/PackageAccess.java.
#pragma once

#include "runtime/handle.h"
#include "runtime/link_error.h"

namespace minijvm::runtime {

class Class;
class JavaThread;
class LoaderData;
class Symbol;

// load_class, but a class that a user-defined loader does not find is a NoClassDefFoundError of that name (JVMS 5.3.2, 5.4.3.1).
// The loader's ClassNotFoundException stays pending: who throws the error makes it the cause.
Linked<Class*> load_required_class(JavaThread& self, LoaderData& loader, Symbol* name);

// The same for code of `from`, and a security manager agrees that its protection domain may see the class.
Linked<Class*> load_required_class(JavaThread& self, const Class& from, Symbol* name);
// For a class that is being made: the domain that it will have, or null.
Linked<Class*> load_required_class(JavaThread& self, LoaderData& loader, Symbol* name, Handle<> domain);

// Door: who asks the security manager, if there is one (vm/java/package_access.h). `loaded` was found by `loader` for code of that domain, which is
// `from`'s; null: of a class that is being made. kPending: it refused.
class PackageAccess {
 public:
  virtual Linked<void> check(JavaThread& self, LoaderData& loader, Class& loaded, Handle<> domain, const Class* from) = 0;

 protected:
  ~PackageAccess() = default;
};
void set_package_access(PackageAccess& access);  // once, at boot; without it everything is allowed

// That second part, for who found the class in another way. kPending: refused.
Linked<void> check_package_access(JavaThread& self, LoaderData& loader, Class& loaded, const Class& from);

}  // namespace minijvm::runtime
