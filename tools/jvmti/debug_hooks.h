// Makes JVMTI an observer of running code (vm/observer.h, vm/interp/hooks.h): breakpoints, single
// steps, method entries and exits, frame pops, exceptions, watched fields.
//
// It observes only while something is wanted, and as few methods as possible:
//
//   an agent wants                         methods that run observed
//   a breakpoint, the end of a frame       that one method
//   a watched field                        methods that refer to a field of that name
//   exceptions                             none: exceptions are reported of all methods anyway
//   single steps, method entries or exits  all, as long as any thread wants them. An instruction of
//                                          another thread then costs one question (concerns)
//
// Agents change their wishes in a stopped world only, so the hooks read them without a lock.
// Rejected: a lock around the tables, which every observed instruction would have to take.
// Tested by tests/vm/jvmti and tests/jdb.
#pragma once

#include "runtime/fwd.h"
#include "runtime/object/java_value.h"
#include "tools/jvmti/env.h"

namespace minijvm::vm {
struct JavaValue;
}

namespace minijvm::vm::jvmti {

// Recomputes what is wanted from the enabled events, and stops the world if that changes. REQUIRES:
// kInVm on an attached thread, or no Java code has run.
void refresh_debug_hooks();

// Called when the class has been redefined: its methods lose their breakpoints (JVMTI,
// RedefineClasses), and its new bodies may refer to other fields. REQUIRES: the world is stopped.
void bodies_changed_in(const runtime::Class& klass);

// Called before JNI reads or writes a field, which may be watched. A null object stands for a
// static field. Posts FieldAccess or FieldModification. REQUIRES: kInVm.
void tell_jni_read(JavaThread& self, runtime::Field& field, runtime::Handle<> object);
void tell_jni_write(JavaThread& self, runtime::Field& field, runtime::Handle<> object,
                    const JavaValue& value);

// Implements JVMTI NotifyFramePop: FramePop is posted to this environment when the frame at that
// depth ends. Errors: those of on_frame, THREAD_NOT_SUSPENDED, OPAQUE_FRAME for a native method.
// REQUIRES: kInVm; the thread is suspended or is the caller.
jvmtiError notify_frame_pop(Env& env, JavaThread& self, jthread thread, jint depth);

// Makes frames of these methods report their next instructions, so that a requested early exit is
// seen (functions/early_exits.cpp). `other` may be null. REQUIRES: kInVm; the methods are kept
// (frames.h).
void watch_frames_of(JavaThread& self, runtime::Method& method, runtime::Method* other);

}  // namespace minijvm::vm::jvmti
