// Gives the class library the objects that the archive has (classfile/archive/stored_objects.h), by
// the hooks that it has for HotSpot's (jdk.internal.misc.CDS): the module graph and the built-in
// class loaders.
// Tested by tests/vm/archive.
#pragma once

#include "runtime/fwd.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// From now on the library gets the archive's objects. REQUIRES: nothing that the user said changes
// the module graph or asks for what happens while it is made.
void allow_stored_objects();

// Says whether the library is to keep the module graph that it makes, for an archive. That of JDK
// 17 always does. REQUIRES: no Java code has run.
void keep_module_graph(bool keeps);
bool keeps_module_graph();

// Sets the static field of the class in which the library looks for stored objects, if the archive
// has any for it. The first time this makes all of them. Runs Java code.
JavaResult<void> give_stored_objects(runtime::JavaThread& self, runtime::Class& holder);

// The VM knows the stored modules from now on. Afterwards no more objects are given.
JavaResult<void> define_stored_modules(runtime::JavaThread& self);

}  // namespace minijvm::vm
