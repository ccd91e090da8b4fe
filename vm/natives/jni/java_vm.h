// Keeps the only JavaVM of the process. Its function table belongs to vm/boot (invocation_api.cpp),
// which sets the pointer before any native code runs.
#pragma once

#include <jni.h>

namespace minijvm::vm {

// Returns null before JNI_CreateJavaVM has set it.
JavaVM* the_java_vm();
void set_the_java_vm(JavaVM* java_vm);

// Returns the JNI function table. JNIEnv::functions of every thread points to it.
const JNINativeInterface_* jni_function_table();

}  // namespace minijvm::vm
