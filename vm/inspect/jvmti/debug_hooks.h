// JVMTI as an observer of bytecode (vm/interp/hooks.h): breakpoints, single steps, entries, exits, frame pops, exceptions.
// Proved by tests/vm/jvmti and tests/jdb.
//
// It observes only while something is wanted, and as little as possible:
//   a breakpoint, a frame whose end is to be told      that one method
//   exceptions                                         no method: exceptions are told of all
//   single steps, method entries or exits              every method, and every call: as long as any thread wants it. Other threads' instructions
//                                                      then cost a question each (concerns)
// What is wanted changes in a stopped world; so nothing that the hooks read needs a lock.
#pragma once

#include "runtime/java_value.h"
#include "vm/inspect/jvmti/env.h"

namespace minijvm::runtime {
class Class;
class Field;
class Method;
}
namespace minijvm::vm {
struct JavaValue;
}

namespace minijvm::vm::jvmti {

// Looks at the enabled events again. REQUIRES: kInVm on an attached thread, or no Java has run.
void refresh_debug_hooks();

// The class was redefined: its methods keep no breakpoints (JVMTI, RedefineClasses), and may touch other fields. REQUIRES: the world is stopped.
void bodies_changed_in(const runtime::Class& klass);

// What JNI is about to do to a field, which may be watched; a null object: a static one. REQUIRES: kInVm.
void tell_jni_read(JavaThread& self, runtime::Field& field, runtime::Handle<> object);
void tell_jni_write(JavaThread& self, runtime::Field& field, runtime::Handle<> object, const JavaValue& value);

// FRAME_POP for this environment when the thread's frame ends. REQUIRES: kInVm; the thread is suspended or the caller.
jvmtiError notify_frame_pop(Env& env, JavaThread& self, jthread thread, jint depth);

// The next instructions of frames of these methods are to be seen (early_exits.cpp); the second may be null. REQUIRES: kInVm; the
// methods are kept (frames.h).
void watch_frames_of(JavaThread& self, runtime::Method& method, runtime::Method* other);

}  // namespace minijvm::vm::jvmti
