// JNI: the table itself, versions, classes, exceptions, natives, monitors, direct buffers (JNI specification, chapter 4).
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "runtime/class_linker.h"
#include "runtime/frame.h"
#include "runtime/loader_data.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/required_class.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "sync/monitor.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/exceptions.h"
#include "vm/java/reflection.h"
#include "vm/java/strings.h"
#include "vm/native/define_class.h"
#include "vm/native/java_vm.h"
#include "vm/native/jni_functions.h"
#include "vm/native/method_ids.h"
#include "vm/native/monitors.h"
#include "vm/native/native_entry.h"
#include "vm/native/native_registry.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::Field;
using runtime::LoaderData;
using runtime::wk;
using sync::NoSafepoint;

namespace {

constexpr JNINativeInterface_ kJniTable = {
    nullptr,
    nullptr,
    nullptr,
    nullptr,
#define MJ_JNI(name) jni::name,
#include "vm/native/jni_functions.def"
#undef MJ_JNI
};
constexpr std::size_t kJniSlots = 4 + 230;  // JNI 10: GetModule is slot 233
static_assert(sizeof(JNINativeInterface_) == kJniSlots * sizeof(void*));

std::atomic<JavaVM*> java_vm{nullptr};
std::atomic<ExtraEnvironment> find_extra_environment{nullptr};

}  // namespace

const JNINativeInterface_* jni_function_table() { return &kJniTable; }
JavaVM* the_java_vm() { return java_vm.load(std::memory_order_acquire); }  // acquire: pairs with set_the_java_vm
void set_the_java_vm(JavaVM* vm) { java_vm.store(vm, std::memory_order_release); }
void set_extra_environment(ExtraEnvironment find) { find_extra_environment.store(find, std::memory_order_release); }
void* extra_environment(jint version) {
  ExtraEnvironment find = find_extra_environment.load(std::memory_order_acquire);  // acquire: pairs with set_extra_environment
  return find == nullptr ? nullptr : find(version);
}

namespace {

constexpr jint kSystemLoaderLevel = 4;  // jdk.internal.misc.VM.initLevel: booted

JavaResult<LoaderData*> system_loader(JavaThread& self) {
  if (wk().jdk_internal_misc_VM->mirror->load<jint>(wk().VM_initLevel) < kSystemLoaderLevel) {
    return &LoaderData::boot();
  }
  CallArgs none;
  JavaValue loader = MJ_TRY(call_java(self, *wk().ClassLoader_getSystemClassLoader, none));
  return &LoaderData::of(self, loader.reference);
}

bool is_library_load(const Method& method) {
  return method.holder == wk().jdk_internal_loader_NativeLibraries && method.name->text() == "load";
}

// The loader of the innermost Java frame; inside NativeLibraries.load (a JNI_OnLoad) the loader that loads the library;
// without a Java frame the system class loader.
JavaResult<LoaderData*> loader_for_find_class(JavaThread& self) {
  runtime::FrameWalk walk(self);
  if (walk.done()) {
    return system_loader(self);
  }
  const Method& caller = walk.frame().method();
  if (!is_library_load(caller)) {
    return caller.holder->loader;
  }
  CallArgs none;
  JavaValue from = MJ_TRY(call_java(self, *wk().NativeLibraries_getFromClass, none));
  if (from.reference.is_null()) {
    return &LoaderData::boot();
  }
  return class_of_mirror(from.reference).loader;
}

JavaResult<Class*> find_class(JavaThread& self, const char* name) {
  LoaderData* loader = MJ_TRY(loader_for_find_class(self));
  Class* klass = MJ_TRY(find_class_for_native(self, name, *loader, NotFoundAs::kNoClassDefFoundError));
  if (runtime::FrameWalk walk(self); !walk.done()) {
    MJ_TRY(lift(self, runtime::check_package_access(self, *loader, *klass, *walk.frame().method().holder)));
  }
  if (klass->is_instance_class()) {
    MJ_TRY(initialize_class(self, *klass));
  }
  return klass;
}

JavaResult<void> throw_new_from_native(JavaThread& self, Class& klass, const char* message) {
  MJ_TRY(initialize_class(self, klass));
  Method* constructor = klass.find_declared_method(runtime::intern_symbol("<init>"), runtime::intern_symbol(message == nullptr ? "()V" : "(Ljava/lang/String;)V"));
  if (constructor == nullptr) {
    return throw_new(self, "java/lang/NoSuchMethodError", "<init>");
  }
  CallArgs args;
  Handle<> exception = MJ_TRY(new_instance(self, klass));
  args.push(exception);
  if (message != nullptr) {
    args.push(MJ_TRY(new_string(self, message)));
  }
  MJ_TRY(call_java(self, *constructor, args));
  return throw_object(self, exception);
}

JavaResult<Handle<>> new_direct_buffer(JavaThread& self, void* address, jlong capacity) {
  MJ_TRY(initialize_class(self, *wk().java_nio_DirectByteBuffer));
  Handle<> buffer = MJ_TRY(new_instance(self, *wk().java_nio_DirectByteBuffer));
  CallArgs args;
  args.push(buffer);
  args.push_long(reinterpret_cast<jlong>(address));
  args.push_int(static_cast<jint>(capacity));
  MJ_TRY(call_java(self, *wk().DirectByteBuffer_init, args));
  return buffer;
}

// Heap buffers use Buffer.address too: only sun.nio.ch.DirectBuffer tells.
bool is_direct_buffer(const NoSafepoint& still, Handle<> buffer) {
  Object* raw = buffer.raw(still);
  if (raw == nullptr || !raw->klass()->is_subclass_of(*wk().java_nio_Buffer)) {
    return false;
  }
  const runtime::Symbol* direct = runtime::find_symbol("sun/nio/ch/DirectBuffer");
  for (const Class* interface : raw->klass()->secondaries) {
    if (interface->name == direct) {
      return true;
    }
  }
  return false;
}

// ExceptionDescribe: as HotSpot, "Exception in thread "main" " and the trace; ThreadDeath is silent.
void describe(JavaThread& self, Handle<> throwable) {
  {
    NoSafepoint still(self);
    if (throwable.raw(still)->klass()->is_subclass_of(*wk().java_lang_ThreadDeath)) {
      return;
    }
  }
  std::string name;
  if (self.thread_object != nullptr) {
    NoSafepoint still(self);
    Object* string = self.thread_object->load_ref(wk().Thread_name);
    name = string == nullptr ? "" : to_modified_utf8(still, string);
  }
  std::fprintf(stderr, "Exception in thread \"%s\" ", name.c_str());
  print_exception(self, throwable);
}

}  // namespace

namespace jni {

jint GetVersion(JNIEnv*) { return JNI_VERSION_10; }

jclass DefineClass(JNIEnv* env, const char* name, jobject loader, const jbyte* bytes, jsize length) {
  NativeEntry vm(env);
  std::span<const std::byte> span(reinterpret_cast<const std::byte*>(bytes), static_cast<std::size_t>(length < 0 ? 0 : length));
  return vm.class_result(define_class_for_native(vm.self, name, handle_of(loader), span, {}, nullptr));
}

jclass FindClass(JNIEnv* env, const char* name) {
  NativeEntry vm(env);
  if (vm.self.has_pending_exception()) {
    return nullptr;
  }
  return vm.class_result(find_class(vm.self, name));
}

jmethodID FromReflectedMethod(JNIEnv* env, jobject method) {
  NativeEntry vm(env);
  return id_or_null(method_of_reflect(vm.self, handle_of(method)));
}

jfieldID FromReflectedField(JNIEnv* env, jobject field) {
  NativeEntry vm(env);
  return reinterpret_cast<jfieldID>(field_of_reflect(vm.self, handle_of(field)));
}

jobject ToReflectedMethod(JNIEnv* env, jclass, jmethodID id, jboolean) {
  NativeEntry vm(env);
  const Method& method = method_of(id);
  return vm.result(method.is_initializer() ? new_reflect_constructor(vm.self, method) : new_reflect_method(vm.self, method));
}

jobject ToReflectedField(JNIEnv* env, jclass, jfieldID id, jboolean) {
  NativeEntry vm(env);
  return vm.result(new_reflect_field(vm.self, *reinterpret_cast<Field*>(id)));
}

// Also the native body of Class.getSuperclass.
jclass GetSuperclass(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  const Class& klass = class_of(mirror);
  return vm.class_result(klass.is_interface() || klass.is_primitive() ? nullptr : klass.super);
}

jboolean IsAssignableFrom(JNIEnv* env, jclass from, jclass to) {
  NativeEntry vm(env);
  const Class& source = class_of(from);
  const Class& target = class_of(to);
  if (source.is_primitive() || target.is_primitive()) {
    return &source == &target;
  }
  return source.is_subclass_of(target);
}

jint Throw(JNIEnv* env, jthrowable throwable) {
  NativeEntry vm(env);
  if (handle_of(throwable).is_null()) {
    return JNI_ERR;
  }
  (void)throw_object(vm.self, handle_of(throwable));
  return JNI_OK;
}

jint ThrowNew(JNIEnv* env, jclass mirror, const char* message) {
  NativeEntry vm(env);
  if (vm.self.has_pending_exception()) {
    vm.self.pending_exception = nullptr;  // the new one takes its place, as Throw does
  }
  (void)throw_new_from_native(vm.self, class_of(mirror), message);
  return JNI_OK;
}

jthrowable ExceptionOccurred(JNIEnv* env) {
  JavaThread& self = thread_of(env);
  if (!self.has_pending_exception()) {
    return nullptr;  // only this thread sets it, and null never moves: no transition for the common answer
  }
  NativeEntry vm(env);
  return static_cast<jthrowable>(vm.raw_result(vm.self.pending_exception));
}

void ExceptionDescribe(JNIEnv* env) {
  NativeEntry vm(env);
  if (!vm.self.has_pending_exception()) {
    return;
  }
  describe(vm.self, take_exception(vm.self));
}

void ExceptionClear(JNIEnv* env) {
  NativeEntry vm(env);
  vm.self.pending_exception = nullptr;
}

jboolean ExceptionCheck(JNIEnv* env) { return thread_of(env).has_pending_exception(); }

void FatalError(JNIEnv*, const char* message) {
  std::fprintf(stderr, "FATAL ERROR in native method: %s\n", message);
  std::abort();
}

// HotSpot words it three ways.
Pending throw_not_registered(JavaThread& self, const Class& klass, const JNINativeMethod& wanted) {
  constexpr const char* kError = "java/lang/NoSuchMethodError";
  const runtime::Symbol* name = runtime::find_symbol(wanted.name);
  const runtime::Symbol* descriptor = runtime::find_symbol(wanted.signature);
  if (name == nullptr || descriptor == nullptr) {
    return throw_newf(self, kError, "Method %s.%s%s not found", klass.external_name().c_str(), wanted.name, wanted.signature);
  }
  std::string text = runtime::external_signature(klass.external_name(), wanted.name, wanted.signature);
  bool exists = klass.find_declared_method(name, descriptor) != nullptr;
  return throw_newf(self, kError, exists ? "Method '%s' is not declared as native" : "Method '%s' name or signature does not match", text.c_str());
}

jint RegisterNatives(JNIEnv* env, jclass mirror, const JNINativeMethod* methods, jint count) {
  NativeEntry vm(env);
  Class& klass = class_of(mirror);
  for (jint i = 0; i < count; ++i) {
    if (!register_native(vm.self, klass, methods[i].name, methods[i].signature, methods[i].fnPtr)) {
      (void)throw_not_registered(vm.self, klass, methods[i]);
      return JNI_ERR;
    }
  }
  return JNI_OK;
}

jint UnregisterNatives(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  unregister_natives(class_of(mirror));
  return JNI_OK;
}

jint MonitorEnter(JNIEnv* env, jobject object) {
  NativeEntry vm(env);
  if (handle_of(object).is_null()) {
    (void)throw_null_pointer(vm.self);
    return JNI_ERR;
  }
  return enter_from_native(vm.self, handle_of(object)).ok() ? JNI_OK : JNI_ERR;
}

jint MonitorExit(JNIEnv* env, jobject object) {
  NativeEntry vm(env);
  if (handle_of(object).is_null()) {
    (void)throw_null_pointer(vm.self);
    return JNI_ERR;
  }
  return exit_from_native(vm.self, handle_of(object)).ok() ? JNI_OK : JNI_ERR;
}

jint GetJavaVM(JNIEnv*, JavaVM** vm) {
  *vm = the_java_vm();
  return *vm == nullptr ? JNI_ERR : JNI_OK;
}

jobject NewDirectByteBuffer(JNIEnv* env, void* address, jlong capacity) {
  NativeEntry vm(env);
  if (capacity < 0 || capacity > INT32_MAX) {
    (void)throw_new(vm.self, "java/lang/IllegalArgumentException", "JNI NewDirectByteBuffer: capacity out of range");
    return nullptr;
  }
  return vm.result(new_direct_buffer(vm.self, address, capacity));
}

void* GetDirectBufferAddress(JNIEnv* env, jobject buffer) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  Handle<> handle = handle_of(buffer);
  return is_direct_buffer(still, handle) ? reinterpret_cast<void*>(handle.raw(still)->load<jlong>(wk().Buffer_address)) : nullptr;
}

jlong GetDirectBufferCapacity(JNIEnv* env, jobject buffer) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  Handle<> handle = handle_of(buffer);
  return is_direct_buffer(still, handle) ? handle.raw(still)->load<jint>(wk().Buffer_capacity) : -1;
}

jobject GetModule(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  if (handle_of(mirror).is_null()) {
    (void)throw_null_pointer(vm.self);
    return nullptr;
  }
  return vm.raw_result(class_of(mirror).mirror->load_ref(wk().Class_module));
}

}  // namespace jni
}  // namespace minijvm::vm
