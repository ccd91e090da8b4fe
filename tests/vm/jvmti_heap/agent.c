/* An agent that looks at classes and at the heap, and prints what it sees. Walks visit in an order of their own, so lines are sorted. See run. */
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static jvmtiEnv *jvmti;

static int failed(jvmtiError error, const char *what) {
  if (error == JVMTI_ERROR_NONE) return 0;
  char *name = NULL;
  (*jvmti)->GetErrorName(jvmti, error, &name);
  printf("%s: %s\n", what, name);
  (*jvmti)->Deallocate(jvmti, (unsigned char *)name);
  return 1;
}

/* --- lines, sorted before they are printed --- */

static char *lines[20000];
static int line_count;

static void add_line(const char *line) {
  if (line_count < 20000) lines[line_count++] = strdup(line);
}
static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static void print_lines(const char *title) {
  qsort(lines, (size_t)line_count, sizeof lines[0], compare);
  printf("%s\n", title);
  for (int i = 0; i < line_count; ++i) {
    printf("  %s\n", lines[i]);
    free(lines[i]);
  }
  line_count = 0;
  fflush(stdout);
}

/* --- classes --- */

static void print_text(const char *what, jvmtiError error, char **text) {
  if (!failed(error, what)) printf("  %s %s\n", what, *text);
}

static void describe_method(jmethodID method) {
  char *name, *signature, *generic;
  jint modifiers, locals, arguments, count;
  jboolean native, synthetic, obsolete;
  jlocation start, end;
  jvmtiLineNumberEntry *rows;
  jvmtiLocalVariableEntry *variables;
  unsigned char *code;
  failed((*jvmti)->GetMethodName(jvmti, method, &name, &signature, &generic), "GetMethodName");
  (*jvmti)->GetMethodModifiers(jvmti, method, &modifiers);
  (*jvmti)->IsMethodNative(jvmti, method, &native);
  (*jvmti)->IsMethodSynthetic(jvmti, method, &synthetic);
  (*jvmti)->IsMethodObsolete(jvmti, method, &obsolete);
  printf("  method %s%s %s %x native %d synthetic %d obsolete %d\n", name, signature, generic == NULL ? "-" : generic, modifiers, native, synthetic, obsolete);
  if (!failed((*jvmti)->GetMaxLocals(jvmti, method, &locals), "GetMaxLocals")) printf("    locals %d", locals);
  if (!failed((*jvmti)->GetArgumentsSize(jvmti, method, &arguments), "GetArgumentsSize")) printf(" arguments %d", arguments);
  if (!failed((*jvmti)->GetMethodLocation(jvmti, method, &start, &end), "GetMethodLocation")) printf(" from %lld to %lld\n", (long long)start, (long long)end);
  if (!failed((*jvmti)->GetLineNumberTable(jvmti, method, &count, &rows), "GetLineNumberTable")) {
    for (int i = 0; i < count; ++i) printf("    line %d at %lld\n", rows[i].line_number, (long long)rows[i].start_location);
  }
  if (!failed((*jvmti)->GetLocalVariableTable(jvmti, method, &count, &variables), "GetLocalVariableTable")) {
    for (int i = 0; i < count; ++i) {
      printf("    variable %d %s %s %s from %lld for %d\n", variables[i].slot, variables[i].name, variables[i].signature,
             variables[i].generic_signature == NULL ? "-" : variables[i].generic_signature, (long long)variables[i].start_location, variables[i].length);
    }
  }
  if (!failed((*jvmti)->GetBytecodes(jvmti, method, &count, &code), "GetBytecodes")) printf("    %d bytes of code\n", count);
}

static void describe_members(jclass klass) {
  jint count;
  jfieldID *fields;
  jmethodID *methods;
  if (!failed((*jvmti)->GetClassFields(jvmti, klass, &count, &fields), "GetClassFields")) {
    for (int i = 0; i < count; ++i) {
      char *name, *signature, *generic;
      jint modifiers;
      jboolean synthetic;
      (*jvmti)->GetFieldName(jvmti, klass, fields[i], &name, &signature, &generic);
      (*jvmti)->GetFieldModifiers(jvmti, klass, fields[i], &modifiers);
      (*jvmti)->IsFieldSynthetic(jvmti, klass, fields[i], &synthetic);
      printf("  field %s %s %s %x synthetic %d\n", name, signature, generic == NULL ? "-" : generic, modifiers, synthetic);
    }
  }
  if (!failed((*jvmti)->GetClassMethods(jvmti, klass, &count, &methods), "GetClassMethods")) {
    for (int i = 0; i < count; ++i) describe_method(methods[i]);
  }
}

JNIEXPORT void JNICALL Java_Heap_describe(JNIEnv *jni, jclass unused, jclass klass, jboolean members) {
  char *signature, *generic, *text;
  jint status, modifiers, count, minor, major, bytes;
  jboolean is_interface, is_array, is_modifiable;
  jclass *interfaces;
  jobject loader;
  unsigned char *pool;
  if (failed((*jvmti)->GetClassSignature(jvmti, klass, &signature, &generic), "GetClassSignature")) return;
  (*jvmti)->GetClassStatus(jvmti, klass, &status);
  (*jvmti)->GetClassModifiers(jvmti, klass, &modifiers);
  (*jvmti)->IsInterface(jvmti, klass, &is_interface);
  (*jvmti)->IsArrayClass(jvmti, klass, &is_array);
  (*jvmti)->IsModifiableClass(jvmti, klass, &is_modifiable);
  (*jvmti)->GetClassLoader(jvmti, klass, &loader);
  printf("%s %s status %d modifiers %x interface %d array %d modifiable %d loader %s\n", signature, generic == NULL ? "-" : generic, status, modifiers,
         is_interface, is_array, is_modifiable, loader == NULL ? "boot" : "other");
  print_text("source", (*jvmti)->GetSourceFileName(jvmti, klass, &text), &text);
  print_text("extension", (*jvmti)->GetSourceDebugExtension(jvmti, klass, &text), &text);
  if (!failed((*jvmti)->GetClassVersionNumbers(jvmti, klass, &minor, &major), "GetClassVersionNumbers")) printf("  version %d.%d\n", major, minor);
  if (!failed((*jvmti)->GetConstantPool(jvmti, klass, &count, &bytes, &pool), "GetConstantPool")) printf("  %s pool\n", count > 1 && bytes > count ? "a" : "no");
  if (!failed((*jvmti)->GetImplementedInterfaces(jvmti, klass, &count, &interfaces), "GetImplementedInterfaces")) {
    for (int i = 0; i < count; ++i) {
      (*jvmti)->GetClassSignature(jvmti, interfaces[i], &signature, NULL);
      printf("  implements %s\n", signature);
    }
  }
  if (members) describe_members(klass);
  fflush(stdout);
  (void)unused;
  (void)jni;
}

/* Which of the loaded classes begin with "LHeap"? */
JNIEXPORT void JNICALL Java_Heap_loaded(JNIEnv *jni, jclass unused, jobject loader) {
  jint count, initiated;
  jclass *classes;
  failed((*jvmti)->GetLoadedClasses(jvmti, &count, &classes), "GetLoadedClasses");
  for (int i = 0; i < count; ++i) {
    char *signature;
    (*jvmti)->GetClassSignature(jvmti, classes[i], &signature, NULL);
    if (strstr(signature, "LHeap") != NULL) add_line(signature);
  }
  print_lines("loaded");
  failed((*jvmti)->GetClassLoaderClasses(jvmti, loader, &initiated, &classes), "GetClassLoaderClasses");
  for (int i = 0; i < initiated; ++i) {
    char *signature;
    (*jvmti)->GetClassSignature(jvmti, classes[i], &signature, NULL);
    if (signature[0] != '[' && (strstr(signature, "LHeap") != NULL || strstr(signature, "/String;") != NULL)) add_line(signature);
    if (strcmp(signature, "[Ljava/lang/String;") == 0) add_line(signature); /* of a class that another loader defined */
  }
  print_lines("initiated");
  (void)unused;
  (void)jni;
}

/* --- tags --- */

static int freed;
static jlong freed_sum;
static void JNICALL object_free(jvmtiEnv *env, jlong tag) {
  ++freed;
  freed_sum += tag;
  (void)env;
}
JNIEXPORT void JNICALL Java_Heap_tag(JNIEnv *jni, jclass unused, jobject object, jlong tag) {
  failed((*jvmti)->SetTag(jvmti, object, tag), "SetTag");
  (void)unused;
  (void)jni;
}
JNIEXPORT jlong JNICALL Java_Heap_tagOf(JNIEnv *jni, jclass unused, jobject object) {
  jlong tag = -1;
  failed((*jvmti)->GetTag(jvmti, object, &tag), "GetTag");
  (void)unused;
  (void)jni;
  return tag;
}
JNIEXPORT jlong JNICALL Java_Heap_freed(JNIEnv *jni, jclass unused, jboolean sum) {
  failed((*jvmti)->ForceGarbageCollection(jvmti), "ForceGarbageCollection");
  (void)unused;
  (void)jni;
  return sum ? freed_sum : freed;
}
JNIEXPORT void JNICALL Java_Heap_withTags(JNIEnv *jni, jclass unused, jlong first, jlong second) {
  jlong wanted[] = {first, second};
  jint count;
  jobject *objects;
  jlong *tags;
  if (failed((*jvmti)->GetObjectsWithTags(jvmti, 2, wanted, &count, &objects, &tags), "GetObjectsWithTags")) return;
  for (int i = 0; i < count; ++i) {
    char line[100];
    jlong again = 0;
    (*jvmti)->GetTag(jvmti, objects[i], &again);
    snprintf(line, sizeof line, "tag %lld %s", (long long)tags[i], again == tags[i] ? "right" : "wrong");
    add_line(line);
  }
  print_lines("objects with tags");
  (void)unused;
  (void)jni;
}

/* --- walks: references between tagged objects, and roots that are tagged --- */

static jint JNICALL on_reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag, jlong referrer_class_tag, jlong size,
                                 jlong *tag, jlong *referrer_tag, jint length, void *data) {
  char line[200];
  if (*tag == 0 || (referrer_tag != NULL && *referrer_tag == 0)) return JVMTI_VISIT_OBJECTS;
  if (referrer_tag == NULL) {
    if (kind != JVMTI_HEAP_REFERENCE_STACK_LOCAL) return JVMTI_VISIT_OBJECTS;
    snprintf(line, sizeof line, "root %d depth %d slot %d -> %lld", kind, info->stack_local.depth, info->stack_local.slot, (long long)*tag);
  } else {
    int index = kind == JVMTI_HEAP_REFERENCE_FIELD || kind == JVMTI_HEAP_REFERENCE_STATIC_FIELD || kind == JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT;
    snprintf(line, sizeof line, "%lld -> %lld kind %d index %d class %lld of %lld length %d%s", (long long)*referrer_tag, (long long)*tag, kind,
             index ? info->field.index : -1, (long long)class_tag, (long long)referrer_class_tag, length, size > 0 ? "" : " no size");
  }
  add_line(line);
  (void)data;
  return JVMTI_VISIT_OBJECTS;
}
static jint JNICALL on_field(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag, jlong *tag, jvalue value,
                             jvmtiPrimitiveType type, void *data) {
  char line[200];
  if (*tag == 0) return JVMTI_VISIT_OBJECTS;
  long long number = type == 'J' || type == 'D' ? value.j : type == 'I' || type == 'F' ? value.i : type == 'S' ? value.s : type == 'C' ? value.c : value.b;
  snprintf(line, sizeof line, "%lld kind %d index %d %c = %lld class %lld", (long long)*tag, kind, info->field.index, type, number, (long long)class_tag);
  add_line(line);
  (void)data;
  return JVMTI_VISIT_OBJECTS;
}
static jint JNICALL on_array(jlong class_tag, jlong size, jlong *tag, jint count, jvmtiPrimitiveType type, const void *elements, void *data) {
  char line[200];
  if (*tag == 0) return JVMTI_VISIT_OBJECTS;
  snprintf(line, sizeof line, "%lld array %d of %c, first byte %d", (long long)*tag, count, type, count == 0 ? -1 : *(const unsigned char *)elements);
  add_line(line);
  (void)class_tag;
  (void)size;
  (void)data;
  return JVMTI_VISIT_OBJECTS;
}
static jint JNICALL on_string(jlong class_tag, jlong size, jlong *tag, const jchar *text, jint length, void *data) {
  char line[200];
  if (*tag == 0) return JVMTI_VISIT_OBJECTS;
  int at = snprintf(line, sizeof line, "%lld string of %d:", (long long)*tag, length);
  for (int i = 0; i < length && i < 20; ++i) at += snprintf(line + at, sizeof line - (size_t)at, " %x", text[i]);
  add_line(line);
  (void)class_tag;
  (void)size;
  (void)data;
  return JVMTI_VISIT_OBJECTS;
}
static jint JNICALL on_object(jlong class_tag, jlong size, jlong *tag, jint length, void *data) {
  char line[100];
  snprintf(line, sizeof line, "object %lld class %lld length %d%s", (long long)*tag, (long long)class_tag, length, size > 0 ? "" : " no size");
  add_line(line);
  (void)data;
  return JVMTI_VISIT_OBJECTS;
}
JNIEXPORT void JNICALL Java_Heap_follow(JNIEnv *jni, jclass unused, jobject start, jclass klass, jint filter, jboolean primitives) {
  jvmtiHeapCallbacks callbacks = {0};
  if (primitives) {
    callbacks.primitive_field_callback = on_field;
    callbacks.array_primitive_value_callback = on_array;
    callbacks.string_primitive_value_callback = on_string;
  } else {
    callbacks.heap_reference_callback = on_reference;
  }
  failed((*jvmti)->FollowReferences(jvmti, filter, klass, start, &callbacks, NULL), "FollowReferences");
  print_lines(primitives ? "values" : "references");
  (void)unused;
  (void)jni;
}
JNIEXPORT void JNICALL Java_Heap_iterate(JNIEnv *jni, jclass unused, jclass klass, jint filter) {
  jvmtiHeapCallbacks callbacks = {0};
  callbacks.heap_iteration_callback = on_object;
  failed((*jvmti)->IterateThroughHeap(jvmti, filter, klass, &callbacks, NULL), "IterateThroughHeap");
  print_lines("iterated");
  (void)unused;
  (void)jni;
}

JNIEXPORT void JNICALL Java_Heap_values(JNIEnv *jni, jclass unused, jclass klass) {
  jvmtiHeapCallbacks callbacks = {0};
  callbacks.primitive_field_callback = on_field;
  failed((*jvmti)->IterateThroughHeap(jvmti, 0, klass, &callbacks, NULL), "IterateThroughHeap");
  print_lines("values of all");
  (void)unused;
  (void)jni;
}

/* --- environments that tag objects and go: what they knew goes with them --- */

static long resident_megabytes(void) {
  long pages = 0;
  FILE *statm = fopen("/proc/self/statm", "r");
  if (statm == NULL || fscanf(statm, "%*d %ld", &pages) != 1) printf("no /proc/self/statm\n");
  if (statm != NULL) fclose(statm);
  return pages * (sysconf(_SC_PAGESIZE) >> 10) >> 10;
}
static void tag_and_go(JNIEnv *jni, jobjectArray objects) {
  JavaVM *vm;
  jvmtiEnv *other;
  jvmtiCapabilities wanted = {0};
  wanted.can_tag_objects = 1;
  (*jni)->GetJavaVM(jni, &vm);
  (*vm)->GetEnv(vm, (void **)&other, JVMTI_VERSION);
  failed((*other)->AddCapabilities(other, &wanted), "AddCapabilities");
  jsize count = (*jni)->GetArrayLength(jni, objects);
  for (jsize i = 0; i < count; ++i) {
    jobject object = (*jni)->GetObjectArrayElement(jni, objects, i);
    failed((*other)->SetTag(other, object, i + 1), "SetTag");
    (*jni)->DeleteLocalRef(jni, object);
  }
  failed((*other)->DisposeEnvironment(other), "DisposeEnvironment");
}
JNIEXPORT jlong JNICALL Java_Heap_dispose(JNIEnv *jni, jclass unused, jobjectArray objects) {
  for (int i = 0; i < 5; ++i) tag_and_go(jni, objects);
  long before = resident_megabytes();
  for (int i = 0; i < 60; ++i) tag_and_go(jni, objects);
  (void)unused;
  return resident_megabytes() - before;
}

/* --- the functions of version 1.0 --- */

static jvmtiIterationControl JNICALL old_object(jlong class_tag, jlong size, jlong *tag, void *data) {
  char line[100];
  snprintf(line, sizeof line, "object %lld class %lld%s", (long long)*tag, (long long)class_tag, size > 0 ? "" : " no size");
  add_line(line);
  (void)data;
  return JVMTI_ITERATION_CONTINUE;
}
static jvmtiIterationControl JNICALL old_reference(jvmtiObjectReferenceKind kind, jlong class_tag, jlong size, jlong *tag, jlong referrer_tag, jint index,
                                                   void *data) {
  char line[100];
  if (*tag == 0 || referrer_tag == 0) return JVMTI_ITERATION_CONTINUE;
  snprintf(line, sizeof line, "%lld -> %lld kind %d index %d class %lld", (long long)referrer_tag, (long long)*tag, kind,
           kind == JVMTI_REFERENCE_CONSTANT_POOL ? -1 : index, (long long)class_tag);
  add_line(line);
  (void)size;
  (void)data;
  return JVMTI_ITERATION_CONTINUE;
}
static int roots;
static jvmtiIterationControl JNICALL old_root(jvmtiHeapRootKind kind, jlong class_tag, jlong size, jlong *tag, void *data) {
  roots += kind == JVMTI_HEAP_ROOT_SYSTEM_CLASS;
  (void)class_tag;
  (void)size;
  (void)tag;
  (void)data;
  return JVMTI_ITERATION_CONTINUE;
}
static jvmtiIterationControl JNICALL old_stack(jvmtiHeapRootKind kind, jlong class_tag, jlong size, jlong *tag, jlong thread_tag, jint depth, jmethodID method,
                                               jint slot, void *data) {
  char line[100];
  if (*tag == 0 || kind != JVMTI_HEAP_ROOT_STACK_LOCAL) return JVMTI_ITERATION_CONTINUE;
  snprintf(line, sizeof line, "stack %lld depth %d slot %d thread %lld%s", (long long)*tag, depth, slot, (long long)thread_tag, method == NULL ? " no method" : "");
  add_line(line);
  (void)class_tag;
  (void)size;
  (void)data;
  return JVMTI_ITERATION_CONTINUE;
}
JNIEXPORT void JNICALL Java_Heap_old(JNIEnv *jni, jclass unused, jobject start, jclass klass) {
  failed((*jvmti)->IterateOverInstancesOfClass(jvmti, klass, JVMTI_HEAP_OBJECT_EITHER, old_object, NULL), "IterateOverInstancesOfClass");
  print_lines("instances");
  failed((*jvmti)->IterateOverHeap(jvmti, JVMTI_HEAP_OBJECT_TAGGED, old_object, NULL), "IterateOverHeap");
  print_lines("tagged");
  failed((*jvmti)->IterateOverObjectsReachableFromObject(jvmti, start, old_reference, NULL), "IterateOverObjectsReachableFromObject");
  print_lines("reachable from it");
  failed((*jvmti)->IterateOverReachableObjects(jvmti, old_root, old_stack, old_reference, NULL), "IterateOverReachableObjects");
  print_lines("reachable");
  printf("%s system classes\n", roots > 300 ? "many" : "few");
  (void)unused;
  (void)jni;
}

/* --- objects --- */

JNIEXPORT void JNICALL Java_Heap_monitor(JNIEnv *jni, jclass unused, jobject object, jint hash) {
  jvmtiMonitorUsage usage;
  jvmtiThreadInfo info;
  jint found;
  jlong size;
  failed((*jvmti)->GetObjectHashCode(jvmti, object, &found), "GetObjectHashCode");
  failed((*jvmti)->GetObjectSize(jvmti, object, &size), "GetObjectSize");
  printf("hash %s, size %s\n", found == hash ? "right" : "wrong", size >= 8 && size % 8 == 0 ? "right" : "wrong");
  if (failed((*jvmti)->GetObjectMonitorUsage(jvmti, object, &usage), "GetObjectMonitorUsage")) return;
  printf("owner ");
  if (usage.owner == NULL) {
    printf("nobody");
  } else {
    (*jvmti)->GetThreadInfo(jvmti, usage.owner, &info);
    printf("%s", info.name);
  }
  printf(" entered %d, waiters %d, to be notified %d\n", usage.entry_count, usage.waiter_count, usage.notify_waiter_count);
  fflush(stdout);
  (void)unused;
  (void)jni;
}

JNIEXPORT void JNICALL Java_Heap_wrong(JNIEnv *jni, jclass unused, jobject object) {
  jint number;
  jlong tag;
  char *text;
  failed((*jvmti)->GetClassSignature(jvmti, object, &text, NULL), "no class");
  failed((*jvmti)->GetClassSignature(jvmti, NULL, &text, NULL), "null class");
  failed((*jvmti)->GetClassStatus(jvmti, (*jni)->GetObjectClass(jni, object), NULL), "null status");
  failed((*jvmti)->GetTag(jvmti, NULL, &tag), "null object");
  failed((*jvmti)->GetTag(jvmti, object, NULL), "null tag");
  failed((*jvmti)->GetMethodModifiers(jvmti, NULL, &number), "null method");
  failed((*jvmti)->GetFieldModifiers(jvmti, (*jni)->GetObjectClass(jni, object), NULL, &number), "null field");
  failed((*jvmti)->FollowReferences(jvmti, 0, NULL, NULL, NULL, NULL), "null callbacks");
  failed((*jvmti)->GetObjectsWithTags(jvmti, -1, &tag, &number, NULL, NULL), "-1 tags");
  tag = 0;
  failed((*jvmti)->GetObjectsWithTags(jvmti, 1, &tag, &number, NULL, NULL), "tag 0");
  failed((*jvmti)->IterateOverHeap(jvmti, 9, old_object, NULL), "filter 9");
  failed((*jvmti)->RedefineClasses(jvmti, -1, NULL), "redefine -1");
  failed((*jvmti)->RedefineClasses(jvmti, 1, NULL), "redefine null");
  failed((*jvmti)->RetransformClasses(jvmti, 1, NULL), "retransform null");
  fflush(stdout);
  (void)unused;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  jvmtiCapabilities wanted = {0};
  jvmtiEventCallbacks callbacks = {0};
  if ((*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION) != JNI_OK) return JNI_ERR;
  wanted.can_tag_objects = 1;
  wanted.can_maintain_original_method_order = 1;
  wanted.can_generate_object_free_events = 1;
  wanted.can_get_source_file_name = 1;
  wanted.can_get_line_numbers = 1;
  wanted.can_get_source_debug_extension = 1;
  wanted.can_access_local_variables = 1;
  wanted.can_get_bytecodes = 1;
  wanted.can_get_constant_pool = 1;
  wanted.can_get_synthetic_attribute = 1;
  wanted.can_get_monitor_info = 1;
  wanted.can_redefine_classes = 1;
  wanted.can_retransform_classes = 1;
  if (failed((*jvmti)->AddCapabilities(jvmti, &wanted), "AddCapabilities")) return JNI_ERR;
  callbacks.ObjectFree = object_free;
  failed((*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks), "SetEventCallbacks");
  failed((*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_OBJECT_FREE, NULL), "ObjectFree");
  (void)options;
  (void)reserved;
  return JNI_OK;
}
