// Makes the Thread and ThreadGroup objects of threads that Java did not start: the main thread,
// those that JNI attaches, and the VM's own; and clears what the library keeps in them.
// Tested by tests/java/threads and tests/jdk25.
#pragma once

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Ties a JavaThread and its Thread object together. From now on the thread counts as alive.
void bind(const sync::NoSafepoint& still, runtime::JavaThread& java_thread, java::Thread* thread);

// Makes a Thread without running its constructor, and binds it to the current thread at once.
JavaResult<runtime::Handle<java::Thread>> make_bound_thread(runtime::JavaThread& self);
// The system group's constructor takes no parent and no name.
JavaResult<runtime::Handle<java::ThreadGroup>> make_group(runtime::JavaThread& self,
                                                          runtime::Method& constructor,
                                                          runtime::Handle<java::ThreadGroup> parent,
                                                          const char* name);
// Runs the constructor. Without a name the constructor with a Runnable is called, which makes up
// "Thread-N".
JavaResult<void> construct_thread(runtime::JavaThread& self, runtime::Handle<java::Thread> thread,
                                  runtime::Handle<java::ThreadGroup> group, const char* name);
// Does the same for a thread that is bound already, and runs.
JavaResult<void> construct_bound_thread(runtime::JavaThread& self,
                                        runtime::Handle<java::Thread> thread,
                                        runtime::Handle<java::ThreadGroup> group, const char* name);
// Thread.start adds a thread to its group; a thread that the VM starts must be added by the VM.
JavaResult<void> add_to_group(runtime::JavaThread& self, runtime::Handle<java::Thread> thread,
                              runtime::Handle<java::ThreadGroup> group);
// Lets the current thread look for its scoped values on the stack again (JDK 21 and later). Called
// when the VM throws an error at a place that Java code does not expect: the library may have been
// between the push and the pop of a binding.
void forget_scoped_values(runtime::JavaThread& self);

}  // namespace minijvm::vm
