// References that the VM itself holds as roots: the two thread groups that it makes at boot, and
// the system class loader.
#pragma once

#include "runtime/fwd.h"
#include "runtime/object/handle.h"

namespace minijvm::vm {

void remember_thread_groups(runtime::JavaThread& self, runtime::Handle<java::ThreadGroup> system,
                            runtime::Handle<java::ThreadGroup> main);
runtime::Handle<java::ThreadGroup> system_thread_group();
runtime::Handle<java::ThreadGroup> main_thread_group();

// ClassLoader.getSystemClassLoader(), known after phase 3; null before.
void remember_system_loader(runtime::JavaThread& self, runtime::Handle<java::ClassLoader> loader);
runtime::Handle<java::ClassLoader> system_class_loader();

}  // namespace minijvm::vm
