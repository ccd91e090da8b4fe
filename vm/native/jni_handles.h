// JNI references (JNI specification, chapter 5 "Local and global references"). A jobject is the address of a slot:
//   local        a slot of the thread's HandleArea, or an argument slot on the Java stack    (low bits 00)
//   global       a slot of the global table, a strong root                                  (low bits 00; the table knows its range)
//   weak global  a slot of the weak table, cleared by the collector                          (low bit 1 set)
// So jobject and Handle convert for free. Proved by tests/vm/native/jni_handles_test.cpp.
#pragma once

#include <jni.h>

#include "runtime/handle.h"
#include "runtime/java_thread.h"

namespace minijvm::vm {

inline runtime::Handle<> handle_of(jobject reference) {
  auto address = reinterpret_cast<std::uintptr_t>(reference) & ~std::uintptr_t{1};
  return runtime::Handle<>(reinterpret_cast<runtime::Object* const*>(address));
}
// The same slot as a JNI local reference; null for a null reference.
inline jobject local_ref(runtime::Handle<> handle) {
  return handle.is_null() ? nullptr : reinterpret_cast<jobject>(const_cast<runtime::Object**>(handle.slot()));
}

jobject new_global_ref(runtime::JavaThread& self, runtime::Handle<> object);
void delete_global_ref(jobject reference);
jweak new_weak_global_ref(runtime::JavaThread& self, runtime::Handle<> object);
void delete_weak_global_ref(jweak reference);
// Clears a local reference; ignores what is not one (a static native's jclass is no slot of the thread).
void delete_local_ref(runtime::JavaThread& self, jobject reference);
jobjectRefType ref_type(runtime::JavaThread& self, jobject reference);
// Is it the jclass argument of a native in progress?
bool is_class_argument(runtime::JavaThread& self, runtime::Object* const* slot);

// PushLocalFrame and PopLocalFrame. The result, if any, becomes a local reference of the frame outside. HOTSPOT: a native that pops more than it
// pushed leaves the frames of its callers alone.
void push_local_frame(runtime::JavaThread& self);
jobject pop_local_frame(runtime::JavaThread& self, runtime::Handle<> result);
// Forgets the frames that a native left pushed, down to the one that was the innermost before it.
void drop_local_frames(runtime::JavaThread& self, void* outermost);

// Registers the tables with gc. Once, at boot.
void initialize_jni_handles();

// The thread's JNIEnv*; filled at the first question.
JNIEnv* jni_env_of(runtime::JavaThread& self);
inline runtime::JavaThread& thread_of(JNIEnv* env) { return *reinterpret_cast<runtime::JniEnvSlot*>(env)->thread; }

}  // namespace minijvm::vm
