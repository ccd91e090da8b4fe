/* An agent that hears of what the VM does by itself: natives bound, objects made, memory used up. Its options: a part of News, a comma, a file. See run. */
#include <stdatomic.h>

#include "parts.h"

static jrawMonitorID lock;
static const char *file;
static int listens;
static jmethodID kept;

static char *method_name(jmethodID method) {
  char *name = NULL;
  check((*jvmti)->GetMethodName(jvmti, method, &name, NULL, NULL), "GetMethodName");
  return name;
}

/* --- natives --- */

JNIEXPORT jint JNICALL Java_News_named(JNIEnv *jni, jclass self) {
  (void)jni;
  (void)self;
  return 1;
}
static jint JNICALL instead(JNIEnv *jni, jclass self) {
  (void)jni;
  (void)self;
  return 2;
}
static jint JNICALL registered(JNIEnv *jni, jclass self) {
  (void)jni;
  (void)self;
  return 40;
}
JNIEXPORT jint JNICALL Java_Wrapped_answer(JNIEnv *jni, jclass self) {
  (void)jni;
  (void)self;
  return 41;
}

static int early_binds;
static void JNICALL bound(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method, void *address, void **new_address) {
  jvmtiPhase phase;
  jclass holder;
  char *name, *signature;
  (void)thread;
  (*env)->GetPhase(env, &phase);
  if (phase == JVMTI_PHASE_PRIMORDIAL) {
    if (jni == NULL && early_binds++ == 0) printf("natives are bound early, without JNI\n");
    return;
  }
  (*env)->GetMethodDeclaringClass(env, method, &holder);
  (*env)->GetClassSignature(env, holder, &signature, NULL);
  if (strcmp(signature, "LNews;") != 0 && strcmp(signature, "LWrapped;") != 0) return;
  name = method_name(method);
  printf("%s%s is bound, %s\n", signature, name, address == *new_address ? "to what was found" : "to something else");
  if (strcmp(name, "named") == 0) *new_address = (void *)instead;
  fflush(stdout);
}

static int early_hooks;
static void JNICALL class_file(jvmtiEnv *env, JNIEnv *jni, jclass redefined, jobject loader, const char *name, jobject domain, jint length,
                               const unsigned char *bytes, jint *new_length, unsigned char **new_bytes) {
  jvmtiPhase phase;
  (void)redefined;
  (void)loader;
  (void)domain;
  (void)bytes;
  (void)length;
  (*env)->GetPhase(env, &phase);
  if (phase == JVMTI_PHASE_PRIMORDIAL && strcmp(name, "java/lang/Object") == 0 && early_hooks++ == 0) {
    printf("java.lang.Object comes early%s\n", jni == NULL ? ", without JNI" : "");
  }
  if (!is("prefix") || strcmp(name, "Wrapped") != 0) return;
  FILE *other = fopen(file, "rb");
  check((*env)->Allocate(env, 10000, new_bytes), "Allocate");
  *new_length = (jint)fread(*new_bytes, 1, 10000, other);
  fclose(other);
}

/* --- objects --- */

static volatile int count;
static int is_of_interest(const char *signature) {
  const char *all[] = {"[I", "[J", "[[J", "LNews;", "[LNews;", "Ljava/lang/Integer;"};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
    if (strcmp(signature, all[i]) == 0) return 1;
  }
  return 0;
}
static void JNICALL made(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject object, jclass klass, jlong bytes) {
  char *signature;
  (void)jni;
  (void)thread;
  if (!listens) return;
  (*env)->GetClassSignature(env, klass, &signature, NULL);
  if (!is_of_interest(signature)) return;
  if (object == NULL || bytes < 8) printf("a strange object\n");
  __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
  if (is("made")) printf("made %s\n", signature);
}

static void JNICALL exhausted(jvmtiEnv *env, JNIEnv *jni, jint flags, const void *reserved, const char *text) {
  (void)env;
  (void)jni;
  printf("exhausted %x%s: %s\n", flags, reserved == NULL ? "" : "?", text);
  fflush(stdout);
}

/* --- fields --- */

static void print_access(const char *what, jmethodID method, jlocation place, jobject object, jclass klass, jfieldID field) {
  char *name;
  check((*jvmti)->GetFieldName(jvmti, klass, field, &name, NULL, NULL), "GetFieldName");
  printf("%s %s of %s by %s at %lld", what, name, object == NULL ? "the class" : "an object", method_name(method), (long long)place);
}
static void JNICALL read(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method, jlocation place, jclass klass, jobject object, jfieldID field) {
  (void)env;
  (void)jni;
  (void)thread;
  print_access("reads", method, place, object, klass, field);
  printf("\n");
}
static void JNICALL written(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method, jlocation place, jclass klass, jobject object, jfieldID field,
                            char type, jvalue value) {
  (void)env;
  (void)jni;
  (void)thread;
  print_access("writes", method, place, object, klass, field);
  if (type == 'I') printf(": %d\n", value.i);
  if (type == 'L') printf(": %s\n", value.l == NULL ? "null" : "something");
  fflush(stdout);
}
JNIEXPORT void JNICALL Java_News_touch(JNIEnv *jni, jclass self, jobject news) {
  jfieldID number = (*jni)->GetFieldID(jni, self, "number", "I");
  jfieldID text = (*jni)->GetStaticFieldID(jni, self, "text", "Ljava/lang/String;");
  jclass object = (*jni)->FindClass(jni, "java/lang/Object");
  check((*jvmti)->SetFieldAccessWatch(jvmti, object, number), "a field of another class");
  check((*jvmti)->SetFieldAccessWatch(jvmti, self, number), "SetFieldAccessWatch");
  check((*jvmti)->SetFieldModificationWatch(jvmti, self, number), "SetFieldModificationWatch");
  check((*jvmti)->SetFieldModificationWatch(jvmti, self, text), "SetFieldModificationWatch");
  enable(JVMTI_EVENT_FIELD_ACCESS);
  enable(JVMTI_EVENT_FIELD_MODIFICATION);
  (*jni)->SetIntField(jni, news, number, (*jni)->GetIntField(jni, news, number) - 10);
  (*jni)->SetStaticObjectField(jni, self, text, (*jni)->GetStaticObjectField(jni, self, text));
  (*jni)->SetStaticObjectField(jni, self, text, NULL);
  check((*jvmti)->ClearFieldModificationWatch(jvmti, self, number), "ClearFieldModificationWatch");
  (*jni)->SetIntField(jni, news, number, 1);
  printf("now %d\n", (*jni)->GetIntField(jni, news, number));
  fflush(stdout);
}

/* A method that touches the watched field only since it was redefined. */
static void watch_text(JNIEnv *jni, jclass self) {
  jfieldID text = (*jni)->GetStaticFieldID(jni, self, "text", "Ljava/lang/String;");
  check((*jvmti)->SetFieldModificationWatch(jvmti, self, text), "SetFieldModificationWatch");
  enable(JVMTI_EVENT_FIELD_MODIFICATION);
}
JNIEXPORT void JNICALL Java_News_redefine(JNIEnv *jni, jclass self, jclass klass, jbyteArray bytes) {
  jvmtiClassDefinition definition = {klass, (*jni)->GetArrayLength(jni, bytes), NULL};
  jbyte *elements = (*jni)->GetByteArrayElements(jni, bytes, NULL);
  definition.class_bytes = (const unsigned char *)elements;
  check((*jvmti)->RedefineClasses(jvmti, 1, &definition), "RedefineClasses");
  (*jni)->ReleaseByteArrayElements(jni, bytes, elements, JNI_ABORT);
  (void)self;
}

/* --- what is kept of a thread --- */

JNIEXPORT void JNICALL Java_News_useDataOf(JNIEnv *jni, jclass self, jthread thread) {
  jvmtiError error = JVMTI_ERROR_NONE;
  while (error == JVMTI_ERROR_NONE) {
    void *storage;
    error = (*jvmti)->SetThreadLocalStorage(jvmti, thread, &error);
    if (error == JVMTI_ERROR_NONE) error = (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_LOAD, thread);
    if (error == JVMTI_ERROR_NONE) error = (*jvmti)->GetThreadLocalStorage(jvmti, thread, &storage);
  }
  if (error != JVMTI_ERROR_THREAD_NOT_ALIVE) check(error, "of a thread that dies");
  (void)self;
  (void)jni;
}

/* --- two that change what they want --- */

static jvmtiEnv *other_env(JNIEnv *jni) {
  JavaVM *vm;
  jvmtiEnv *other = NULL;
  (*jni)->GetJavaVM(jni, &vm);
  (*vm)->GetEnv(vm, (void **)&other, JVMTI_VERSION);
  return other;
}
JNIEXPORT void JNICALL Java_News_addEnvironment(JNIEnv *jni, jclass self) {
  (void)self;
  other_env(jni);
}

static atomic_int masks_are_done;
JNIEXPORT void JNICALL Java_News_changeMasks(JNIEnv *jni, jclass self) {
  jvmtiEnv *other = other_env(jni);
  (void)self;
  while (!masks_are_done) {
    check((*other)->SetEventNotificationMode(other, JVMTI_ENABLE, JVMTI_EVENT_THREAD_END, NULL), "enable");
    check((*other)->SetEventNotificationMode(other, JVMTI_DISABLE, JVMTI_EVENT_THREAD_END, NULL), "disable");
  }
}

/* --- methods whose class goes --- */

JNIEXPORT void JNICALL Java_News_keep(JNIEnv *jni, jclass self, jclass klass) {
  (void)self;
  kept = (*jni)->GetStaticMethodID(jni, klass, "answer", "()I");
}
JNIEXPORT void JNICALL Java_News_ask(JNIEnv *jni, jclass self) {
  char *name = NULL;
  jclass holder;
  jboolean answer;
  (void)jni;
  (void)self;
  if (is("masks") || is("another")) {
    masks_are_done = 1;
    printf("%d objects\n", count);
    fflush(stdout);
    return;
  }
  check((*jvmti)->GetMethodName(jvmti, kept, &name, NULL, NULL), "GetMethodName");
  check((*jvmti)->GetMethodDeclaringClass(jvmti, kept, &holder), "GetMethodDeclaringClass");
  check((*jvmti)->IsMethodObsolete(jvmti, kept, &answer), "IsMethodObsolete");
  check((*jvmti)->SetBreakpoint(jvmti, kept, 0), "SetBreakpoint");
  printf("%s\n", name == NULL ? "nobody" : name);
  fflush(stdout);
}

/* --- a frame that is popped: by its own thread in the breakpoint; then that thread suspends itself there, and another one does it --- */

static jthread stopped;
static void JNICALL pop_it(jvmtiEnv *env, JNIEnv *jni, void *argument) {
  jint state = 0;
  (void)argument;
  (void)jni;
  (*env)->RawMonitorEnter(env, lock);
  while (stopped == NULL) (*env)->RawMonitorWait(env, lock, 0);
  (*env)->RawMonitorExit(env, lock);
  while ((state & JVMTI_THREAD_STATE_SUSPENDED) == 0) check((*env)->GetThreadState(env, stopped, &state), "GetThreadState");
  check((*env)->PopFrame(env, stopped), "PopFrame");
  check((*env)->ResumeThread(env, stopped), "ResumeThread");
}
static void JNICALL at_breakpoint(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method, jlocation place) {
  static int hits;
  jint n = -1;
  check((*env)->GetLocalInt(env, thread, 0, 0, &n), "GetLocalInt");
  printf("%s(%d) at %lld\n", method_name(method), n, (long long)place);
  fflush(stdout);
  if (++hits == 3) return;
  check((*env)->SetLocalInt(env, thread, 0, 0, n + 10), "SetLocalInt");
  if (hits == 1) {
    check((*env)->PopFrame(env, thread), "PopFrame of the current thread");
    check((*env)->PopFrame(env, thread), "PopFrame again");
    return;
  }
  (*env)->RawMonitorEnter(env, lock);
  stopped = (*jni)->NewGlobalRef(jni, thread);
  (*env)->RawMonitorNotify(env, lock);
  (*env)->RawMonitorExit(env, lock);
  check((*env)->SuspendThread(env, thread), "SuspendThread");
}
static jthread new_thread(JNIEnv *jni) {
  jclass klass = (*jni)->FindClass(jni, "java/lang/Thread");
  return (*jni)->NewObject(jni, klass, (*jni)->GetMethodID(jni, klass, "<init>", "()V"));
}

/* Called by News. */
JNIEXPORT void JNICALL Java_News_listen(JNIEnv *jni, jclass self, jboolean on) {
  if (is("pop")) {
    check((*jvmti)->RunAgentThread(jvmti, new_thread(jni), pop_it, NULL, JVMTI_THREAD_NORM_PRIORITY), "RunAgentThread");
    check((*jvmti)->SetBreakpoint(jvmti, (*jni)->GetStaticMethodID(jni, self, "popped", "(I)I"), 0), "SetBreakpoint");
    enable(JVMTI_EVENT_BREAKPOINT);
    return;
  }
  listens = on;
  if (is("redefined")) watch_text(jni, self);
  if (is("masks") || is("another")) {
    check((*jvmti)->SetEventNotificationMode(jvmti, on ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_VM_OBJECT_ALLOC, NULL), "objects");
  }
  if (is("sampled")) {
    check((*jvmti)->SetHeapSamplingInterval(jvmti, -1), "SetHeapSamplingInterval(-1)");
    check((*jvmti)->SetHeapSamplingInterval(jvmti, 0), "SetHeapSamplingInterval(0)");
    check((*jvmti)->SetEventNotificationMode(jvmti, on ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, NULL), "sampling");
    if (!on) printf("%d samples\n", count);
  }
  fflush(stdout);
}

static void JNICALL vm_init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  (void)env;
  (void)thread;
  if (is("bind")) enable(JVMTI_EVENT_CLASS_PREPARE);
  (void)jni;
}
static void JNICALL prepared(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass klass) {
  char *signature;
  JNINativeMethod row = {"registered", "()I", (void *)registered};
  (void)thread;
  (*env)->GetClassSignature(env, klass, &signature, NULL);
  if (strcmp(signature, "LNews;") == 0) printf("RegisterNatives: %d\n", (*jni)->RegisterNatives(jni, klass, &row, 1));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiCapabilities wanted = {0};
  jvmtiEventCallbacks callbacks = {0};
  (void)reserved;
  snprintf(part, sizeof part, "%s", options);
  char *comma = strchr(part, ',');
  if (comma != NULL) *comma = 0;
  file = comma == NULL ? NULL : strdup(strchr(options, ',') + 1);
  if ((*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION) != JNI_OK) return 1;
  wanted.can_generate_native_method_bind_events = 1;
  wanted.can_generate_vm_object_alloc_events = 1;
  wanted.can_generate_sampled_object_alloc_events = 1;
  wanted.can_generate_resource_exhaustion_heap_events = 1;
  wanted.can_generate_resource_exhaustion_threads_events = 1;
  wanted.can_generate_field_access_events = 1;
  wanted.can_generate_field_modification_events = 1;
  wanted.can_generate_breakpoint_events = 1;
  wanted.can_access_local_variables = 1;
  wanted.can_set_native_method_prefix = 1;
  wanted.can_suspend = 1;
  wanted.can_pop_frame = 1;
  wanted.can_redefine_classes = is("redefined");
  if (is("early")) {
    wanted.can_generate_all_class_hook_events = 1;
    wanted.can_generate_early_class_hook_events = 1;
  }
  check((*jvmti)->AddCapabilities(jvmti, &wanted), "AddCapabilities");
  check((*jvmti)->CreateRawMonitor(jvmti, "lock", &lock), "CreateRawMonitor");
  callbacks.VMInit = vm_init;
  callbacks.ClassPrepare = prepared;
  callbacks.ClassFileLoadHook = class_file;
  callbacks.NativeMethodBind = bound;
  callbacks.VMObjectAlloc = made;
  callbacks.SampledObjectAlloc = made;
  callbacks.ResourceExhausted = exhausted;
  callbacks.FieldAccess = read;
  callbacks.FieldModification = written;
  callbacks.Breakpoint = at_breakpoint;
  check((*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks), "SetEventCallbacks");
  enable(JVMTI_EVENT_VM_INIT);
  if (is("bind") || is("prefix") || is("early")) enable(JVMTI_EVENT_NATIVE_METHOD_BIND);
  if (is("prefix")) check((*jvmti)->SetNativeMethodPrefix(jvmti, "wrapped_"), "SetNativeMethodPrefix");
  if (is("prefix") || is("early")) enable(JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
  if (is("made")) enable(JVMTI_EVENT_VM_OBJECT_ALLOC);
  if (is("exhausted")) enable(JVMTI_EVENT_RESOURCE_EXHAUSTED);
  fflush(stdout);
  return 0;
}
