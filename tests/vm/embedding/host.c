/* A C program that embeds a Java VM through the invocation API (JNI specification, chapter 5), the way an application server or a database does.
   It says on stdout what it did and what came back; tests/vm/embedding/run compares that with what it says on the JDK's own libjvm.so.

     host LIBJVM CLASS_PATH */
#include <dlfcn.h>
#include <jni.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef jint(JNICALL *CreateJavaVM)(JavaVM **, void **, void *);
typedef jint(JNICALL *GetDefaultJavaVMInitArgs)(void *);
typedef jint(JNICALL *GetCreatedJavaVMs)(JavaVM **, jsize, jsize *);

static CreateJavaVM create_java_vm;
static GetDefaultJavaVMInitArgs get_default_args;
static GetCreatedJavaVMs get_created_vms;

static void die(const char *what) {
  printf("host: %s\n", what);
  fflush(stdout);
  exit(70);
}

static void *find(void *library, const char *name) {
  void *found = dlsym(library, name);
  if (found == NULL) {
    die(name);
  }
  return found;
}

static void open_vm(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  if (library == NULL) {
    die(dlerror());
  }
  create_java_vm = (CreateJavaVM)find(library, "JNI_CreateJavaVM");
  get_default_args = (GetDefaultJavaVMInitArgs)find(library, "JNI_GetDefaultJavaVMInitArgs");
  get_created_vms = (GetCreatedJavaVMs)find(library, "JNI_GetCreatedJavaVMs");
}

/* --- exceptions --- */

/* Prints and clears what is pending: its class and message. */
static void print_pending(JNIEnv *env, const char *where) {
  jthrowable thrown = (*env)->ExceptionOccurred(env);
  if (thrown == NULL) {
    printf("%s: nothing is pending\n", where);
    return;
  }
  (*env)->ExceptionClear(env);
  jmethodID to_string = (*env)->GetMethodID(env, (*env)->GetObjectClass(env, thrown), "toString", "()Ljava/lang/String;");
  jstring text = (jstring)(*env)->CallObjectMethod(env, thrown, to_string);
  const char *chars = (*env)->GetStringUTFChars(env, text, NULL);
  printf("%s: %s\n", where, chars);
  (*env)->ReleaseStringUTFChars(env, text, chars);
}

/* --- natives of class Embedded --- */

static jint JNICALL native_add(JNIEnv *env, jclass cls, jint a, jint b) {
  (void)env;
  (void)cls;
  return a + b;
}

static jdouble JNICALL native_mix(JNIEnv *env, jobject self, jboolean z, jbyte b, jchar c, jshort s, jlong j, jfloat f, jdouble d, jint i, jlong k) {
  (void)env;
  return z + b + c + s + (jdouble)j + f + d + i + (jdouble)k + (self == NULL ? 1000 : 0);
}

static jstring JNICALL native_shout(JNIEnv *env, jclass cls, jstring text) {
  const char *in = (*env)->GetStringUTFChars(env, text, NULL);
  char out[100];
  (void)cls;
  snprintf(out, sizeof out, "%s!", in);
  (*env)->ReleaseStringUTFChars(env, text, in);
  return (*env)->NewStringUTF(env, out);
}

static void JNICALL native_throw(JNIEnv *env, jclass cls, jstring text) {
  const char *message = (*env)->GetStringUTFChars(env, text, NULL);
  jclass type = (*env)->FindClass(env, "java/lang/IllegalStateException");
  (void)cls;
  (*env)->ThrowNew(env, type, message);
  (*env)->ReleaseStringUTFChars(env, text, message);
}

static void register_natives(JNIEnv *env, jclass cls) {
  JNINativeMethod table[] = {
      {"add", "(II)I", (void *)native_add},
      {"mix", "(ZBCSJFDIJ)D", (void *)native_mix},
      {"shout", "(Ljava/lang/String;)Ljava/lang/String;", (void *)native_shout},
      {"fail", "(Ljava/lang/String;)V", (void *)native_throw},
  };
  JNINativeMethod wrong[] = {
      {"noSuchMethod", "()V", (void *)native_add},           /* a name that nobody has */
      {"toString", "(I)V", (void *)native_add},              /* not with this descriptor */
      {"hello", "()V", (void *)native_add},                  /* not native */
  };
  printf("RegisterNatives: %d\n", (*env)->RegisterNatives(env, cls, table, sizeof table / sizeof table[0]));
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
    printf("RegisterNatives of %s: %d\n", wrong[i].name, (*env)->RegisterNatives(env, cls, &wrong[i], 1));
    print_pending(env, "RegisterNatives");
  }
}

/* --- exceptions that Java throws, and that JNI throws --- */

static void catch_exceptions(JNIEnv *env, jclass cls) {
  jmethodID thrower = (*env)->GetStaticMethodID(env, cls, "thrower", "(I)V");
  (*env)->CallStaticVoidMethod(env, cls, thrower, 7);
  printf("ExceptionCheck: %d\n", (*env)->ExceptionCheck(env));
  print_pending(env, "thrower");
  printf("ExceptionCheck afterwards: %d\n", (*env)->ExceptionCheck(env));
  printf("a missing class: %s\n", (*env)->FindClass(env, "no/such/Thing") == NULL ? "null" : "found");
  print_pending(env, "FindClass");
  printf("a missing method: %s\n", (*env)->GetStaticMethodID(env, cls, "nothing", "()V") == NULL ? "null" : "found");
  print_pending(env, "GetStaticMethodID");
  printf("another descriptor: %s\n", (*env)->GetMethodID(env, cls, "toString", "(I)V") == NULL ? "null" : "found");
  print_pending(env, "GetMethodID");
  printf("a static method as a virtual one: %s\n", (*env)->GetMethodID(env, cls, "hello", "()V") == NULL ? "null" : "found");
  print_pending(env, "GetMethodID");
  printf("a missing field: %s\n", (*env)->GetFieldID(env, cls, "count", "J") == NULL ? "null" : "found");
  print_pending(env, "GetFieldID");
  printf("a missing static field: %s\n", (*env)->GetStaticFieldID(env, cls, "count", "I") == NULL ? "null" : "found");
  print_pending(env, "GetStaticFieldID");
  (*env)->CallStaticVoidMethod(env, cls, thrower, 8);
  (*env)->ExceptionDescribe(env); /* to stderr, with the stack trace */
  printf("pending after ExceptionDescribe: %d\n", (*env)->ExceptionCheck(env));
}

/* --- objects, fields, arrays, references --- */

static void use_objects(JNIEnv *env, jclass cls) {
  jmethodID make = (*env)->GetMethodID(env, cls, "<init>", "(Ljava/lang/String;)V");
  jobject object = (*env)->NewObject(env, cls, make, (*env)->NewStringUTF(env, "from C"));
  jfieldID count = (*env)->GetFieldID(env, cls, "count", "I");
  (*env)->SetIntField(env, object, count, 41);
  (*env)->CallVoidMethod(env, object, (*env)->GetMethodID(env, cls, "increment", "()V"));
  printf("count: %d\n", (*env)->GetIntField(env, object, count));
  jobject global = (*env)->NewGlobalRef(env, object);
  jweak weak = (*env)->NewWeakGlobalRef(env, object);
  (*env)->DeleteLocalRef(env, object);
  printf("same object: %d %d\n", (*env)->IsSameObject(env, global, weak), (*env)->IsSameObject(env, global, NULL));
  printf("kinds: %d %d\n", (*env)->GetObjectRefType(env, global), (*env)->GetObjectRefType(env, weak));
  (*env)->DeleteWeakGlobalRef(env, weak);
  (*env)->DeleteGlobalRef(env, global);

  jint numbers[] = {5, 3, 9, 1};
  jintArray array = (*env)->NewIntArray(env, 4);
  (*env)->SetIntArrayRegion(env, array, 0, 4, numbers);
  printf("sum: %lld\n", (long long)(*env)->CallStaticLongMethod(env, cls, (*env)->GetStaticMethodID(env, cls, "sum", "([I)J"), array));
  jint *elements = (*env)->GetIntArrayElements(env, array, NULL);
  elements[0] = 50;
  (*env)->ReleaseIntArrayElements(env, array, elements, 0);
  (*env)->GetIntArrayRegion(env, array, 0, 1, numbers);
  printf("changed: %d of %d\n", numbers[0], (*env)->GetArrayLength(env, array));
  (*env)->GetIntArrayRegion(env, array, 3, 2, numbers);
  print_pending(env, "GetIntArrayRegion");
}

/* --- threads --- */

struct Second {
  JavaVM *vm;
  const char *name;
  int as_daemon;
};

static void *run_second(void *argument) {
  struct Second *second = argument;
  JavaVM *vm = second->vm;
  JNIEnv *env = NULL;
  JavaVMAttachArgs args = {JNI_VERSION_10, (char *)second->name, NULL};
  printf("GetEnv before attaching: %d\n", (*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_10));
  jint attached = second->as_daemon ? (*vm)->AttachCurrentThreadAsDaemon(vm, (void **)&env, &args) : (*vm)->AttachCurrentThread(vm, (void **)&env, &args);
  printf("attached: %d, GetEnv: %d\n", attached, (*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_10));
  jclass cls = (*env)->FindClass(env, "Embedded");
  (*env)->CallStaticVoidMethod(env, cls, (*env)->GetStaticMethodID(env, cls, "visit", "()V"));
  printf("detached: %d\n", (*vm)->DetachCurrentThread(vm));
  printf("detached again: %d, GetEnv: %d\n", (*vm)->DetachCurrentThread(vm), (*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_10));
  return NULL;
}

static void run_in_second_thread(JavaVM *vm, const char *name, int as_daemon) {
  struct Second second = {vm, name, as_daemon};
  pthread_t thread;
  if (pthread_create(&thread, NULL, run_second, &second) != 0) {
    die("pthread_create");
  }
  pthread_join(thread, NULL);
}

/* --- the whole --- */

static JavaVM *start_vm(const char *class_path, JNIEnv **env) {
  char option[4096];
  snprintf(option, sizeof option, "-Djava.class.path=%s", class_path);
  JavaVMOption options[] = {{option, NULL}, {(char *)"-Dembedded.key=value", NULL}, {(char *)"-Xmx64m", NULL}};
  JavaVMInitArgs args = {JNI_VERSION_10, 3, options, JNI_FALSE};
  JavaVMInitArgs unknown_version = {0x00990000, 0, NULL, JNI_FALSE};
  JavaVM *vm = NULL;
  JavaVM *known = NULL;
  jsize count = -1;
  printf("default arguments: %d, of an unknown version: %d\n", get_default_args(&args), get_default_args(&unknown_version));
  printf("VMs before: %d", get_created_vms(&known, 1, &count));
  printf(" %d\n", count);
  jint created = create_java_vm(&vm, (void **)env, &args);
  printf("created: %d\n", created);
  if (created != JNI_OK) {
    die("JNI_CreateJavaVM");
  }
  printf("VMs now: %d", get_created_vms(&known, 1, &count));
  printf(" %d, the same: %d\n", count, known == vm);
  JavaVM *another = NULL;
  JNIEnv *its_env = NULL;
  printf("a second VM: %d\n", create_java_vm(&another, (void **)&its_env, &args));
  return vm;
}

int main(int argc, char **argv) {
  JNIEnv *env = NULL;
  JavaVM *same = NULL;
  if (argc != 3) {
    die("usage: host LIBJVM CLASS_PATH");
  }
  setvbuf(stdout, NULL, _IONBF, 0); /* Java's output and ours in one order */
  open_vm(argv[1]);
  JavaVM *vm = start_vm(argv[2], &env);
  printf("version: %#x\n", (unsigned)(*env)->GetVersion(env));
  printf("GetJavaVM: %d,", (*env)->GetJavaVM(env, &same));
  printf(" the same: %d\n", same == vm);
  jclass cls = (*env)->FindClass(env, "Embedded");
  if (cls == NULL) {
    (*env)->ExceptionDescribe(env);
    die("no class Embedded");
  }
  register_natives(env, cls);
  (*env)->CallStaticVoidMethod(env, cls, (*env)->GetStaticMethodID(env, cls, "hello", "()V"));
  print_pending(env, "hello");
  catch_exceptions(env, cls);
  (*env)->ExceptionClear(env);
  use_objects(env, cls);
  run_in_second_thread(vm, "second", 0);
  run_in_second_thread(vm, NULL, 1);
  (*env)->CallStaticVoidMethod(env, cls, (*env)->GetStaticMethodID(env, cls, "leaveWork", "()V"));
  printf("destroyed: %d\n", (*vm)->DestroyJavaVM(vm));
  void* gone = vm;  // what a library's last destructor of a thread asks
  printf("afterwards: %d %d", (*vm)->GetEnv(vm, &gone, JNI_VERSION_10), gone == NULL);
  printf(" %d\n", (*vm)->DetachCurrentThread(vm));
  return 0;
}
