/* An agent that asks about virtual threads that are mounted nowhere, and about their carriers. Its program is Leaving; its option is the part. The header
   is that of JDK 17, so what came later stands here. */
#include <stdlib.h>

#include "parts.h"

enum { kVirtualThreadsBit = 44 };
static const jvmtiEvent kVirtualThreadStart = (jvmtiEvent)87;
static const jvmtiEvent kVirtualThreadEnd = (jvmtiEvent)88;
typedef jvmtiError (*OfList)(jvmtiEnv *env, jint count, const jthread *list);
typedef jvmtiError (*OtherThread)(jvmtiEnv *env, jthread thread, jthread *other);
#define SUSPEND_ALL ((OfList)(*jvmti)->reserved118)
#define RESUME_ALL ((OfList)(*jvmti)->reserved119)

static const char *name_of(jthread thread) {
  static char text[64];
  jvmtiThreadInfo info;
  check((*jvmti)->GetThreadInfo(jvmti, thread, &info), "GetThreadInfo");
  snprintf(text, sizeof text, "%s", info.name);
  return text;
}
static int is_ours(jthread thread) { return strncmp(name_of(thread), "our", 3) == 0; }

static void tell(const char *what, jthread thread) {
  if (!is_ours(thread)) return;
  printf("%s %s\n", what, name_of(thread));
  fflush(stdout);
}
static void JNICALL virtual_start(jvmtiEnv *env, JNIEnv *jni, jthread thread) { (void)env, (void)jni, tell("starts", thread); }
static void JNICALL virtual_end(jvmtiEnv *env, JNIEnv *jni, jthread thread) { (void)env, (void)jni, tell("ends", thread); }
static void JNICALL mounted(jvmtiEnv *env, JNIEnv *jni, jthread thread) { (void)env, (void)jni, tell("mounted", thread); }
static void JNICALL unmounts(jvmtiEnv *env, JNIEnv *jni, jthread thread) { (void)env, (void)jni, tell("unmounts", thread); }

static const char *method_name(jmethodID method) {
  static char text[200];
  jclass holder;
  char *name, *signature;
  check((*jvmti)->GetMethodDeclaringClass(jvmti, method, &holder), "GetMethodDeclaringClass");
  check((*jvmti)->GetClassSignature(jvmti, holder, &signature, NULL), "GetClassSignature");
  check((*jvmti)->GetMethodName(jvmti, method, &name, NULL, NULL), "GetMethodName");
  snprintf(text, sizeof text, "%s.%s", strstr(signature, "$$Lambda") ? "a lambda" : signature, name);
  return text;
}

/* Of the methods between a carrier and a virtual thread, an agent hears of a few only. How often Thread.getState disables suspension depends on how
   often the program asks. */
static void JNICALL entered(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method) {
  const char *name = method_name(method);
  (void)env, (void)jni;
  if (strstr(name, "yieldContinuation") || strstr(name, "Continuation;.enter") || strstr(name, "Continuation;.yield") || strstr(name, "doYield") ||
      (strstr(name, "notifyJvmti") && !strstr(name, "DisableSuspend")) || strstr(name, ".mount") || strstr(name, ".unmount"))
    printf("enters %s in %s\n", name, is_ours(thread) ? "ours" : "another one");
}

static const char *state_text(jint state) {
  static char text[100];
  snprintf(text, sizeof text, "%s%s%s%s%s%s%s%s%s", state & JVMTI_THREAD_STATE_ALIVE ? "alive " : "", state & JVMTI_THREAD_STATE_RUNNABLE ? "runnable " : "",
           state & JVMTI_THREAD_STATE_WAITING ? "waiting " : "", state & JVMTI_THREAD_STATE_PARKED ? "parked " : "",
           state & JVMTI_THREAD_STATE_WAITING_WITH_TIMEOUT ? "timed " : "", state & JVMTI_THREAD_STATE_IN_OBJECT_WAIT ? "in-wait " : "",
           state & JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER ? "blocked " : "", state & JVMTI_THREAD_STATE_SUSPENDED ? "suspended " : "",
           state & JVMTI_THREAD_STATE_INTERRUPTED ? "interrupted " : "");
  return text;
}

static void tell_stack(jthread thread) {
  jvmtiFrameInfo frames[64];
  jint count = 0, depth = 0;
  check((*jvmti)->GetStackTrace(jvmti, thread, 0, 64, frames, &count), "GetStackTrace");
  check((*jvmti)->GetFrameCount(jvmti, thread, &depth), "GetFrameCount");
  printf("%d frames, %d\n", depth, count);
  for (jint i = 0; i < count; ++i) printf("  %s\n", method_name(frames[i].method));
}

JNIEXPORT void JNICALL Java_Leaving_tellState(JNIEnv *jni, jclass self, jstring when, jthread thread) {
  jint state = -1;
  const char *text = (*jni)->GetStringUTFChars(jni, when, NULL);
  (void)self;
  check((*jvmti)->GetThreadState(jvmti, thread, &state), "GetThreadState");
  printf("%s: %s\n", text, state_text(state));
  (*jni)->ReleaseStringUTFChars(jni, when, text);
  fflush(stdout);
}

JNIEXPORT void JNICALL Java_Leaving_tellStack(JNIEnv *jni, jclass self, jthread thread) {
  jvmtiStackInfo *infos;
  (void)self, (void)jni;
  tell_stack(thread);
  check((*jvmti)->GetThreadListStackTraces(jvmti, 1, &thread, 3, &infos), "GetThreadListStackTraces");
  printf("of a list: %d, %s\n", infos->frame_count, state_text(infos->state));
  for (jint i = 0; i < infos->frame_count; ++i) printf("  %s\n", method_name(infos->frame_buffer[i].method));
  fflush(stdout);
}

/* The first frame of a method of Leaving. */
static jint depth_of(jthread thread, const char *wanted) {
  jint count = 0;
  jvmtiFrameInfo frames[64];
  check((*jvmti)->GetStackTrace(jvmti, thread, 0, 64, frames, &count), "GetStackTrace");
  for (jint i = 0; i < count; ++i)
    if (strstr(method_name(frames[i].method), wanted) != NULL) return i;
  printf("no frame of %s\n", wanted);
  return 0;
}

/* Leaving.waits has an int in slot 0, a long in slot 1 and a String in slot 3. */
static void locals(JNIEnv *jni, jthread thread) {
  const jint depth = depth_of(thread, "LLeaving;.waits");
  jint number = 0;
  jlong wide = 0;
  jobject text = NULL;
  jmethodID method;
  jlocation location;
  check((*jvmti)->GetLocalInt(jvmti, thread, depth, 0, &number), "GetLocalInt");
  check((*jvmti)->GetLocalLong(jvmti, thread, depth, 1, &wide), "GetLocalLong");
  check((*jvmti)->GetLocalObject(jvmti, thread, depth, 3, &text), "GetLocalObject");
  printf("locals %d, %lld, %s\n", number, (long long)wide, text == NULL ? "null" : (*jni)->GetStringUTFChars(jni, (jstring)text, NULL));
  check((*jvmti)->GetLocalInt(jvmti, thread, depth, 3, &number), "GetLocalInt of a text");
  check((*jvmti)->GetLocalInt(jvmti, thread, depth, 99, &number), "GetLocalInt of no slot");
  check((*jvmti)->GetLocalInt(jvmti, thread, 99, 0, &number), "GetLocalInt of no frame");
  check((*jvmti)->SetLocalInt(jvmti, thread, depth, 0, 5), "SetLocalInt");
  check((*jvmti)->SetLocalObject(jvmti, thread, depth, 3, text), "SetLocalObject");
  check((*jvmti)->GetFrameLocation(jvmti, thread, depth, &method, &location), "GetFrameLocation");
  printf("in %s at %s\n", method_name(method), location > 0 ? "a later place" : "its beginning");
}

static void exits(JNIEnv *jni, jthread thread) {
  jclass error = (*jni)->FindClass(jni, "java/lang/IllegalStateException");
  jobject thrown = (*jni)->AllocObject(jni, error);
  check((*jvmti)->PopFrame(jvmti, thread), "PopFrame");
  check((*jvmti)->ForceEarlyReturnVoid(jvmti, thread), "ForceEarlyReturnVoid");
  check((*jvmti)->StopThread(jvmti, thread, thrown), "StopThread");
  check((*jvmti)->NotifyFramePop(jvmti, thread, depth_of(thread, "LLeaving;.waits")), "NotifyFramePop");
}

JNIEXPORT void JNICALL Java_Leaving_act(JNIEnv *jni, jclass self, jthread thread) {
  (void)self;
  if (is("locals") || is("platform")) locals(jni, thread);
  if (is("exits")) exits(jni, thread);
  fflush(stdout);
}
JNIEXPORT void JNICALL Java_Leaving_suspend(JNIEnv *jni, jclass self, jthread thread) {
  (void)self, (void)jni;
  check((*jvmti)->SuspendThread(jvmti, thread), "SuspendThread");
}
JNIEXPORT void JNICALL Java_Leaving_resume(JNIEnv *jni, jclass self, jthread thread) {
  (void)self, (void)jni;
  check((*jvmti)->ResumeThread(jvmti, thread), "ResumeThread");
}
JNIEXPORT void JNICALL Java_Leaving_suspendAll(JNIEnv *jni, jclass self) {
  (void)self, (void)jni;
  check(SUSPEND_ALL(jvmti, 0, NULL), "SuspendAllVirtualThreads");
}
JNIEXPORT void JNICALL Java_Leaving_resumeAll(JNIEnv *jni, jclass self) {
  (void)self, (void)jni;
  check(RESUME_ALL(jvmti, 0, NULL), "ResumeAllVirtualThreads");
}

static OtherThread extension(const char *wanted) {
  jint count = 0;
  jvmtiExtensionFunctionInfo *functions;
  check((*jvmti)->GetExtensionFunctions(jvmti, &count, &functions), "GetExtensionFunctions");
  for (jint i = 0; i < count; ++i)
    if (strcmp(functions[i].id, wanted) == 0) return (OtherThread)functions[i].func;
  printf("no %s\n", wanted);
  return NULL;
}
/* Which thread carries which; called by a virtual thread with its carrier. */
JNIEXPORT void JNICALL Java_Leaving_pairs(JNIEnv *jni, jclass self, jthread other) {
  jthread me, carrier = NULL, carried = NULL, none = NULL;
  OtherThread carrier_of = extension("com.sun.hotspot.functions.GetCarrierThread");
  OtherThread virtual_of = extension("com.sun.hotspot.functions.GetVirtualThread");
  (void)self;
  check((*jvmti)->GetCurrentThread(jvmti, &me), "GetCurrentThread");
  check(carrier_of(jvmti, me, &carrier), "GetCarrierThread");
  check(virtual_of(jvmti, carrier, &carried), "GetVirtualThread");
  printf("%s is carried: %d\n", name_of(me), (*jni)->IsSameObject(jni, me, carried));
  check(carrier_of(jvmti, other, &none), "GetCarrierThread of one that waits");
  printf("carrier of one that waits: %s\n", none == NULL ? "none" : "some");
  check(carrier_of(jvmti, carrier, &none), "GetCarrierThread of a carrier");
  check(virtual_of(jvmti, me, &none), "GetVirtualThread of a virtual thread");
  jint state = 0;
  check((*jvmti)->GetThreadState(jvmti, carrier, &state), "GetThreadState of the carrier");
  printf("the carrier: %s\n", state_text(state));
  tell_stack(carrier);
  fflush(stdout);
}

static void listen_to_switches(void) {
  jint count = 0;
  jvmtiExtensionEventInfo *events;
  check((*jvmti)->GetExtensionEvents(jvmti, &count, &events), "GetExtensionEvents");
  for (jint i = 0; i < count; ++i) {
    jint index = events[i].extension_event_index;
    jvmtiExtensionEvent callback = strcmp(events[i].id, "com.sun.hotspot.events.VirtualThreadMount") == 0     ? (jvmtiExtensionEvent)mounted
                                   : strcmp(events[i].id, "com.sun.hotspot.events.VirtualThreadUnmount") == 0 ? (jvmtiExtensionEvent)unmounts
                                                                                                             : NULL;
    if (callback == NULL) continue;
    check((*jvmti)->SetExtensionEventCallback(jvmti, index, callback), "SetExtensionEventCallback");
    enable((jvmtiEvent)index);
  }
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiCapabilities wanted = {0};
  void *callbacks[88 - 50 + 1] = {0};
  (void)reserved;
  snprintf(part, sizeof part, "%s", options);
  if ((*vm)->GetEnv(vm, (void **)&jvmti, 0x30190000) != JNI_OK) return 1;
  wanted.can_suspend = wanted.can_signal_thread = wanted.can_access_local_variables = wanted.can_pop_frame = 1;
  wanted.can_force_early_return = wanted.can_generate_frame_pop_events = wanted.can_generate_method_entry_events = 1;
  ((unsigned char *)&wanted)[kVirtualThreadsBit / 8] |= 1 << (kVirtualThreadsBit % 8);
  check((*jvmti)->AddCapabilities(jvmti, &wanted), "AddCapabilities");
  callbacks[kVirtualThreadStart - 50] = (void *)virtual_start;
  callbacks[kVirtualThreadEnd - 50] = (void *)virtual_end;
  callbacks[JVMTI_EVENT_METHOD_ENTRY - 50] = (void *)entered;
  check((*jvmti)->SetEventCallbacks(jvmti, (const jvmtiEventCallbacks *)callbacks, sizeof callbacks), "SetEventCallbacks");
  if (is("switches")) {
    enable(kVirtualThreadStart);
    enable(kVirtualThreadEnd);
    listen_to_switches();
  }
  if (is("entries")) enable(JVMTI_EVENT_METHOD_ENTRY);
  fflush(stdout);
  return 0;
}
