// The two thread groups that the VM makes at boot, and the loaders it learns then: roots of their own.
#pragma once

#include "runtime/handle.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

void remember_thread_groups(runtime::JavaThread& self, runtime::Handle<> system, runtime::Handle<> main);
runtime::Handle<> system_thread_group();
runtime::Handle<> main_thread_group();

// ClassLoader.getSystemClassLoader(), known after phase 3; null before.
void remember_system_loader(runtime::JavaThread& self, runtime::Handle<> loader);
runtime::Handle<> system_class_loader();

}  // namespace minijvm::vm
