/* An agent that asks JVMTI for what a debugger does not, and prints it. Its options: a word that names the part. See run. */
#include <stdlib.h>

#include "parts.h"

static jrawMonitorID lock;
static jmethodID watched;

static void JNICALL vm_start(jvmtiEnv *env, JNIEnv *jni) {
  jvmtiPhase phase;
  (*env)->GetPhase(env, &phase);
  printf("VMStart, phase %d, JNI %x\n", phase, (*jni)->GetVersion(jni));
}

/* Two threads hand a turn back and forth through a raw monitor. */
static int turn;
static void JNICALL ping(jvmtiEnv *env, JNIEnv *jni, void *argument) {
  (*env)->RawMonitorEnter(env, lock);
  (*env)->RawMonitorEnter(env, lock);
  for (int i = 0; i < 3; ++i) {
    while (turn != 1) (*env)->RawMonitorWait(env, lock, 0);
    turn = 0;
    (*env)->RawMonitorNotifyAll(env, lock);
  }
  turn = 2;
  (*env)->RawMonitorNotifyAll(env, lock);
  (*env)->RawMonitorExit(env, lock);
  (*env)->RawMonitorExit(env, lock);
  (void)argument;
  (void)jni;
}

static jthread new_thread(JNIEnv *jni, const char *name) {
  jclass klass = (*jni)->FindClass(jni, "java/lang/Thread");
  jmethodID init = (*jni)->GetMethodID(jni, klass, "<init>", "(Ljava/lang/String;)V");
  return (*jni)->NewObject(jni, klass, init, (*jni)->NewStringUTF(jni, name));
}

static void raw_monitors(JNIEnv *jni) {
  check((*jvmti)->RawMonitorExit(jvmti, lock), "exit of what nobody holds");
  check((*jvmti)->RawMonitorNotify(jvmti, lock), "notify of what nobody holds");
  check((*jvmti)->RawMonitorEnter(jvmti, NULL), "enter null");
  check((*jvmti)->RunAgentThread(jvmti, new_thread(jni, "ping"), ping, NULL, 11), "priority 11");
  check((*jvmti)->RunAgentThread(jvmti, new_thread(jni, "ping"), ping, NULL, JVMTI_THREAD_NORM_PRIORITY), "RunAgentThread");
  (*jvmti)->RawMonitorEnter(jvmti, lock);
  int rounds = 0;
  while (turn != 2) {
    if (turn == 0) {
      turn = 1;
      ++rounds;
      (*jvmti)->RawMonitorNotifyAll(jvmti, lock);
    }
    (*jvmti)->RawMonitorWait(jvmti, lock, 0);
  }
  check((*jvmti)->RawMonitorWait(jvmti, lock, 1), "timed wait");
  (*jvmti)->RawMonitorExit(jvmti, lock);
  printf("raw monitors: done\n");
  (void)rounds;
}

static void threads(JNIEnv *jni) {
  jint count, groups;
  jthread *all;
  jthreadGroup *tops;
  jvmtiThreadInfo info;
  jvmtiThreadGroupInfo group;
  jint state;
  jthread self;
  check((*jvmti)->GetCurrentThread(jvmti, &self), "GetCurrentThread");
  check((*jvmti)->GetThreadInfo(jvmti, self, &info), "GetThreadInfo");
  check((*jvmti)->GetThreadState(jvmti, self, &state), "GetThreadState");
  printf("thread %s, priority %d, daemon %d, state %x\n", info.name, info.priority, info.is_daemon, state);
  check((*jvmti)->GetThreadGroupInfo(jvmti, info.thread_group, &group), "GetThreadGroupInfo");
  printf("group %s, most priority %d, daemon %d\n", group.name, group.max_priority, group.is_daemon);
  check((*jvmti)->GetTopThreadGroups(jvmti, &groups, &tops), "GetTopThreadGroups");
  check((*jvmti)->GetThreadGroupInfo(jvmti, tops[0], &group), "GetThreadGroupInfo");
  printf("%d top group, %s\n", groups, group.name);
  check((*jvmti)->GetAllThreads(jvmti, &count, &all), "GetAllThreads");
  printf("%s\n", count >= 2 ? "some threads" : "too few threads");
  check((*jvmti)->GetThreadState(jvmti, new_thread(jni, "fresh"), &state), "GetThreadState");
  printf("a new thread: state %x\n", state);
  check((*jvmti)->SuspendThread(jvmti, new_thread(jni, "fresh")), "suspend a new thread");
  check((*jvmti)->ResumeThread(jvmti, self), "resume a running thread");
  check((*jvmti)->GetThreadInfo(jvmti, tops[0], &info), "info of a group as a thread");
  void *storage = &turn;
  check((*jvmti)->SetThreadLocalStorage(jvmti, self, &state), "SetThreadLocalStorage");
  check((*jvmti)->GetThreadLocalStorage(jvmti, NULL, &storage), "GetThreadLocalStorage");
  printf("storage %s\n", storage == &state ? "kept" : "lost");
}

static void general(void) {
  jint version;
  jvmtiPhase phase;
  jvmtiJlocationFormat format;
  char *value = NULL;
  void *storage;
  check((*jvmti)->GetVersionNumber(jvmti, &version), "GetVersionNumber");
  check((*jvmti)->GetPhase(jvmti, &phase), "GetPhase");
  check((*jvmti)->GetJLocationFormat(jvmti, &format), "GetJLocationFormat");
  printf("version %x, phase %d, locations %d\n", version, phase, format);
  check((*jvmti)->GetSystemProperty(jvmti, "the.agent", &value), "GetSystemProperty");
  printf("the.agent=%s\n", value);
  check((*jvmti)->GetSystemProperty(jvmti, "no.such.property", &value), "no.such.property");
  check((*jvmti)->SetSystemProperty(jvmti, "too", "late"), "SetSystemProperty");
  check((*jvmti)->GetErrorName(jvmti, 7, &value), "GetErrorName(7)");
  check((*jvmti)->SetEnvironmentLocalStorage(jvmti, &version), "SetEnvironmentLocalStorage");
  check((*jvmti)->GetEnvironmentLocalStorage(jvmti, &storage), "GetEnvironmentLocalStorage");
  printf("storage %s\n", storage == &version ? "kept" : "lost");
  check((*jvmti)->Allocate(jvmti, -1, (unsigned char **)&value), "Allocate(-1)");
  jvmtiEnv no_env = *jvmti;
  check((*jvmti)->GetPhase(&no_env, &phase), "a copy of an environment");
}

/* A second environment: what one adds, the other does not have; after its end its functions refuse. */
static void environments(JNIEnv *jni) {
  JavaVM *vm;
  jvmtiEnv *other;
  jvmtiCapabilities wanted = {0};
  (*jni)->GetJavaVM(jni, &vm);
  jint got[] = {(*vm)->GetEnv(vm, (void **)&other, 0x30010200), (*vm)->GetEnv(vm, (void **)&other, 0x30090000), (*vm)->GetEnv(vm, (void **)&other, 0x30120000),
                (*vm)->GetEnv(vm, (void **)&other, 0x30010300), (*vm)->GetEnv(vm, (void **)&other, JVMTI_VERSION)};
  printf("GetEnv %d %d %d %d %d\n", got[0], got[1], got[2], got[3], got[4]);
  check((*other)->InterruptThread(other, NULL), "without the capability");
  wanted.can_pop_frame = 1;
  check((*other)->AddCapabilities(other, &wanted), "a capability of the OnLoad phase");
  memset(&wanted, 0, sizeof wanted);
  wanted.can_access_local_variables = 1;
  check((*other)->AddCapabilities(other, &wanted), "one that somebody got then");
  memset(&wanted, 0, sizeof wanted);
  wanted.can_signal_thread = 1;
  check((*other)->AddCapabilities(other, &wanted), "AddCapabilities");
  check((*other)->RelinquishCapabilities(other, &wanted), "RelinquishCapabilities");
  check((*other)->InterruptThread(other, NULL), "after it was given up");
  wanted.can_suspend = 1;
  check((*other)->AddCapabilities(other, &wanted), "what only one may have");
  check((*other)->DisposeEnvironment(other), "DisposeEnvironment");
  jint count;
  jthread *all;
  check((*other)->GetAllThreads(other, &count, &all), "a disposed environment");
}

static void JNICALL vm_init(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
  jvmtiThreadInfo info;
  check((*env)->GetThreadInfo(env, thread, &info), "GetThreadInfo");
  printf("VMInit on %s\n", info.name);
  if (is("monitors")) raw_monitors(jni);
  if (is("threads")) threads(jni);
  if (is("general")) general();
  if (is("environments")) environments(jni);
  fflush(stdout);
}

static void print_method(jvmtiEnv *env, JNIEnv *jni, const char *what, jmethodID method, jlong place) {
  (void)env;
  (void)jni;
  printf("%s %s at %lld\n", what, method == watched ? "the method" : "another", (long long)place);
  fflush(stdout);
}

/* Frames of the agent's own method: Events.down(int). */
static void JNICALL at_breakpoint(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method, jlocation place) {
  jvmtiFrameInfo frames[100];
  jint count, depth;
  jint value = -1;
  jlong wide = -1;
  jobject object = NULL;
  print_method(env, jni, "breakpoint in", method, place);
  check((*env)->GetStackTrace(env, thread, 0, 100, frames, &count), "GetStackTrace");
  check((*env)->GetFrameCount(env, thread, &depth), "GetFrameCount");
  printf("%d frames, %s\n", depth, depth == count ? "all of them" : "not all");
  check((*env)->GetStackTrace(env, thread, -1, 100, frames, &count), "GetStackTrace(-1)");
  printf("the last %d\n", count);
  check((*env)->GetStackTrace(env, thread, depth + 1, 100, frames, &count), "GetStackTrace(too deep)");
  check((*env)->GetFrameLocation(env, thread, depth, &method, &place), "GetFrameLocation(too deep)");
  check((*env)->GetLocalInt(env, thread, 0, 0, &value), "GetLocalInt");
  printf("n = %d\n", value);
  check((*env)->GetLocalLong(env, thread, 0, 0, &wide), "a long in an int's slot");
  check((*env)->GetLocalObject(env, thread, 0, 0, &object), "an object in an int's slot");
  check((*env)->GetLocalInt(env, thread, 0, 99, &value), "slot 99");
  check((*env)->GetLocalInt(env, thread, 0, -1, &value), "slot -1");
  check((*env)->GetLocalInstance(env, thread, 0, &object), "the receiver of a static method");
  check((*env)->SetLocalInt(env, thread, 0, 0, value == 3 ? 4 : value), "SetLocalInt");
  check((*env)->NotifyFramePop(env, thread, 0), "NotifyFramePop");
  check((*env)->NotifyFramePop(env, thread, 0), "NotifyFramePop again");
  if (is("step")) check((*env)->SetEventNotificationMode(env, JVMTI_ENABLE, JVMTI_EVENT_SINGLE_STEP, thread), "steps");
  check((*env)->ClearBreakpoint(env, watched, 0), "ClearBreakpoint");
  check((*env)->ClearBreakpoint(env, watched, 0), "ClearBreakpoint again");
  check((*env)->SetBreakpoint(env, watched, 10000), "SetBreakpoint far away");
  if (is("return")) {
    check((*env)->ForceEarlyReturnLong(env, thread, 1), "a long from an int's method");
    check((*env)->ForceEarlyReturnVoid(env, thread), "nothing from an int's method");
    check((*env)->ForceEarlyReturnInt(env, thread, 77), "ForceEarlyReturnInt");
  }
  fflush(stdout);
}

static void JNICALL frame_pop(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method, jboolean by_exception) {
  (*env)->SetEventNotificationMode(env, JVMTI_DISABLE, JVMTI_EVENT_SINGLE_STEP, thread);
  print_method(env, jni, by_exception ? "popped by an exception:" : "popped:", method, 0);
}

static void JNICALL step(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method, jlocation place) {
  (void)thread;
  if (method == watched) print_method(env, jni, "step in", method, place);
}

static void JNICALL method_exit(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method, jboolean by_exception, jvalue value) {
  (void)thread;
  if (method != watched) return;
  print_method(env, jni, "exit of", method, by_exception ? -1 : value.i);
}
static void JNICALL method_entry(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method) {
  (void)thread;
  if (method == watched) print_method(env, jni, "entry of", method, 0);
}
static void JNICALL exception(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method, jlocation place, jobject thrown, jmethodID catcher, jlocation at) {
  (void)thread;
  (void)thrown;
  (void)at;
  if (method != watched) return;
  print_method(env, jni, "thrown in", method, place);
  printf("caught %s\n", catcher == NULL ? "nowhere" : catcher == watched ? "there" : "elsewhere");
}
static void JNICALL exception_catch(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method, jlocation place, jobject thrown) {
  (void)thread;
  (void)thrown;
  if (method == watched) print_method(env, jni, "catch in", method, place);
}
static void JNICALL monitor_wait(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject object, jlong millis) {
  (void)env;
  (void)jni;
  (void)thread;
  (void)object;
  if (watched != NULL && millis == 1) printf("waits %lld ms\n", (long long)millis);
  fflush(stdout);
}
static void JNICALL monitor_waited(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject object, jboolean timed_out) {
  jvmtiThreadInfo info;
  (void)jni;
  (void)object;
  if (watched == NULL || !timed_out) return;
  check((*env)->GetThreadInfo(env, thread, &info), "GetThreadInfo");
  if (strcmp(info.name, "main") != 0) return;
  printf("%s waited, timed out\n", info.name);
  fflush(stdout);
}

static int begun, ended;
static void JNICALL collection_begins(jvmtiEnv *env) {
  (*env)->RawMonitorEnter(env, lock);
  ++begun;
  (*env)->RawMonitorExit(env, lock);
}
static void JNICALL collection_ends(jvmtiEnv *env) {
  (*env)->RawMonitorEnter(env, lock);
  ++ended;
  (*env)->RawMonitorExit(env, lock);
}

static void JNICALL vm_death(jvmtiEnv *env, JNIEnv *jni) {
  (void)env;
  (void)jni;
  if (is("waits")) printf("%s\n", begun > 0 && begun == ended ? "collections, each to its end" : "no collection, or half of one");
  printf("VMDeath\n");
  fflush(stdout);
}

/* Called by Events, which says what to watch. */
JNIEXPORT void JNICALL Java_Events_watch(JNIEnv *jni, jclass self, jstring name, jstring descriptor) {
  const char *text = (*jni)->GetStringUTFChars(jni, name, NULL);
  const char *types = (*jni)->GetStringUTFChars(jni, descriptor, NULL);
  watched = (*jni)->GetStaticMethodID(jni, self, text, types);
  if (is("break") || is("step") || is("return")) {
    check((*jvmti)->SetBreakpoint(jvmti, watched, 0), "SetBreakpoint");
    check((*jvmti)->SetBreakpoint(jvmti, watched, 0), "SetBreakpoint again");
    enable(JVMTI_EVENT_BREAKPOINT);
    enable(JVMTI_EVENT_FRAME_POP);
  }
  if (is("exits")) {
    enable(JVMTI_EVENT_METHOD_ENTRY);
    enable(JVMTI_EVENT_METHOD_EXIT);
  }
  if (is("waits")) {
    enable(JVMTI_EVENT_MONITOR_WAIT);
    enable(JVMTI_EVENT_MONITOR_WAITED);
    enable(JVMTI_EVENT_GARBAGE_COLLECTION_START);
    enable(JVMTI_EVENT_GARBAGE_COLLECTION_FINISH);
  }
  if (is("exceptions")) {
    enable(JVMTI_EVENT_EXCEPTION);
    enable(JVMTI_EVENT_EXCEPTION_CATCH);
  }
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiCapabilities wanted = {0};
  jvmtiEventCallbacks callbacks = {0};
  JNIEnv *jni;
  (void)reserved;
  snprintf(part, sizeof part, "%s", options);
  if (is("refuse")) return 1;
  if ((*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION) != JNI_OK) return 1;
  printf("OnLoad, GetEnv of JNI: %d\n", (*vm)->GetEnv(vm, (void **)&jni, JNI_VERSION_10));
  wanted.can_access_local_variables = 1;
  wanted.can_generate_breakpoint_events = 1;
  wanted.can_generate_single_step_events = 1;
  wanted.can_generate_frame_pop_events = 1;
  wanted.can_generate_method_entry_events = 1;
  wanted.can_generate_method_exit_events = 1;
  wanted.can_generate_exception_events = 1;
  wanted.can_suspend = 1;
  wanted.can_force_early_return = 1;
  wanted.can_get_monitor_info = 1;
  wanted.can_generate_monitor_events = 1;
  wanted.can_generate_garbage_collection_events = 1;
  if (!is("environments")) wanted.can_pop_frame = 1;
  check((*jvmti)->AddCapabilities(jvmti, &wanted), "AddCapabilities");
  check((*jvmti)->SetSystemProperty(jvmti, "the.agent", "was here"), "SetSystemProperty");
  check((*jvmti)->SetSystemProperty(jvmti, "no.such.property", ""), "no.such.property");
  check((*jvmti)->CreateRawMonitor(jvmti, "lock", &lock), "CreateRawMonitor");
  callbacks.VMStart = vm_start;
  callbacks.VMInit = vm_init;
  callbacks.VMDeath = vm_death;
  callbacks.Breakpoint = at_breakpoint;
  callbacks.SingleStep = step;
  callbacks.FramePop = frame_pop;
  callbacks.MethodEntry = method_entry;
  callbacks.MethodExit = method_exit;
  callbacks.MonitorWait = monitor_wait;
  callbacks.MonitorWaited = monitor_waited;
  callbacks.GarbageCollectionStart = collection_begins;
  callbacks.GarbageCollectionFinish = collection_ends;
  callbacks.Exception = exception;
  callbacks.ExceptionCatch = exception_catch;
  check((*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks), "SetEventCallbacks");
  enable(JVMTI_EVENT_VM_START);
  enable(JVMTI_EVENT_VM_INIT);
  enable(JVMTI_EVENT_VM_DEATH);
  jthread *all;
  jint count;
  check((*jvmti)->GetAllThreads(jvmti, &count, &all), "threads in the OnLoad phase");
  fflush(stdout);
  return 0;
}

JNIEXPORT void JNICALL Agent_OnUnload(JavaVM *vm) {
  (void)vm;
  printf("OnUnload\n");
  fflush(stdout);
}
