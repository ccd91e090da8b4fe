// Makes mirrors, the java.lang.Class instances. A mirror also holds the static fields of its class.
// Tested by tests/java/classes and tests/java/reflection.
#pragma once

#include "runtime/fwd.h"
#include "runtime/link/class_linker.h"
#include "runtime/link/link_error.h"
#include "runtime/object/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Makes klass.mirror, zeroed, with the references that every mirror has (loader, module, component
// type) and those in `facts`. ConstantValues are stored later (JVMS 5.5 step 6).
// Fails with OutOfMemoryError if -XX:MaxMetaspaceSize allows no further class, even after a
// collection.
runtime::Linked<void> make_mirror(runtime::JavaThread& self, runtime::Class& klass,
                                  const runtime::MirrorFacts& facts);
// Makes the mirrors of all classes that were created before java.lang.Class was laid out.
runtime::Linked<void> make_early_mirrors(runtime::JavaThread& self);

// Returns the class of a mirror. A mirror never moves, so no NoSafepoint witness is needed.
runtime::Class& class_of_mirror(const java::ClassMirror* mirror);
runtime::Class& class_of_mirror(runtime::Handle<java::ClassMirror> mirror);
// Returns a handle on klass.mirror, valid as long as the class. The handle keeps nothing alive
// (runtime/README.md, invariant 6).
runtime::Handle<java::ClassMirror> mirror_of(const runtime::Class& klass);

// Fills Class.module of the classes that were loaded before their module was defined; called once
// java.base is defined.
void patch_java_base_module(runtime::JavaThread& self);

}  // namespace minijvm::vm
