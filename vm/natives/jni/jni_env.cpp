// Implements JNI's functions for versions, classes, exceptions,
// natives, monitors, buffers, modules (JNI specification, chapter 4); callers are in kInNative.
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/jdk_release.h"
#include "runtime/link/class_linker.h"
#include "runtime/link/required_class.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "sync/monitor.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/reflection.h"
#include "vm/java/strings.h"
#include "vm/natives/jni/define_class.h"
#include "vm/natives/jni/java_vm.h"
#include "vm/natives/jni/jni_functions.h"
#include "vm/natives/jni/method_ids.h"
#include "vm/natives/monitors.h"
#include "vm/natives/native_entry.h"
#include "vm/natives/native_registry.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::Field;
using runtime::LoaderData;
using runtime::wk;
using sync::NoSafepoint;

// acquire: pairs with the release in set_the_java_vm.
JavaVM* the_java_vm() { return the_vm.natives.java_vm.load(std::memory_order_acquire); }
// release: the VM's table was filled before; pairs with the acquire above.
void set_the_java_vm(JavaVM* vm) { the_vm.natives.java_vm.store(vm, std::memory_order_release); }

namespace {

// The library sets jdk.internal.misc.VM.initLevel to this value when the system is booted.
constexpr jint kSystemLoaderLevel = 4;

// Returns the system class loader, or the boot loader as long as the system loader cannot exist.
JavaResult<LoaderData*> system_loader(JavaThread& self) {
  if (java::VM::get_initLevel() < kSystemLoaderLevel) {
    return &LoaderData::boot();
  }
  CallArgs none;
  JavaValue loader = MJ_TRY(call_java(self, *wk().ClassLoader_getSystemClassLoader, none));
  return &LoaderData::of(self, runtime::as<java::ClassLoader>(loader.reference));
}

// Returns true for the Java method during which a library's JNI_OnLoad runs.
bool is_library_load(const Method& method) {
  return method.holder == wk().jdk_internal_loader_NativeLibraries && method.name->text() == "load";
}

// Returns the loader for FindClass (JNI specification, chapter 4): that of the innermost Java
// frame. Inside of JNI_OnLoad, which NativeLibraries.load calls, it is the loader that loads the
// library. Without a Java frame it is the system class loader.
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
  return class_of_mirror(as<java::ClassMirror>(from.reference)).loader;
}

// FindClass also checks access to the package, and it initializes the class.
JavaResult<Class*> find_class(JavaThread& self, const char* name) {
  LoaderData* loader = MJ_TRY(loader_for_find_class(self));
  Class* klass =
      MJ_TRY(find_class_for_native(self, name, *loader, NotFoundAs::kNoClassDefFoundError));
  // Without a Java frame there is no caller whose access could be checked.
  if (runtime::FrameWalk walk(self); !walk.done()) {
    MJ_TRY(lift(
        self, runtime::check_package_access(self, *loader, *klass, *walk.frame().method().holder)));
  }
  if (klass->is_instance_class()) {
    MJ_TRY(initialize_class(self, *klass));
  }
  return klass;
}

// ThrowNew: makes an exception by the constructor that takes a String, or by the one without
// parameters if the message is null.
JavaResult<void> throw_new_from_native(JavaThread& self, Class& klass, const char* message) {
  // The initializer or the constructor may throw; that exception is then pending instead.
  MJ_TRY(initialize_class(self, klass));
  Method* constructor = klass.find_declared_method(
      runtime::intern_symbol("<init>"),
      runtime::intern_symbol(message == nullptr ? "()V" : "(Ljava/lang/String;)V"));
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
  return throw_object(self, as<java::Throwable>(exception));
}

// Calls the private constructor DirectByteBuffer(long, int or long), which JNI alone uses: the
// buffer does not free its memory.
JavaResult<Handle<>> new_direct_buffer(JavaThread& self, void* address, jlong capacity) {
  MJ_TRY(initialize_class(self, *wk().java_nio_DirectByteBuffer));
  Handle<> buffer = MJ_TRY(new_instance(self, *wk().java_nio_DirectByteBuffer));
  CallArgs args;
  args.push(buffer);
  args.push_long(reinterpret_cast<jlong>(address));
  if (runtime::jdk().buffers_take_long) {
    args.push_long(capacity);
  } else {
    args.push_int(static_cast<jint>(capacity));
  }
  MJ_TRY(call_java(self, *wk().DirectByteBuffer_init, args));
  return buffer;
}

// A buffer is direct only if it implements sun.nio.ch.DirectBuffer; a heap buffer uses the field
// Buffer.address, too.
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

// Prints the exception for ExceptionDescribe.
// HOTSPOT: the text begins with "Exception in thread "main" " and the trace follows; nothing is
// printed for ThreadDeath.
void describe(JavaThread& self, Handle<java::Throwable> throwable) {
  if (klass_of(self, throwable)->is_subclass_of(*wk().java_lang_ThreadDeath)) {
    return;
  }
  std::string name;
  if (self.thread_object != nullptr) {
    NoSafepoint still(self);
    const java::String* string = self.thread_object->name();
    name = string == nullptr ? "" : to_modified_utf8(still, string);
  }
  std::fprintf(stderr, "Exception in thread \"%s\" ", name.c_str());
  print_exception(self, throwable);
}

}  // namespace

namespace jni {

// JNI specification, chapter 4, "Version Information".
jint GetVersion(JNIEnv*) { return runtime::jdk().jni_version; }

// A null loader is the boot loader.
jclass DefineClass(JNIEnv* env, const char* name, jobject loader, const jbyte* bytes,
                   jsize length) {
  NativeEntry vm(env);
  std::span<const std::byte> span(reinterpret_cast<const std::byte*>(bytes),
                                  static_cast<std::size_t>(length < 0 ? 0 : length));
  return vm.class_result(define_class_for_native(
      vm.self, name, handle_of<java::ClassLoader>(loader), span, {}, nullptr));
}

// With an exception pending no Java code may run, so the result is null.
jclass FindClass(JNIEnv* env, const char* name) {
  NativeEntry vm(env);
  if (vm.self.has_pending_exception()) {
    return nullptr;
  }
  return vm.class_result(find_class(vm.self, name));
}

// JNI specification, chapter 4, "Reflection Support". A jfieldID is the address of a Field.
jmethodID FromReflectedMethod(JNIEnv* env, jobject method) {
  NativeEntry vm(env);
  return id_or_null(method_of_reflect(vm.self, handle_of(method)));
}

jfieldID FromReflectedField(JNIEnv* env, jobject field) {
  NativeEntry vm(env);
  return reinterpret_cast<jfieldID>(field_of_reflect(vm.self, handle_of(field)));
}

// The jclass and the static flag are redundant: the id refers to one method.
jobject ToReflectedMethod(JNIEnv* env, jclass, jmethodID id, jboolean) {
  NativeEntry vm(env);
  const Method& method = method_of(id);
  return method.is_initializer() ? vm.result(new_reflect_constructor(vm.self, method))
                                 : vm.result(new_reflect_method(vm.self, method));
}

// The result is a java.lang.reflect.Field.
jobject ToReflectedField(JNIEnv* env, jclass, jfieldID id, jboolean) {
  NativeEntry vm(env);
  return vm.result(new_reflect_field(vm.self, *reinterpret_cast<Field*>(id)));
}

// Class.getSuperclass has the same native body. The result is null for Object, interfaces and
// primitives.
jclass GetSuperclass(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  const Class& klass = class_of(mirror);
  return vm.class_result(klass.is_interface() || klass.is_primitive() ? nullptr : klass.super);
}

// A primitive type is assignable only to itself.
jboolean IsAssignableFrom(JNIEnv* env, jclass from, jclass to) {
  NativeEntry vm(env);
  const Class& source = class_of(from);
  const Class& target = class_of(to);
  if (source.is_primitive() || target.is_primitive()) {
    return &source == &target;
  }
  return source.is_subclass_of(target);
}

// Returns JNI_ERR for a null throwable, and throws nothing.
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
    // The new exception replaces the pending one, as Throw does.
    vm.self.pending_exception = nullptr;
  }
  (void)throw_new_from_native(vm.self, class_of(mirror), message);
  return JNI_OK;
}

// JNI specification, chapter 4, "Exceptions".
jthrowable ExceptionOccurred(JNIEnv* env) {
  JavaThread& self = thread_of(env);
  // OPTIMIZATION: only this thread sets the field, and null never moves, so the common answer needs
  // no change of state.
  if (!self.has_pending_exception()) {
    return nullptr;
  }
  NativeEntry vm(env);
  return static_cast<jthrowable>(vm.raw_result(vm.self.pending_exception));
}

// Prints the exception and clears it.
void ExceptionDescribe(JNIEnv* env) {
  NativeEntry vm(env);
  if (!vm.self.has_pending_exception()) {
    return;
  }
  describe(vm.self, take_exception(vm.self));
}

// The reference is dropped; a local reference from ExceptionOccurred stays good.
void ExceptionClear(JNIEnv* env) {
  NativeEntry vm(env);
  vm.self.pending_exception = nullptr;
}

// No change of state is needed: only this thread sets the field, and the object is not touched.
jboolean ExceptionCheck(JNIEnv* env) { return thread_of(env).has_pending_exception(); }

// Never returns.
void FatalError(JNIEnv*, const char* message) {
  std::fprintf(stderr, "FATAL ERROR in native method: %s\n", message);
  std::abort();
}

// HOTSPOT: there are three messages. The name or descriptor is unknown to the whole VM; the method
// exists but is not native; or nothing matches.
Pending throw_not_registered(JavaThread& self, const Class& klass, const JNINativeMethod& wanted) {
  constexpr const char* kError = "java/lang/NoSuchMethodError";
  const runtime::Symbol* name = runtime::find_symbol(wanted.name);
  const runtime::Symbol* descriptor = runtime::find_symbol(wanted.signature);
  if (name == nullptr || descriptor == nullptr) {
    return throw_newf(self, kError, "Method %s.%s%s not found", klass.external_name().c_str(),
                      wanted.name, wanted.signature);
  }
  std::string text =
      runtime::external_signature(klass.external_name(), wanted.name, wanted.signature);
  bool exists = klass.find_declared_method(name, descriptor) != nullptr;
  return throw_newf(self, kError,
                    exists ? "Method '%s' is not declared as native"
                           : "Method '%s' name or signature does not match",
                    text.c_str());
}

// Stops at the first row that fails; the rows before it stay registered.
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

// The natives of the class are looked up again at their next call.
jint UnregisterNatives(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  unregister_natives(class_of(mirror));
  return JNI_OK;
}

// JNI specification, chapter 4, "Monitor Operations".
jint MonitorEnter(JNIEnv* env, jobject object) {
  NativeEntry vm(env);
  if (handle_of(object).is_null()) {
    (void)throw_null_pointer(vm.self);
    return JNI_ERR;
  }
  return enter_from_native(vm.self, handle_of(object)).ok() ? JNI_OK : JNI_ERR;
}

// An exception is pending afterwards if the thread does not own the monitor.
jint MonitorExit(JNIEnv* env, jobject object) {
  NativeEntry vm(env);
  if (handle_of(object).is_null()) {
    (void)throw_null_pointer(vm.self);
    return JNI_ERR;
  }
  return exit_from_native(vm.self, handle_of(object)).ok() ? JNI_OK : JNI_ERR;
}

// JNI specification, chapter 4, "Java VM Interface". There is one JavaVM in a process.
jint GetJavaVM(JNIEnv*, JavaVM** vm) {
  *vm = the_java_vm();
  return *vm == nullptr ? JNI_ERR : JNI_OK;
}

// JNI specification, chapter 4, "NIO Support". A buffer's capacity is an int.
jobject NewDirectByteBuffer(JNIEnv* env, void* address, jlong capacity) {
  NativeEntry vm(env);
  if (capacity < 0 || capacity > INT32_MAX) {
    (void)throw_new(vm.self, "java/lang/IllegalArgumentException",
                    "JNI NewDirectByteBuffer: capacity out of range");
    return nullptr;
  }
  return vm.result(new_direct_buffer(vm.self, address, capacity));
}

// Returns null for an object that is not a direct buffer.
void* GetDirectBufferAddress(JNIEnv* env, jobject buffer) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  Handle<> handle = handle_of(buffer);
  return is_direct_buffer(still, handle)
             ? reinterpret_cast<void*>(as<java::Buffer>(handle.raw(still))->address())
             : nullptr;
}

// Returns -1 for an object that is not a direct buffer.
jlong GetDirectBufferCapacity(JNIEnv* env, jobject buffer) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  Handle<> handle = handle_of(buffer);
  return is_direct_buffer(still, handle) ? as<java::Buffer>(handle.raw(still))->capacity() : -1;
}

// JNI specification, chapter 4, "Module Operations".
jobject GetModule(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  if (handle_of(mirror).is_null()) {
    (void)throw_null_pointer(vm.self);
    return nullptr;
  }
  return vm.raw_result(class_of(mirror).mirror->module());
}

}  // namespace jni
}  // namespace minijvm::vm
