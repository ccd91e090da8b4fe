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
// Returns true if the thread serves the class library or the VM, and not the program: it is neither
// of the group "main" nor of a group below it, nor a virtual thread.
bool is_housekeeper(const sync::NoSafepoint& still, const java::Thread& thread);
// Tells the thread model, if it must know, that self is a housekeeper (ThreadModel::keep_house).
void note_housekeeper(runtime::JavaThread& self);

// ClassLoader.getSystemClassLoader(), known after phase 3; null before.
void remember_system_loader(runtime::JavaThread& self, runtime::Handle<java::ClassLoader> loader);
runtime::Handle<java::ClassLoader> system_class_loader();

}  // namespace minijvm::vm
