/* An agent that samples as async-profiler does: a timer's signal, AsyncGetCallTrace in its handler, and the thread's JNIEnv by way of
   Thread.eetop and the pthread key that holds the same address. At the end it writes one line for each sample. Its option is the file. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <jvmti.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

enum { SAMPLES = 30000, DEPTH = 128, KEYS = 1024, INTERVAL_US = 1000 };

typedef struct {
  jint bci;
  jmethodID method;
} Frame;
typedef struct {
  JNIEnv *env;
  jint count;
  Frame *frames;
} Trace;
typedef void (*GetTrace)(Trace *, jint, void *);

static struct {
  jint count;
  Frame frames[DEPTH];
} samples[SAMPLES];
static int taken, without_thread, changed_errno;
static jvmtiEnv *jvmti;
static GetTrace get_trace;
static int key = -1;
static ptrdiff_t env_offset;
static char file[4096];

static void check(jvmtiError error, const char *what) {
  if (error != JVMTI_ERROR_NONE) printf("%s: error %d\n", what, error);
}

static void on_signal(int number, siginfo_t *info, void *context) {
  char *thread = pthread_getspecific((pthread_key_t)key);
  if (thread == NULL) {
    __atomic_fetch_add(&without_thread, 1, __ATOMIC_RELAXED);
    return;
  }
  int index = __atomic_fetch_add(&taken, 1, __ATOMIC_RELAXED);
  if (index >= SAMPLES) return;
  Trace trace = {(JNIEnv *)(thread + env_offset), 0, samples[index].frames};
  const int before = errno;
  errno = 1234;
  get_trace(&trace, DEPTH, context);
  changed_errno |= errno != 1234;
  errno = before;
  samples[index].count = trace.count;
  (void)number;
  (void)info;
}

/* The IDs of methods must exist before a signal asks for them. */
static void make_ids(jvmtiEnv *env, jclass klass) {
  jint count;
  jmethodID *methods;
  if ((*env)->GetClassMethods(env, klass, &count, &methods) == JVMTI_ERROR_NONE) (*env)->Deallocate(env, (unsigned char *)methods);
}

static void JNICALL class_loaded(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass klass) {
  (void)env;
  (void)jni;
  (void)thread;
  (void)klass;
}

static void JNICALL class_prepared(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass klass) {
  make_ids(env, klass);
  (void)jni;
  (void)thread;
}

static void set_timer(long us) {
  struct itimerval every = {{0, us}, {0, us}};
  setitimer(ITIMER_PROF, &every, NULL);
}

static void JNICALL vm_init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  jclass klass = (*jni)->FindClass(jni, "java/lang/Thread");
  char *eetop = (char *)(*jni)->GetLongField(jni, thread, (*jni)->GetFieldID(jni, klass, "eetop", "J"));
  for (int i = 0; i < KEYS && key < 0; ++i) {
    if (pthread_getspecific((pthread_key_t)i) == eetop) key = i;
  }
  env_offset = (char *)jni - eetop;
  printf("the key is %s\n", key < 0 || eetop == NULL ? "missing" : "there");
  jint count;
  jclass *classes;
  check((*env)->GetLoadedClasses(env, &count, &classes), "GetLoadedClasses");
  for (jint i = 0; i < count; ++i) make_ids(env, classes[i]);
  (*env)->Deallocate(env, (unsigned char *)classes);
  if (key < 0) return;
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigaction(SIGPROF, &action, NULL);
  set_timer(INTERVAL_US);
}

static int line_of(jvmtiEnv *env, jmethodID method, jint bci) {
  jint count;
  jvmtiLineNumberEntry *table;
  int line = -1;
  if (bci < 0 || (*env)->GetLineNumberTable(env, method, &count, &table) != JVMTI_ERROR_NONE) return -1;
  for (jint i = 0; i < count; ++i) {
    if (table[i].start_location <= bci) line = table[i].line_number;
  }
  (*env)->Deallocate(env, (unsigned char *)table);
  return line;
}

static void print_frame(jvmtiEnv *env, JNIEnv *jni, FILE *out, const Frame *frame) {
  char *name, *class_name;
  jclass klass;
  if (frame->method == NULL || (*env)->GetMethodName(env, frame->method, &name, NULL, NULL) != JVMTI_ERROR_NONE) {
    fprintf(out, " %s:%d:-1", frame->method == NULL ? "nameless" : "unloaded", frame->bci);
    return;
  }
  if ((*env)->GetMethodDeclaringClass(env, frame->method, &klass) != JVMTI_ERROR_NONE) return;
  check((*env)->GetClassSignature(env, klass, &class_name, NULL), "GetClassSignature");
  fprintf(out, " %.*s.%s:%d:%d", (int)strlen(class_name) - 2, class_name + 1, name, frame->bci, line_of(env, frame->method, frame->bci));
  (*env)->Deallocate(env, (unsigned char *)name);
  (*env)->Deallocate(env, (unsigned char *)class_name);
  (*jni)->DeleteLocalRef(jni, klass);
}

static void JNICALL vm_death(jvmtiEnv *env, JNIEnv *jni) {
  set_timer(0);
  signal(SIGPROF, SIG_IGN);
  FILE *out = fopen(file, "w");
  const int count = taken < SAMPLES ? taken : SAMPLES;
  for (int i = 0; i < count; ++i) {
    fprintf(out, "%d", samples[i].count);
    for (jint at = 0; at < samples[i].count; ++at) print_frame(env, jni, out, &samples[i].frames[at]);
    fputc('\n', out);
  }
  fclose(out);
  printf("errno %s\n", changed_errno ? "has changed" : "is kept");
}

static jint start(JavaVM *vm, const char *options) {
  void *library = dlopen("libjvm.so", RTLD_LAZY);
  get_trace = library == NULL ? NULL : (GetTrace)dlsym(library, "AsyncGetCallTrace");
  if (get_trace == NULL || (*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION) != JNI_OK) return JNI_ERR;
  snprintf(file, sizeof file, "%s", options);
  jvmtiEventCallbacks callbacks = {.VMInit = vm_init, .VMDeath = vm_death, .ClassLoad = class_loaded, .ClassPrepare = class_prepared};
  check((*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks), "SetEventCallbacks");
  jvmtiCapabilities wanted = {.can_get_line_numbers = 1};
  check((*jvmti)->AddCapabilities(jvmti, &wanted), "AddCapabilities");
  const jvmtiEvent events[] = {JVMTI_EVENT_VM_INIT, JVMTI_EVENT_VM_DEATH, JVMTI_EVENT_CLASS_LOAD, JVMTI_EVENT_CLASS_PREPARE};
  for (size_t i = 0; i < sizeof events / sizeof *events; ++i) (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, events[i], NULL);
  return JNI_OK;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  (void)reserved;
  return start(vm, options);
}

JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM *vm, char *options, void *reserved) {
  JNIEnv *jni;
  jthread thread;
  if (start(vm, options) != JNI_OK || (*vm)->GetEnv(vm, (void **)&jni, JNI_VERSION_10) != JNI_OK) return JNI_ERR;
  check((*jvmti)->GetCurrentThread(jvmti, &thread), "GetCurrentThread");
  vm_init(jvmti, jni, thread);
  (void)reserved;
  return JNI_OK;
}
