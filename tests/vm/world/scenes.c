// Natives of a program: the VM cannot know what they do.
#include <jni.h>
#include <pthread.h>

static jint twice(jint number) { return 2 * number; }

JNIEXPORT jint JNICALL Java_Scenes_twice(JNIEnv* env, jclass caller, jint number) {
  (void)env;
  (void)caller;
  return twice(number);
}

static jint JNICALL registered(JNIEnv* env, jclass caller, jint number) {
  (void)env;
  (void)caller;
  return twice(number);
}

static jint JNICALL never_called(JNIEnv* env, jclass caller) {
  (void)env;
  (void)caller;
  return 0;
}

static JavaVM* the_vm;

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM* vm, void* reserved) {
  (void)reserved;
  the_vm = vm;
  JNIEnv* env = NULL;
  (*vm)->GetEnv(vm, (void**)&env, JNI_VERSION_1_8);
  const JNINativeMethod rows[] = {{"registered", "(I)I", (void*)registered},
                                  {"neverCalled", "()I", (void*)never_called}};
  jclass scenes = (*env)->FindClass(env, "Scenes");
  return (*env)->RegisterNatives(env, scenes, rows, 2) == JNI_OK ? JNI_VERSION_1_8 : JNI_ERR;
}

static void* attach(void* unused) {
  (void)unused;
  JNIEnv* env = NULL;
  (*the_vm)->AttachCurrentThread(the_vm, (void**)&env, NULL);
  (*the_vm)->DetachCurrentThread(the_vm);
  return NULL;
}

JNIEXPORT void JNICALL Java_Scenes_attachFromOutside(JNIEnv* env, jclass caller) {
  (void)env;
  (void)caller;
  pthread_t thread;
  if (pthread_create(&thread, NULL, attach, NULL) == 0) {
    pthread_join(thread, NULL);
  }
}
