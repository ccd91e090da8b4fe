// The one JavaVM: its function table is launch's (invocation_api.cpp), which sets it before any native code runs.
#pragma once

#include <jni.h>

namespace minijvm::vm {

JavaVM* the_java_vm();
void set_the_java_vm(JavaVM* java_vm);

// Slots of the JNI table: JNIEnv::functions of every thread.
const JNINativeInterface_* jni_function_table();

// Door for GetEnv(JVMTI_VERSION_*): inspect's. Null answer: JNI_EVERSION.
using ExtraEnvironment = void* (*)(jint version);
void set_extra_environment(ExtraEnvironment find);
void* extra_environment(jint version);

}  // namespace minijvm::vm
