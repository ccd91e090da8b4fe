// Defines JNI references (JNI specification, chapter 2, "Referencing Java Objects"). A jobject is
// the address of a slot that holds the object's address; the collector updates the slot. The low
// bit tells weak references from the others:
//
//   kind         slot                                                        low bits
//   local        in the thread's HandleArea, or an argument on the Java stack   00
//   global       in the global table, a strong root                             00
//   weak global  in the weak table, cleared by the collector                    01
//
// The global table knows the range of its own slots, so it can tell global from local references.
// jobject and Handle have the same form, so a conversion costs nothing.
// Tested by tests/vm/native/jni_handles_test.cpp.
#pragma once

#include <jni.h>

#include "runtime/object/java_objects.h"

namespace minijvm::vm {

// Turns any JNI reference into a handle, without the weak tag. Null gives a null handle.
inline runtime::Handle<> handle_of(jobject reference) {
  auto address = reinterpret_cast<std::uintptr_t>(reference) & ~std::uintptr_t{1};
  return runtime::Handle<>(reinterpret_cast<runtime::Object* const*>(address));
}
// Gives the handle the type that the caller promises: handle_of<java::Thread>(thread). JNI's own
// types promise it by themselves.
template <class T>
runtime::Handle<T> handle_of(jobject reference) {
  return runtime::as<T>(handle_of(reference));
}
#define MJ_JNI_TYPE(jtype, type)                                  \
  inline runtime::Handle<java::type> handle_of(jtype reference) { \
    return handle_of<java::type>(reference);                      \
  }
MJ_JNI_TYPE(jstring, String)
MJ_JNI_TYPE(jclass, ClassMirror)
MJ_JNI_TYPE(jthrowable, Throwable)
MJ_JNI_TYPE(jobjectArray, ObjectArray)
MJ_JNI_TYPE(jbyteArray, ByteArray)
MJ_JNI_TYPE(jintArray, IntArray)
MJ_JNI_TYPE(jlongArray, LongArray)
MJ_JNI_TYPE(jdoubleArray, DoubleArray)
#undef MJ_JNI_TYPE

// Returns the same slot as a JNI local reference; null for a null reference.
inline jobject local_ref(runtime::Handle<> handle) {
  return handle.is_null() ? nullptr
                          : reinterpret_cast<jobject>(const_cast<runtime::Object**>(handle.slot()));
}

// New references are null for a null object. A delete ignores null.
jobject new_global_ref(runtime::JavaThread& self, runtime::Handle<> object);
void delete_global_ref(jobject reference);
jweak new_weak_global_ref(runtime::JavaThread& self, runtime::Handle<> object);
void delete_weak_global_ref(jweak reference);
// Clears a local reference. Ignores a reference that is not in a slot of the thread: the jclass of
// a static native, for example.
void delete_local_ref(runtime::JavaThread& self, jobject reference);
// Implements GetObjectRefType: JNIInvalidRefType for a reference that was deleted or is null.
jobjectRefType ref_type(runtime::JavaThread& self, jobject reference);
// Returns whether this is the jclass argument of a native method that is running.
bool is_class_argument(runtime::JavaThread& self, runtime::Object* const* slot);

// Implement PushLocalFrame and PopLocalFrame. The result of a pop, if any, becomes a local
// reference of the outer frame.
// HOTSPOT: a native that pops more often than it pushed leaves the frames of its callers alone.
void push_local_frame(runtime::JavaThread& self);
jobject pop_local_frame(runtime::JavaThread& self, runtime::Handle<> result);
// Drops the frames that a native left behind, down to the one that was innermost before the call.
void drop_local_frames(runtime::JavaThread& self, void* outermost);

// Registers the tables with gc. Call once, at boot.
void initialize_jni_handles();

// Returns the thread's JNIEnv*. Its fields are filled at the first call.
JNIEnv* jni_env_of(runtime::JavaThread& self);
// A JNIEnv is embedded in its thread's JniEnvSlot, which has a pointer back.
inline runtime::JavaThread& thread_of(JNIEnv* env) {
  return *reinterpret_cast<runtime::JniEnvSlot*>(env)->thread;
}

}  // namespace minijvm::vm
