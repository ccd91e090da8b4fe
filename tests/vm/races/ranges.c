/* What the natives of Ranges.java read and write by JNI, one function of it each. */
#include <jni.h>

#define NATIVE(type, name) JNIEXPORT type JNICALL Java_Ranges_##name

NATIVE(void, put)(JNIEnv* env, jclass klass, jintArray array, jint at, jint value) {
  (void)klass;
  (*env)->SetIntArrayRegion(env, array, at, 1, &value);
}

NATIVE(jint, get)(JNIEnv* env, jclass klass, jintArray array, jint at) {
  jint value = 0;
  (void)klass;
  (*env)->GetIntArrayRegion(env, array, at, 1, &value);
  return value;
}

NATIVE(jint, sum)(JNIEnv* env, jclass klass, jbyteArray array) {
  jbyte* bytes = (*env)->GetByteArrayElements(env, array, NULL);
  jint sum = 0;
  (void)klass;
  for (jsize i = 0; i < (*env)->GetArrayLength(env, array); ++i) {
    sum += bytes[i];
  }
  (*env)->ReleaseByteArrayElements(env, array, bytes, JNI_ABORT);
  return sum;
}

NATIVE(void, raise)(JNIEnv* env, jclass klass, jbyteArray array) {
  jbyte* bytes = (*env)->GetPrimitiveArrayCritical(env, array, NULL);
  (void)klass;
  bytes[2] = (jbyte)(bytes[2] + 1);
  (*env)->ReleasePrimitiveArrayCritical(env, array, bytes, 0);
}

NATIVE(jobject, element)(JNIEnv* env, jclass klass, jobjectArray array, jint at) {
  (void)klass;
  return (*env)->GetObjectArrayElement(env, array, at);
}

NATIVE(void, setElement)(JNIEnv* env, jclass klass, jobjectArray array, jint at, jobject value) {
  (void)klass;
  (*env)->SetObjectArrayElement(env, array, at, value);
}

static jfieldID x_of(JNIEnv* env, jobject point) {
  return (*env)->GetFieldID(env, (*env)->GetObjectClass(env, point), "x", "I");
}

NATIVE(jint, field)(JNIEnv* env, jclass klass, jobject point) {
  (void)klass;
  return (*env)->GetIntField(env, point, x_of(env, point));
}

NATIVE(void, setField)(JNIEnv* env, jclass klass, jobject point, jint value) {
  (void)klass;
  (*env)->SetIntField(env, point, x_of(env, point), value);
}
