/* An agent that asks what JVMTI 21 and 25 have beyond 17. Its program is Virtual; its option is the part. The header is that of 17, so numbers, slots
   and types of what came later stand here. */
#include <stdlib.h>

#include "parts.h"

enum { kVirtualThreadsBit = 44, kLastCallback = 88, kFirstCallback = 50 };
static const jvmtiEvent kVirtualThreadStart = (jvmtiEvent)87;
static const jvmtiEvent kVirtualThreadEnd = (jvmtiEvent)88;
typedef jvmtiError (*OfThread)(jvmtiEnv *env, jthread thread);
typedef jvmtiError (*OfList)(jvmtiEnv *env, jint count, const jthread *list);
#define CLEAR_ALL_FRAME_POPS ((OfThread)(*jvmti)->reserved67)
#define SUSPEND_ALL ((OfList)(*jvmti)->reserved118)
#define RESUME_ALL ((OfList)(*jvmti)->reserved119)

static unsigned char *bits_of(jvmtiCapabilities *set) { return (unsigned char *)set + kVirtualThreadsBit / 8; }
static const unsigned char kMask = 1 << (kVirtualThreadsBit % 8);

static const char *name_of(jthread thread) {
  static char text[64];
  jvmtiThreadInfo info;
  check((*jvmti)->GetThreadInfo(jvmti, thread, &info), "GetThreadInfo");
  snprintf(text, sizeof text, "%s", info.name);
  return text;
}

/* Only threads that Virtual names are of interest. */
static void tell(const char *what, jthread thread) {
  const char *name = name_of(thread);
  if (strncmp(name, "our", 3) != 0) return;
  printf("%s %s\n", what, name);
  fflush(stdout);
}
static void JNICALL thread_start(jvmtiEnv *env, JNIEnv *jni, jthread thread) { (void)env, (void)jni, tell("ThreadStart", thread); }
static void JNICALL thread_end(jvmtiEnv *env, JNIEnv *jni, jthread thread) { (void)env, (void)jni, tell("ThreadEnd", thread); }
static void JNICALL virtual_start(jvmtiEnv *env, JNIEnv *jni, jthread thread) { (void)env, (void)jni, tell("VirtualThreadStart", thread); }
static void JNICALL virtual_end(jvmtiEnv *env, JNIEnv *jni, jthread thread) { (void)env, (void)jni, tell("VirtualThreadEnd", thread); }

static void JNICALL frame_pop(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method, jboolean by_exception) {
  char *name;
  (void)jni, (void)thread, (void)by_exception;
  check((*env)->GetMethodName(env, method, &name, NULL, NULL), "GetMethodName");
  printf("popped %s\n", name);
  fflush(stdout);
}

static void facts(JNIEnv *jni) {
  JavaVM *vm;
  jvmtiEnv *other;
  jint version;
  char *name = NULL;
  (*jni)->GetJavaVM(jni, &vm);
  check((*jvmti)->GetVersionNumber(jvmti, &version), "GetVersionNumber");
  printf("version %x\n", version);
  check((*jvmti)->GetErrorName(jvmti, 73, &name), "GetErrorName");
  printf("error 73 is %s\n", name);
  const jint versions[] = {0x30110000, 0x30130000, 0x30150000, 0x30190000, 0x301a0000, 0x30190001};
  for (unsigned i = 0; i < sizeof versions / sizeof *versions; ++i)
    printf("GetEnv(%x): %d\n", versions[i], (*vm)->GetEnv(vm, (void **)&other, versions[i]));
  const jint jnis[] = {JNI_VERSION_10, 0x00130000, 0x00140000, 0x00150000, 0x00180000, 0x00190000};
  for (unsigned i = 0; i < sizeof jnis / sizeof *jnis; ++i) printf("GetEnv(%x): %d\n", jnis[i], (*vm)->GetEnv(vm, (void **)&jni, jnis[i]));
}

/* Bit 44 and the events that need it. */
static void capabilities(void) {
  jvmtiCapabilities set = {0};
  jthread self;
  check((*jvmti)->GetCurrentThread(jvmti, &self), "GetCurrentThread");
  check((*jvmti)->GetPotentialCapabilities(jvmti, &set), "GetPotentialCapabilities");
  printf("offered: %d\n", (*bits_of(&set) & kMask) != 0);
  check((*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, kVirtualThreadStart, NULL), "without the capability");
  check(SUSPEND_ALL(jvmti, 0, NULL), "SuspendAllVirtualThreads without the capability");
  memset(&set, 0, sizeof set);
  *bits_of(&set) = kMask;
  check((*jvmti)->AddCapabilities(jvmti, &set), "AddCapabilities");
  check((*jvmti)->GetCapabilities(jvmti, &set), "GetCapabilities");
  printf("had: %d\n", (*bits_of(&set) & kMask) != 0);
  check((*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, kVirtualThreadStart, self), "VirtualThreadStart for one thread");
  check((*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, kVirtualThreadEnd, self), "VirtualThreadEnd for one thread");
  check((*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, (jvmtiEvent)(kLastCallback + 1), NULL), "event 89");
  check((*jvmti)->GenerateEvents(jvmti, kVirtualThreadStart), "GenerateEvents");
}

JNIEXPORT void JNICALL Java_Virtual_askOnce(JNIEnv *jni, jclass self) {
  (void)self;
  if (is("facts")) {
    facts(jni);
    printf("JNI %x\n", (*jni)->GetVersion(jni));
  }
  if (is("capabilities")) capabilities();
  fflush(stdout);
}

JNIEXPORT void JNICALL Java_Virtual_describe(JNIEnv *jni, jclass self, jthread thread) {
  typedef jboolean (*IsVirtualThread)(JNIEnv *, jobject);
  jvmtiThreadInfo info;
  jvmtiThreadGroupInfo group;
  jint state, count;
  jthread *all;
  (void)self;
  check((*jvmti)->GetThreadInfo(jvmti, thread, &info), "GetThreadInfo");
  check((*jvmti)->GetThreadState(jvmti, thread, &state), "GetThreadState");
  printf("%s, priority %d, daemon %d, state %x, loader %s", info.name, info.priority, info.is_daemon, state, info.context_class_loader == NULL ? "none" : "there");
  if (info.thread_group == NULL) {
    printf(", no group");
  } else {
    check((*jvmti)->GetThreadGroupInfo(jvmti, info.thread_group, &group), "GetThreadGroupInfo");
    printf(", group %s", group.name);
  }
  check((*jvmti)->GetAllThreads(jvmti, &count, &all), "GetAllThreads");
  int listed = 0;
  for (jint i = 0; i < count; ++i) listed += (*jni)->IsSameObject(jni, all[i], thread);
  printf(", %s", listed ? "listed" : "not listed");
  if (info.thread_group != NULL) {
    jint groups;
    jthreadGroup *children;
    check((*jvmti)->GetThreadGroupChildren(jvmti, info.thread_group, &count, &all, &groups, &children), "GetThreadGroupChildren");
    listed = 0;
    for (jint i = 0; i < count; ++i) listed += (*jni)->IsSameObject(jni, all[i], thread);
    printf(", %s of its group", listed ? "a member" : "no member");
  }
  printf("\n");
  /* The slot behind GetModule, the last one of JNI 10. */
  IsVirtualThread is_virtual = ((IsVirtualThread *)*jni)[234];
  printf("IsVirtualThread %d, of null %d, of a text %d\n", is_virtual(jni, thread), is_virtual(jni, NULL), is_virtual(jni, (*jni)->NewStringUTF(jni, "")));
  fflush(stdout);
}

JNIEXPORT jlong JNICALL Java_Virtual_longLength(JNIEnv *jni, jclass self, jstring text) {
  typedef jlong (*GetStringUTFLengthAsLong)(JNIEnv *, jstring);
  (void)self;
  return ((GetStringUTFLengthAsLong *)*jni)[235](jni, text);
}

/* Stacks, owned monitors, storage and CPU time of a thread that waits: a virtual one must answer like others. */
JNIEXPORT void JNICALL Java_Virtual_look(JNIEnv *jni, jclass self, jthread thread) {
  jvmtiFrameInfo frames[64];
  jint count = 0, depth = 0;
  jobject *monitors, monitor = NULL;
  jlong nanos = -1;
  void *storage = NULL;
  (void)self, (void)jni;
  check((*jvmti)->GetStackTrace(jvmti, thread, 0, 64, frames, &count), "GetStackTrace");
  check((*jvmti)->GetFrameCount(jvmti, thread, &depth), "GetFrameCount");
  printf("%s\n", depth == count ? "all frames" : "not all frames");
  for (jint i = 0; i < count; ++i) {
    char *name;
    check((*jvmti)->GetMethodName(jvmti, frames[i].method, &name, NULL, NULL), "GetMethodName");
    printf("  %s\n", name);
  }
  check((*jvmti)->GetOwnedMonitorInfo(jvmti, thread, &count, &monitors), "GetOwnedMonitorInfo");
  printf("owns %d\n", count);
  check((*jvmti)->GetCurrentContendedMonitor(jvmti, thread, &monitor), "GetCurrentContendedMonitor");
  printf("wants %s\n", monitor == NULL ? "nothing" : "a monitor");
  check((*jvmti)->SetThreadLocalStorage(jvmti, thread, &depth), "SetThreadLocalStorage");
  check((*jvmti)->GetThreadLocalStorage(jvmti, thread, &storage), "GetThreadLocalStorage");
  printf("storage %s\n", storage == &depth ? "kept" : "lost");
  check((*jvmti)->GetThreadCpuTime(jvmti, thread, &nanos), "GetThreadCpuTime");
  printf("CPU time %s\n", nanos >= 0 ? "known" : "unknown");
  check((*jvmti)->NotifyFramePop(jvmti, thread, 0), "NotifyFramePop of a running thread");
  check(CLEAR_ALL_FRAME_POPS(jvmti, thread), "ClearAllFramePops of a running thread");
  fflush(stdout);
}

static void tell_state(const char *when, jthread thread) {
  jint state;
  check((*jvmti)->GetThreadState(jvmti, thread, &state), "GetThreadState");
  printf("%s: %s is %s\n", when, name_of(thread), state & JVMTI_THREAD_STATE_SUSPENDED ? "suspended" : "not suspended");
}

JNIEXPORT void JNICALL Java_Virtual_suspendAll(JNIEnv *jni, jclass self, jthread first, jthread second, jthread platform) {
  jthread others[] = {second, second};
  jvmtiError errors[2];
  (void)self, (void)jni;
  check(SUSPEND_ALL(jvmti, -1, NULL), "-1 exceptions");
  check(SUSPEND_ALL(jvmti, 1, NULL), "no list");
  check(SUSPEND_ALL(jvmti, 1, &platform), "a platform thread as an exception");
  jthread null = NULL;
  check(SUSPEND_ALL(jvmti, 1, &null), "null as an exception");
  check(SUSPEND_ALL(jvmti, 2, others), "SuspendAllVirtualThreads but one");
  tell_state("but one", first), tell_state("but one", second), tell_state("but one", platform);
  check((*jvmti)->SuspendThread(jvmti, first), "SuspendThread again");
  check(SUSPEND_ALL(jvmti, 0, NULL), "SuspendAllVirtualThreads");
  tell_state("all", first), tell_state("all", second), tell_state("all", platform);
  check(RESUME_ALL(jvmti, 1, others), "ResumeAllVirtualThreads but one");
  tell_state("resumed but one", first), tell_state("resumed but one", second);
  check((*jvmti)->ResumeThread(jvmti, first), "ResumeThread again");
  check(RESUME_ALL(jvmti, 1, &platform), "a platform thread that shall stay");
  check(RESUME_ALL(jvmti, 0, NULL), "ResumeAllVirtualThreads");
  tell_state("resumed", first), tell_state("resumed", second);
  const jthread both[] = {first, platform};
  check((*jvmti)->SuspendThreadList(jvmti, 2, both, errors), "SuspendThreadList");
  printf("SuspendThreadList %d %d\n", errors[0], errors[1]);
  check((*jvmti)->ResumeThreadList(jvmti, 2, both, errors), "ResumeThreadList");
  printf("ResumeThreadList %d %d\n", errors[0], errors[1]);
  fflush(stdout);
}

/* Called by a method of Virtual: depth 1 is that method, 2 its caller. */
JNIEXPORT void JNICALL Java_Virtual_notifyPops(JNIEnv *jni, jclass self, jboolean clear) {
  (void)self, (void)jni;
  check((*jvmti)->NotifyFramePop(jvmti, NULL, 1), "NotifyFramePop");
  check((*jvmti)->NotifyFramePop(jvmti, NULL, 1), "NotifyFramePop again");
  check((*jvmti)->NotifyFramePop(jvmti, NULL, 2), "NotifyFramePop of the caller");
  if (!clear) return;
  check(CLEAR_ALL_FRAME_POPS(jvmti, NULL), "ClearAllFramePops");
  check(CLEAR_ALL_FRAME_POPS(jvmti, NULL), "ClearAllFramePops again");
  check((*jvmti)->NotifyFramePop(jvmti, NULL, 2), "NotifyFramePop of the caller, after all");
}

JNIEXPORT void JNICALL Java_Virtual_usage(JNIEnv *jni, jclass self, jobject object) {
  jvmtiMonitorUsage usage;
  (void)self, (void)jni;
  check((*jvmti)->GetObjectMonitorUsage(jvmti, object, &usage), "GetObjectMonitorUsage");
  printf("owner %s, entries %d, waiters %d, to be notified %d\n", usage.owner == NULL ? "none" : name_of(usage.owner), usage.entry_count, usage.waiter_count,
         usage.notify_waiter_count);
  fflush(stdout);
}

/* tests/jdk25/commands loads the agent into a program that runs. */
JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM *vm, char *options, void *reserved) {
  (void)reserved, (void)options;
  return (*vm)->GetEnv(vm, (void **)&jvmti, 0x30190000) == JNI_OK ? 0 : 1;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiCapabilities wanted = {0};
  void *callbacks[kLastCallback - kFirstCallback + 1] = {0};
  (void)reserved;
  snprintf(part, sizeof part, "%s", options);
  if ((*vm)->GetEnv(vm, (void **)&jvmti, 0x30190000) != JNI_OK) return 1;
  wanted.can_suspend = 1;
  wanted.can_get_owned_monitor_info = 1;
  wanted.can_get_current_contended_monitor = 1;
  wanted.can_get_monitor_info = 1;
  wanted.can_get_thread_cpu_time = 1;
  wanted.can_generate_frame_pop_events = 1;
  if (!is("capabilities")) *bits_of(&wanted) |= kMask;
  check((*jvmti)->AddCapabilities(jvmti, &wanted), "AddCapabilities");
  callbacks[JVMTI_EVENT_THREAD_START - kFirstCallback] = (void *)thread_start;
  callbacks[JVMTI_EVENT_THREAD_END - kFirstCallback] = (void *)thread_end;
  callbacks[JVMTI_EVENT_FRAME_POP - kFirstCallback] = (void *)frame_pop;
  callbacks[kVirtualThreadStart - kFirstCallback] = (void *)virtual_start;
  callbacks[kVirtualThreadEnd - kFirstCallback] = (void *)virtual_end;
  check((*jvmti)->SetEventCallbacks(jvmti, (const jvmtiEventCallbacks *)callbacks, sizeof callbacks), "SetEventCallbacks");
  if (is("events")) {
    enable(JVMTI_EVENT_THREAD_START);
    enable(JVMTI_EVENT_THREAD_END);
    enable(kVirtualThreadStart);
    enable(kVirtualThreadEnd);
  }
  if (is("pops")) enable(JVMTI_EVENT_FRAME_POP);
  fflush(stdout);
  return 0;
}
