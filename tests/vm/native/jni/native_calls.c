/* The other half of NativeCalls.java. */
#include <jni.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NATIVE(type, name) JNIEXPORT type JNICALL Java_NativeCalls_##name

static jstring text_of(JNIEnv* env, const char* text) { return (*env)->NewStringUTF(env, text); }

static const char* class_name(JNIEnv* env, jobject object, char* to, size_t size) {
  jclass klass = (*env)->GetObjectClass(env, object);
  jclass klass_class = (*env)->GetObjectClass(env, klass);
  jmethodID get_name = (*env)->GetMethodID(env, klass_class, "getName", "()Ljava/lang/String;");
  jstring name = (*env)->CallObjectMethod(env, klass, get_name);
  const char* chars = (*env)->GetStringUTFChars(env, name, NULL);
  snprintf(to, size, "%s", chars);
  (*env)->ReleaseStringUTFChars(env, name, chars);
  return to;
}

/* Takes the pending exception away and names it. */
static const char* pending(JNIEnv* env, char* to, size_t size) {
  jthrowable thrown = (*env)->ExceptionOccurred(env);
  (*env)->ExceptionClear(env);
  return thrown == NULL ? "nothing" : class_name(env, thrown, to, size);
}

NATIVE(jstring, allTypes)(JNIEnv* env, jclass klass, jboolean z, jbyte b, jchar c, jshort s, jint i, jlong j, jfloat f, jdouble d, jstring text, jintArray array) {
  char buffer[256];
  const char* chars = text == NULL ? "null" : (*env)->GetStringUTFChars(env, text, NULL);
  snprintf(buffer, sizeof buffer, "%d %d %d %d %d %lld %g %g %s %d %d", z, b, c, s, i, (long long)j, f, d, chars,
           array == NULL ? -1 : (*env)->GetArrayLength(env, array), klass != NULL);
  if (text != NULL) {
    (*env)->ReleaseStringUTFChars(env, text, chars);
  }
  return text_of(env, buffer);
}

NATIVE(jdouble, many)(JNIEnv* env, jobject self, jlong a, jdouble b, jint c, jfloat d, jlong e, jdouble f, jint g, jfloat h, jlong i, jdouble j, jint k, jfloat l,
                      jlong m, jdouble n, jbyte o, jobject p, jchar q) {
  jdouble values[] = {(jdouble)a, b, c, d, (jdouble)e, f, g, h, (jdouble)i, j, k, l, (jdouble)m, n, o, p != NULL, q};
  jdouble result = 0;
  for (size_t at = 0; at < sizeof values / sizeof *values; ++at) {
    result = result * 1.25 + values[at];
  }
  return self != NULL && env != NULL ? result : -1;
}

NATIVE(jboolean, oddBoolean)(JNIEnv* env, jclass klass) { return 0x42; }
NATIVE(jbyte, wideByte)(JNIEnv* env, jclass klass) { return (jbyte)0xff; }
NATIVE(jchar, wideChar)(JNIEnv* env, jclass klass) { return (jchar)0x1ffff; }
NATIVE(jshort, wideShort)(JNIEnv* env, jclass klass) { return (jshort)0x8001; }
NATIVE(jobject, same)(JNIEnv* env, jclass klass, jobject object) { return object; }

NATIVE(void, fail)(JNIEnv* env, jclass klass, jstring message) {
  const char* chars = (*env)->GetStringUTFChars(env, message, NULL);
  jclass exception = (*env)->FindClass(env, "java/lang/Exception");
  (*env)->ThrowNew(env, exception, chars);
  (*env)->ReleaseStringUTFChars(env, message, chars);
}

NATIVE(jclass, find)(JNIEnv* env, jclass klass, jstring name) {
  if (name == NULL) {
    return (*env)->FindClass(env, NULL);
  }
  const char* chars = (*env)->GetStringUTFChars(env, name, NULL);
  jclass found = (*env)->FindClass(env, chars);
  (*env)->ReleaseStringUTFChars(env, name, chars);
  return found;
}

NATIVE(jstring, callBack)(JNIEnv* env, jclass klass, jobject self) {
  jclass base = (*env)->FindClass(env, "NativeCalls");
  jmethodID greet = (*env)->GetMethodID(env, base, "greet", "(Ljava/lang/String;ID)Ljava/lang/String;");
  jmethodID sum = (*env)->GetStaticMethodID(env, base, "sum", "(BSCZJF)J");
  jmethodID hidden = (*env)->GetMethodID(env, base, "hidden", "()Ljava/lang/String;");
  jvalue arguments[3];
  arguments[0].l = text_of(env, "ab");
  arguments[1].i = 2;
  arguments[2].d = 0.25;
  jstring virtual_result = (*env)->CallObjectMethodA(env, self, greet, arguments);
  jstring direct_result = (*env)->CallNonvirtualObjectMethod(env, self, base, greet, text_of(env, "c"), 3, 1.5);
  jlong total = (*env)->CallStaticLongMethod(env, base, sum, -1, -2, 7000, JNI_TRUE, (jlong)1 << 33, 2.5);
  jstring hidden_result = (*env)->CallObjectMethod(env, self, hidden);
  const char* one = (*env)->GetStringUTFChars(env, virtual_result, NULL);
  const char* two = (*env)->GetStringUTFChars(env, direct_result, NULL);
  const char* three = (*env)->GetStringUTFChars(env, hidden_result, NULL);
  char buffer[512];
  snprintf(buffer, sizeof buffer, "%s | %s | %lld | %s", one, two, (long long)total, three);
  return text_of(env, buffer);
}

NATIVE(jstring, fields)(JNIEnv* env, jclass klass, jobject self) {
  jfieldID counter = (*env)->GetFieldID(env, klass, "counter", "I");
  jfieldID total = (*env)->GetStaticFieldID(env, klass, "total", "J");
  jfieldID label = (*env)->GetFieldID(env, klass, "label", "Ljava/lang/String;");
  jfieldID ratio = (*env)->GetFieldID(env, klass, "ratio", "D");
  jfieldID shared = (*env)->GetStaticFieldID(env, klass, "shared", "Ljava/lang/String;");
  char buffer[128];
  snprintf(buffer, sizeof buffer, "%d %lld %g", (*env)->GetIntField(env, self, counter), (long long)(*env)->GetStaticLongField(env, klass, total),
           (*env)->GetDoubleField(env, self, ratio));
  (*env)->SetIntField(env, self, counter, -8);
  (*env)->SetStaticLongField(env, klass, total, -1);
  (*env)->SetObjectField(env, self, label, text_of(env, "new label"));
  (*env)->SetDoubleField(env, self, ratio, 4.75);
  (*env)->SetStaticObjectField(env, klass, shared, NULL);
  return text_of(env, buffer);
}

NATIVE(jint, arrays)(JNIEnv* env, jclass klass, jintArray numbers, jobjectArray texts, jdoubleArray empty) {
  jint region[2];
  (*env)->GetIntArrayRegion(env, numbers, 1, 2, region);
  jint* elements = (*env)->GetIntArrayElements(env, numbers, NULL);
  elements[0] = 50;
  (*env)->ReleaseIntArrayElements(env, numbers, elements, JNI_COMMIT);
  elements[0] = 51;
  (*env)->ReleaseIntArrayElements(env, numbers, elements, JNI_ABORT);
  jint* critical = (*env)->GetPrimitiveArrayCritical(env, numbers, NULL);
  critical[2] += 100;
  (*env)->ReleasePrimitiveArrayCritical(env, numbers, critical, 0);
  (*env)->SetIntArrayRegion(env, numbers, 1, 1, &region[1]);
  (*env)->SetObjectArrayElement(env, texts, 1, (*env)->GetObjectArrayElement(env, texts, 2));
  jdouble* nothing = (*env)->GetDoubleArrayElements(env, empty, NULL);
  jint has_address = nothing != NULL;
  (*env)->ReleaseDoubleArrayElements(env, empty, nothing, 0);
  jobjectArray fresh = (*env)->NewObjectArray(env, 3, (*env)->FindClass(env, "java/lang/String"), (*env)->GetObjectArrayElement(env, texts, 0));
  return region[0] * 1000 + region[1] * 10 + has_address + (*env)->GetArrayLength(env, fresh);
}

static atomic_int holds_array;
static atomic_int has_collected;

NATIVE(jboolean, holdsArray)(JNIEnv* env, jclass klass) { return holds_array; }
NATIVE(void, hasCollected)(JNIEnv* env, jclass klass) { has_collected = 1; }

/* Holds the elements until another thread has collected, but no longer than this. Returns whether it has. */
NATIVE(jboolean, holdArray)(JNIEnv* env, jclass klass, jintArray numbers, jint millis) {
  jint* elements = (*env)->GetPrimitiveArrayCritical(env, numbers, NULL);
  holds_array = 1;
  for (jint waited = 0; waited < millis && !has_collected; ++waited) {
    usleep(1000);
  }
  jboolean seen = has_collected ? JNI_TRUE : JNI_FALSE;
  elements[0] += 1;
  (*env)->ReleasePrimitiveArrayCritical(env, numbers, elements, 0);
  return seen;
}

NATIVE(jstring, strings)(JNIEnv* env, jclass klass, jstring text) {
  char buffer[512];
  char utf[64];
  jchar units[16];
  jsize length = (*env)->GetStringLength(env, text);
  int at = snprintf(buffer, sizeof buffer, "%d %d:", length, (*env)->GetStringUTFLength(env, text));
  const jchar* chars = (*env)->GetStringChars(env, text, NULL);
  for (jsize i = 0; i < length; ++i) {
    at += snprintf(buffer + at, sizeof buffer - (size_t)at, " %x", chars[i]);
  }
  (*env)->ReleaseStringChars(env, text, chars);
  (*env)->GetStringRegion(env, text, 2, 3, units);
  (*env)->GetStringUTFRegion(env, text, 1, 3, utf);
  const jchar* critical = (*env)->GetStringCritical(env, text, NULL);
  at += snprintf(buffer + at, sizeof buffer - (size_t)at, " | %x %x %x | %zu %x", units[0], units[1], units[2], strlen(utf), critical[length - 1]);
  (*env)->ReleaseStringCritical(env, text, critical);
  for (const char* p = utf; *p != 0; ++p) {
    at += snprintf(buffer + at, sizeof buffer - (size_t)at, " %02x", (unsigned char)*p);
  }
  jstring round = (*env)->NewString(env, units, 3);
  at += snprintf(buffer + at, sizeof buffer - (size_t)at, " | %d", (*env)->GetStringUTFLength(env, round));
  return text_of(env, buffer);
}

NATIVE(jstring, references)(JNIEnv* env, jclass klass, jobject object) {
  jobject global = (*env)->NewGlobalRef(env, object);
  jweak weak = (*env)->NewWeakGlobalRef(env, object);
  jobject local = (*env)->NewLocalRef(env, weak);
  char buffer[128];
  snprintf(buffer, sizeof buffer, "%d %d %d %d %d %d %d %d", (*env)->GetObjectRefType(env, object), (*env)->GetObjectRefType(env, global),
           (*env)->GetObjectRefType(env, weak), (*env)->GetObjectRefType(env, local), (*env)->IsSameObject(env, global, weak),
           (*env)->IsSameObject(env, weak, NULL), (*env)->IsInstanceOf(env, local, klass), (*env)->IsInstanceOf(env, NULL, klass));
  (*env)->DeleteLocalRef(env, local);
  (*env)->DeleteGlobalRef(env, global);
  (*env)->DeleteWeakGlobalRef(env, weak);
  return text_of(env, buffer);
}

NATIVE(jint, monitor)(JNIEnv* env, jclass klass, jobject lock) {
  char buffer[128];
  jint result = (*env)->MonitorEnter(env, lock) == JNI_OK ? 1 : 0;
  result += (*env)->MonitorEnter(env, lock) == JNI_OK ? 10 : 0;
  result += (*env)->MonitorExit(env, lock) == JNI_OK ? 100 : 0;
  result += (*env)->MonitorExit(env, lock) == JNI_OK ? 1000 : 0;
  (*env)->MonitorExit(env, lock);
  printf("unbalanced exit: %s\n", pending(env, buffer, sizeof buffer));
  fflush(stdout);
  return result;
}

/* Which of two locks the calling thread holds. */
static void append_held(JNIEnv* env, jobject a, jobject b, char* text) {
  jclass thread = (*env)->FindClass(env, "java/lang/Thread");
  jmethodID holds_lock = (*env)->GetStaticMethodID(env, thread, "holdsLock", "(Ljava/lang/Object;)Z");
  strcat(text, (*env)->CallStaticBooleanMethod(env, thread, holds_lock, a) ? "A" : "-");
  strcat(text, (*env)->CallStaticBooleanMethod(env, thread, holds_lock, b) ? "B " : "- ");
}

/* Locks that overlap and do not nest: enter A, enter B, exit A, exit B. */
NATIVE(jstring, crossedMonitors)(JNIEnv* env, jclass klass, jobject a, jobject b) {
  char text[64] = "";
  (*env)->MonitorEnter(env, a);
  append_held(env, a, b, text);
  (*env)->MonitorEnter(env, b);
  append_held(env, a, b, text);
  (*env)->MonitorExit(env, a);
  append_held(env, a, b, text);
  (*env)->MonitorExit(env, b);
  append_held(env, a, b, text);
  return text_of(env, text);
}

NATIVE(jobject, direct)(JNIEnv* env, jclass klass) {
  jlong* memory = malloc(sizeof(jlong));
  *memory = 0x1122334455667788;
  jobject buffer = (*env)->NewDirectByteBuffer(env, memory, sizeof(jlong));
  jboolean same = (*env)->GetDirectBufferAddress(env, buffer) == memory && (*env)->GetDirectBufferCapacity(env, buffer) == sizeof(jlong);
  jboolean other = (*env)->GetDirectBufferAddress(env, klass) == NULL && (*env)->GetDirectBufferCapacity(env, klass) == -1;
  return same && other ? buffer : NULL;
}

NATIVE(jstring, errors)(JNIEnv* env, jclass klass, jobject self) {
  char buffer[1024];
  char name[128];
  int at = 0;
  jint number = 0;
#define NEXT() at += snprintf(buffer + at, sizeof buffer - (size_t)at, "%s ", pending(env, name, sizeof name))
  (*env)->GetMethodID(env, klass, "nothing", "()V");
  NEXT();
  (*env)->GetStaticMethodID(env, klass, "hidden", "()Ljava/lang/String;");
  NEXT();
  (*env)->GetFieldID(env, klass, "total", "J");
  NEXT();
  jintArray array = (*env)->NewIntArray(env, 2);
  (*env)->GetIntArrayRegion(env, array, 1, 2, &number);
  NEXT();
  (*env)->NewIntArray(env, -1);
  NEXT();
  (*env)->AllocObject(env, (*env)->FindClass(env, "java/lang/Number"));
  NEXT();
  jobjectArray strings = (*env)->NewObjectArray(env, 1, (*env)->FindClass(env, "java/lang/String"), NULL);
  (*env)->SetObjectArrayElement(env, strings, 0, self);
  NEXT();
  (*env)->GetObjectArrayElement(env, strings, 1);
  NEXT();
  (*env)->CallVoidMethod(env, self, (*env)->GetMethodID(env, klass, "thrower", "()V"));
  at += snprintf(buffer + at, sizeof buffer - (size_t)at, "%d ", (*env)->ExceptionCheck(env));
  NEXT();
  at += snprintf(buffer + at, sizeof buffer - (size_t)at, "%x", (*env)->GetVersion(env));
#undef NEXT
  return text_of(env, buffer);
}

NATIVE(jobject, construct)(JNIEnv* env, jclass klass) {
  jclass builder = (*env)->FindClass(env, "java/lang/StringBuilder");
  jobject object = (*env)->NewObject(env, builder, (*env)->GetMethodID(env, builder, "<init>", "(Ljava/lang/String;)V"), text_of(env, "built"));
  jclass base = (*env)->GetSuperclass(env, builder);
  char buffer[64];
  printf("%s %d %d\n", class_name(env, object, buffer, sizeof buffer), (*env)->IsAssignableFrom(env, builder, base), (*env)->IsAssignableFrom(env, base, builder));
  fflush(stdout);
  return object;
}

NATIVE(jint, localFrames)(JNIEnv* env, jclass klass, jint depth) {
  (*env)->PushLocalFrame(env, 16);
  jobject object = NULL;
  for (int i = 0; i < 300; ++i) {
    object = text_of(env, "local");
  }
  jint length = depth == 0 ? 0 : Java_NativeCalls_localFrames(env, klass, depth - 1);
  object = (*env)->PopLocalFrame(env, object);
  return length + (*env)->GetStringLength(env, object);
}

/* A local from below the frame is deleted inside of it; what Java code leaves in its slot must not come back with the frame's end. */
NATIVE(void, deleteBelowFrame)(JNIEnv* env, jclass klass) {
  jmethodID churn = (*env)->GetStaticMethodID(env, klass, "churn", "()V");
  for (int i = 0; i < 3; ++i) {
    jobject local = text_of(env, "local");
    (*env)->PushLocalFrame(env, 16);
    (*env)->DeleteLocalRef(env, local);
    (*env)->CallStaticVoidMethod(env, klass, churn);
    (*env)->PopLocalFrame(env, NULL);
    (*env)->CallStaticVoidMethod(env, klass, churn);
  }
}

NATIVE(void, popTwice)(JNIEnv* env, jclass klass) {
  (*env)->PopLocalFrame(env, NULL);
  (*env)->PopLocalFrame(env, NULL);
}

NATIVE(jint, frameAroundPops)(JNIEnv* env, jclass klass) {
  (*env)->PushLocalFrame(env, 16);
  jobject object = text_of(env, "local");
  (*env)->CallStaticVoidMethod(env, klass, (*env)->GetStaticMethodID(env, klass, "popInside", "()V"));
  object = (*env)->PopLocalFrame(env, object);
  return (*env)->GetStringLength(env, object);
}

NATIVE(jboolean, hasNameless)(JNIEnv* env, jclass klass, jstring signature, jboolean is_static) {
  const char* chars = (*env)->GetStringUTFChars(env, signature, NULL);
  jmethodID id = is_static ? (*env)->GetStaticMethodID(env, klass, NULL, chars) : (*env)->GetMethodID(env, klass, NULL, chars);
  (*env)->ReleaseStringUTFChars(env, signature, chars);
  return id != NULL;
}

NATIVE(jstring, sized)(JNIEnv* env, jclass klass, jint length) {
  jchar units[4] = {'a', 'b', 'c', 'd'};
  return (*env)->NewString(env, units, length);
}

NATIVE(void, describe)(JNIEnv* env, jclass klass) {
  (*env)->ThrowNew(env, (*env)->FindClass(env, "java/lang/ArithmeticException"), "described");
  (*env)->ExceptionDescribe(env);
  if ((*env)->ExceptionCheck(env)) {
    printf("still pending\n");
  }
}

NATIVE(jint, over_1_1load__I)(JNIEnv* env, jclass klass, jint x) { return x + 1; }
NATIVE(jint, over_1_1load__J)(JNIEnv* env, jclass klass, jlong x) { return (jint)x + 2; }

NATIVE(jboolean, holdsClassLock)(JNIEnv* env, jclass klass) {
  jclass thread = (*env)->FindClass(env, "java/lang/Thread");
  return (*env)->CallStaticBooleanMethod(env, thread, (*env)->GetStaticMethodID(env, thread, "holdsLock", "(Ljava/lang/Object;)Z"), klass);
}

static jint twice(JNIEnv* env, jclass klass, jint x) { return 2 * x; }

NATIVE(void, registerOther)(JNIEnv* env, jclass klass) {
  char name[128];
  JNINativeMethod method = {"registered", "(I)I", (void*)twice};
  JNINativeMethod absent = {"registered", "(J)I", (void*)twice};
  printf("register: %d", (*env)->RegisterNatives(env, klass, &method, 1));
  printf(" %d", (*env)->RegisterNatives(env, klass, &absent, 1));
  printf(" %s\n", pending(env, name, sizeof name));
  fflush(stdout);
}

NATIVE(jstring, reflected)(JNIEnv* env, jclass klass, jobject method, jobject field) {
  jmethodID method_id = (*env)->FromReflectedMethod(env, method);
  jfieldID field_id = (*env)->FromReflectedField(env, field);
  jobject self = (*env)->AllocObject(env, klass);
  jboolean same = method_id == (*env)->GetMethodID(env, klass, "hidden", "()Ljava/lang/String;") &&
                  field_id == (*env)->GetFieldID(env, klass, "label", "Ljava/lang/String;") && (*env)->GetObjectField(env, self, field_id) == NULL;
  jobject back = (*env)->ToReflectedMethod(env, klass, method_id, JNI_FALSE);
  jobject field_back = (*env)->ToReflectedField(env, klass, field_id, JNI_FALSE);
  jclass object = (*env)->FindClass(env, "java/lang/Object");
  jmethodID equals = (*env)->GetMethodID(env, object, "equals", "(Ljava/lang/Object;)Z");
  char buffer[64];
  snprintf(buffer, sizeof buffer, "%d %d %d", same, (*env)->CallBooleanMethod(env, back, equals, method),
           (*env)->CallBooleanMethod(env, field_back, equals, field));
  return text_of(env, buffer);
}

NATIVE(jclass, define)(JNIEnv* env, jclass klass, jobject loader, jbyteArray bytes) {
  jbyte copy[16];
  jsize length = (*env)->GetArrayLength(env, bytes);
  (*env)->GetByteArrayRegion(env, bytes, 0, length, copy);
  return (*env)->DefineClass(env, "Nonsense", loader, copy, length);
}
