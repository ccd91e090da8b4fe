// Mirrors: java.lang.Class instances, which also carry the static fields of the class they stand for.
// Proved by tests/java/classes and tests/java/reflection.
#pragma once

#include "runtime/class_linker.h"
#include "runtime/handle.h"
#include "runtime/link_error.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class Class;
class JavaThread;
class LoaderData;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// Makes klass.mirror with its statics at their ConstantValue (JVMS 5.5 step 6 comes later and stores those again for Strings).
// OutOfMemoryError: -XX:MaxMetaspaceSize does not allow another class, even after a collection.
runtime::Linked<void> make_mirror(runtime::JavaThread& self, runtime::Class& klass, const runtime::MirrorFacts& facts);
// After java.lang.Class itself is there: mirrors for the classes made before it.
runtime::Linked<void> make_early_mirrors(runtime::JavaThread& self);

// The class a mirror stands for. A mirror never moves, so its class needs no witness.
runtime::Class& class_of_mirror(const runtime::Object* mirror);
runtime::Class& class_of_mirror(runtime::Handle<> mirror);
// A handle on klass.mirror, which is there as long as the class. It keeps nothing alive (runtime/README.md, invariant 6).
runtime::Handle<> mirror_of(const runtime::Class& klass);

// Modules: gives every existing class of the boot loader's java.base its Class.module, once that module is defined.
void patch_java_base_module(runtime::JavaThread& self);

}  // namespace minijvm::vm
