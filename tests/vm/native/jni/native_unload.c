/* The other half of NativeUnload.java. */
#include <jni.h>
#include <stdio.h>

static jweak weak;

static void say(const char* what, int one, int other) {
  printf("%s %d %d\n", what, one, other);
  fflush(stdout);
}

JNIEXPORT jint JNI_OnLoad(JavaVM* vm, void* reserved) {
  (void)vm;
  (void)reserved;
  say("loaded", 0, 0);
  return JNI_VERSION_1_8;
}

JNIEXPORT void JNI_OnUnload(JavaVM* vm, void* reserved) {
  JNIEnv* env = NULL;
  (void)reserved;
  jint answer = (*vm)->GetEnv(vm, (void**)&env, JNI_VERSION_1_8);
  say("unloaded", answer, (*env)->IsSameObject(env, weak, NULL));
  (*env)->DeleteWeakGlobalRef(env, weak);
}

/* A class found by its own loader, and kept by nothing but a weak reference. */
JNIEXPORT jclass JNICALL Java_NativeUnload_00024Library_own(JNIEnv* env, jclass klass) {
  weak = (*env)->NewWeakGlobalRef(env, klass);
  return (*env)->FindClass(env, "NativeUnload$Library");
}
