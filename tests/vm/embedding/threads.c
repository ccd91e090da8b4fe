/* Threads that C makes and attaches to the VM (JNI specification, chapter 5): names, groups and daemons, monitors that a thread still holds when
   it detaches, an exception that it leaves behind, many that come and go at once, and whom DestroyJavaVM waits for.
   It says on stdout what it did; tests/vm/embedding/run compares that with what it says on the JDK's own libjvm.so.

     threads LIBJVM CLASS_PATH */
#include <dlfcn.h>
#include <jni.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { kCrowd = 64, kVisits = 20 };

static JavaVM *vm;
static jclass attached_class; /* global */
static jobject group;         /* global: a ThreadGroup */
static jobject lock;          /* global */

static void die(const char *what) {
  printf("threads: %s\n", what);
  exit(70);
}

static jmethodID method(JNIEnv *env, const char *name, const char *descriptor) {
  jmethodID found = (*env)->GetStaticMethodID(env, attached_class, name, descriptor);
  if (found == NULL) {
    die(name);
  }
  return found;
}

static void call(JNIEnv *env, const char *name) { (*env)->CallStaticVoidMethod(env, attached_class, method(env, name, "()V")); }

static JNIEnv *attach(const char *name, jobject home, int as_daemon) {
  JNIEnv *env = NULL;
  JavaVMAttachArgs args = {JNI_VERSION_1_6, (char *)name, home};
  jint outcome = as_daemon ? (*vm)->AttachCurrentThreadAsDaemon(vm, (void **)&env, &args) : (*vm)->AttachCurrentThread(vm, (void **)&env, &args);
  if (outcome != JNI_OK) {
    die("cannot attach");
  }
  return env;
}

static void run_to_end(void *(*body)(void *)) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, body, NULL) != 0) {
    die("pthread_create");
  }
  pthread_join(thread, NULL);
}

static jint JNICALL detach_inside(JNIEnv *env, jclass cls) {
  (void)env;
  (void)cls;
  return (*vm)->DetachCurrentThread(vm);
}

/* --- the bodies --- */

static void *with_group(void *unused) {
  (void)unused;
  JNIEnv *same = NULL;
  JavaVMAttachArgs unknown_version = {0x00990000, (char *)"of another version", group};
  printf("an unknown version: %d\n", (*vm)->AttachCurrentThread(vm, (void **)&same, &unknown_version));
  call(same, "describe");
  printf("detached: %d\n", (*vm)->DetachCurrentThread(vm));
  JNIEnv *env = attach("with a group", group, 0);
  call(env, "describe");
  jint again = (*vm)->AttachCurrentThreadAsDaemon(vm, (void **)&same, NULL);
  printf("attached again: %d, the same env: %d\n", again, same == env);
  call(env, "describe");
  call(env, "detachInside");
  printf("detached: %d\n", (*vm)->DetachCurrentThread(vm));
  env = attach(NULL, NULL, 1);
  call(env, "describe");
  printf("detached: %d\n", (*vm)->DetachCurrentThread(vm));
  return NULL;
}

/* Leaves with the lock taken twice, once another thread waits for it. */
static void *with_monitors(void *unused) {
  (void)unused;
  JNIEnv *env = attach("with monitors", NULL, 0);
  printf("entered: %d", (*env)->MonitorEnter(env, lock));
  printf(" %d\n", (*env)->MonitorEnter(env, lock));
  call(env, "letAnotherBlock");
  return (*vm)->DetachCurrentThread(vm) == JNI_OK ? NULL : vm; /* main says it: it runs by now */
}

static void *with_exception(void *unused) {
  (void)unused;
  JNIEnv *env = attach("with an exception", NULL, 0);
  call(env, "fail");
  printf("pending: %d\n", (*env)->ExceptionCheck(env));
  printf("detached: %d\n", (*vm)->DetachCurrentThread(vm));
  return NULL;
}

static void *interrupted(void *unused) {
  (void)unused;
  JNIEnv *env = attach("interrupted", NULL, 0);
  call(env, "sleepUntilInterrupted");
  (*vm)->DetachCurrentThread(vm);
  return NULL;
}

static void *one_of_many(void *unused) {
  (void)unused;
  for (int i = 0; i < kVisits; ++i) {
    JNIEnv *env = attach(i % 2 == 0 ? "one of many" : NULL, i % 3 == 0 ? group : NULL, i % 4 == 0);
    call(env, "count");
    (*vm)->DetachCurrentThread(vm);
  }
  return NULL;
}

static void *daemon_for_ever(void *ready) {
  (void)attach("for ever", NULL, 1);
  pthread_mutex_unlock(ready);
  for (;;) {
    pause();
  }
  return NULL;
}

static void *last_to_leave(void *ready) {
  JNIEnv *env = attach("last to leave", NULL, 0);
  pthread_mutex_unlock(ready);
  usleep(200 * 1000);
  call(env, "describe");
  printf("leaves\n");
  (*vm)->DetachCurrentThread(vm);
  return NULL;
}

/* Returns when the thread is attached. */
static void leave_behind(void *(*body)(void *)) {
  static pthread_mutex_t ready = PTHREAD_MUTEX_INITIALIZER;
  pthread_t thread;
  pthread_mutex_lock(&ready);
  if (pthread_create(&thread, NULL, body, &ready) != 0) {
    die("pthread_create");
  }
  pthread_detach(thread);
  pthread_mutex_lock(&ready);
  pthread_mutex_unlock(&ready);
}

static void crowd(void) {
  pthread_t threads[kCrowd];
  for (int i = 0; i < kCrowd; ++i) {
    if (pthread_create(&threads[i], NULL, one_of_many, NULL) != 0) {
      die("pthread_create");
    }
  }
  for (int i = 0; i < kCrowd; ++i) {
    pthread_join(threads[i], NULL);
  }
}

static JNIEnv *start(const char *libjvm, const char *class_path) {
  jint(JNICALL * create)(JavaVM **, void **, void *);
  JNIEnv *env = NULL;
  char option[4096];
  void *library = dlopen(libjvm, RTLD_NOW | RTLD_GLOBAL);
  if (library == NULL) {
    die(dlerror());
  }
  *(void **)&create = dlsym(library, "JNI_CreateJavaVM");
  snprintf(option, sizeof option, "-Djava.class.path=%s", class_path);
  JavaVMOption options[] = {{option, NULL}, {(char *)"-Xmx64m", NULL}};
  JavaVMInitArgs args = {JNI_VERSION_10, 2, options, JNI_FALSE};
  if (create(&vm, (void **)&env, &args) != JNI_OK) {
    die("JNI_CreateJavaVM");
  }
  return env;
}

static jobject global(JNIEnv *env, const char *field, const char *descriptor) {
  return (*env)->NewGlobalRef(env, (*env)->GetStaticObjectField(env, attached_class, (*env)->GetStaticFieldID(env, attached_class, field, descriptor)));
}

int main(int argc, char **argv) {
  if (argc != 3) {
    die("usage: threads LIBJVM CLASS_PATH");
  }
  setvbuf(stdout, NULL, _IONBF, 0); /* Java's output and ours in one order */
  JNIEnv *env = start(argv[1], argv[2]);
  jclass cls = (*env)->FindClass(env, "Attached");
  if (cls == NULL) {
    die("no class Attached");
  }
  attached_class = (*env)->NewGlobalRef(env, cls);
  JNINativeMethod native = {(char *)"detach", (char *)"()I", (void *)detach_inside};
  (*env)->RegisterNatives(env, cls, &native, 1);
  group = global(env, "group", "Ljava/lang/ThreadGroup;");
  lock = global(env, "lock", "Ljava/lang/Object;");

  run_to_end(with_group);
  call(env, "lookBack");
  pthread_t holder;
  pthread_create(&holder, NULL, with_monitors, NULL);
  call(env, "takeLock");
  void *failed = NULL;
  pthread_join(holder, &failed);
  printf("detached with monitors: %d\n", failed == NULL);
  run_to_end(with_exception);
  pthread_t sleeper;
  pthread_create(&sleeper, NULL, interrupted, NULL);
  call(env, "interruptTheSleeper");
  pthread_join(sleeper, NULL);
  crowd();
  call(env, "tellCount");
  leave_behind(daemon_for_ever);
  leave_behind(last_to_leave);
  printf("main detached: %d\n", (*vm)->DetachCurrentThread(vm));
  printf("destroyed: %d\n", (*vm)->DestroyJavaVM(vm));
  return 0;
}
