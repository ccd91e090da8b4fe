// Loading a class because another one names it: as its superclass, in its constant pool, or in what its verification compares.
// Proved by tests/java/linking.
#pragma once

#include "runtime/link_error.h"

namespace minijvm::runtime {

class Class;
class JavaThread;
class LoaderData;
class Symbol;

// load_class, but a class that a user-defined loader does not find is a NoClassDefFoundError of that name (JVMS 5.3.2, 5.4.3.1).
// The loader's ClassNotFoundException stays pending: who throws the error makes it the cause.
Linked<Class*> load_required_class(JavaThread& self, LoaderData& loader, Symbol* name);

}  // namespace minijvm::runtime
