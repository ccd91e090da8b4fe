// JVM_*: system, memory, libraries, signals, references, class data sharing. Proved by tests/java/library.
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "base/machine_processors.h"
#include "gc/barrier.h"
#include "gc/heap.h"
#include "gc/memory_pools.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "sync/clock.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/exceptions.h"
#include "vm/java/properties.h"
#include "vm/java/signals_door.h"
#include "vm/java/strings.h"
#include "vm/native/jvm_exports.h"
#include "vm/native/native_entry.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using runtime::wk;
using sync::NoSafepoint;

namespace {

JavaResult<void> store_string(JavaThread& self, Handle<> array, std::size_t index, const std::string& text) {
  runtime::HandleScope scope(self);
  Handle<> string = MJ_TRY(new_string(self, text));
  NoSafepoint still(self);
  gc::store_ref(still, array.raw(still), Object::element_offset(static_cast<std::int64_t>(index), 3), string.raw(still));
  return {};
}

// Keys at even, values at odd places.
JavaResult<Handle<>> properties_array(JavaThread& self) {
  std::span<const Property> properties = vm_properties();
  Handle<> array = MJ_TRY(new_object_array(self, *wk().java_lang_String, static_cast<jint>(2 * properties.size())));
  for (std::size_t i = 0; i < properties.size(); ++i) {
    MJ_TRY(store_string(self, array, 2 * i, properties[i].first));
    MJ_TRY(store_string(self, array, 2 * i + 1, properties[i].second));
  }
  return array;
}

JavaResult<Handle<>> arguments_array(JavaThread& self) {
  std::span<const std::string> arguments = vm_arguments();
  if (arguments.empty()) {
    return Handle<>();
  }
  Handle<> array = MJ_TRY(new_object_array(self, *wk().java_lang_String, static_cast<jint>(arguments.size())));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    MJ_TRY(store_string(self, array, i, arguments[i]));
  }
  return array;
}

JavaResult<void> put_property(JavaThread& self, Handle<> properties, Method& put, const char* key, const std::string& value) {
  CallArgs args;
  args.push(properties);
  args.push(MJ_TRY(new_string(self, key)));
  args.push(MJ_TRY(new_string(self, value)));
  MJ_TRY(call_virtual(self, put, args));
  return {};
}

JavaResult<Handle<>> agent_properties(JavaThread& self, Handle<> properties) {
  Method& put = *wk().Properties_put;
  const std::string* command = find_vm_property("sun.java.command");
  std::string flags;
  for (const std::string& argument : vm_arguments()) {
    flags += (flags.empty() ? "" : " ") + argument;
  }
  if (command != nullptr) {
    MJ_TRY(put_property(self, properties, put, "sun.java.command", *command));
  }
  MJ_TRY(put_property(self, properties, put, "sun.jvm.flags", ""));
  MJ_TRY(put_property(self, properties, put, "sun.jvm.args", flags));
  return properties;
}

jint processors() {
  const NativeSettings& settings = native_settings();
  return settings.active_processors > 0 ? settings.active_processors : granted_processors(settings.in_container);
}

// For Runtime's methods, which pass no JNIEnv. In kInVm no collection changes the numbers meanwhile; an unattached thread may see some of
// before it and some of after.
gc::PoolUsage heap_now() {
  std::optional<sync::NativeToVm> vm;
  if (JavaThread* self = runtime::current_java_thread(); self != nullptr) {
    vm.emplace(*self);
  }
  return gc::whole_heap_usage();
}

Object* load_referent(const NoSafepoint& still, jobject reference) { return handle_of(reference).raw(still)->load_ref(wk().Reference_referent); }

jboolean refers_to(JNIEnv* env, jobject reference, jobject object) {
  NativeEntry vm(env);
  if (handle_of(reference).is_null()) {
    (void)throw_null_pointer(vm.self);
    return JNI_FALSE;
  }
  NoSafepoint still(vm.self);
  return load_referent(still, reference) == handle_of(object).raw(still);
}

constexpr jlong kNanosPerSecond = 1'000'000'000;
constexpr jlong kMaxAdjustmentSeconds = jlong{1} << 32;

}  // namespace

extern "C" {

jlong JVM_CurrentTimeMillis(JNIEnv*, jclass) { return sync::wall_clock_ns() / 1'000'000; }
jlong JVM_NanoTime(JNIEnv*, jclass) { return sync::monotonic_ns(); }

jlong JVM_GetNanoTimeAdjustment(JNIEnv*, jclass, jlong offset_seconds) {
  jlong now = sync::wall_clock_ns();
  jlong seconds = now / kNanosPerSecond;
  jlong difference = 0;
  if (__builtin_sub_overflow(seconds, offset_seconds, &difference) || difference >= kMaxAdjustmentSeconds || difference <= -kMaxAdjustmentSeconds) {
    return -1;
  }
  return difference * kNanosPerSecond + now % kNanosPerSecond;
}

jobjectArray JVM_GetProperties(JNIEnv* env) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(properties_array(vm.self));
}

jstring JVM_GetTemporaryDirectory(JNIEnv* env) {
  NativeEntry vm(env);
  return vm.result_as<jstring>(new_string(vm.self, "/tmp"));
}

jobjectArray JVM_GetVmArguments(JNIEnv* env) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(arguments_array(vm.self));
}

jobject JVM_InitAgentProperties(JNIEnv* env, jobject properties) {
  NativeEntry vm(env);
  return vm.result(agent_properties(vm.self, handle_of(properties)));
}

jint JVM_ActiveProcessorCount(void) { return processors(); }
jlong JVM_TotalMemory(void) { return static_cast<jlong>(heap_now().committed); }
jlong JVM_FreeMemory(void) {
  gc::PoolUsage heap = heap_now();
  return static_cast<jlong>(heap.committed - heap.used);
}
jlong JVM_MaxMemory(void) { return static_cast<jlong>(gc::heap_max_bytes()); }
jlong JVM_MaxObjectInspectionAge(void) { return static_cast<jlong>(gc::ms_since_full_collection()); }

// Runtime.gc calls it without a JNIEnv.
void JVM_GC(void) {
  JavaThread* self = runtime::current_java_thread();
  if (self != nullptr) {
    sync::NativeToVm vm(*self);
    gc::collect_on_demand(*self);
  }
}

void JVM_BeforeHalt(void) {}
void JVM_Halt(jint code) {
  if (JavaThread* self = runtime::current_java_thread(); self != nullptr) {
    sync::NativeToVm vm(*self);
    halt_vm(code);
  }
  halt_vm(code);
}
jboolean JVM_IsUseContainerSupport(void) { return JNI_FALSE; }
jboolean JVM_SupportsCX8(void) { return JNI_TRUE; }

jboolean JVM_IsSupportedJNIVersion(jint version) {
  return version == JNI_VERSION_1_1 || version == JNI_VERSION_1_2 || version == JNI_VERSION_1_4 || version == JNI_VERSION_1_6 ||
         version == JNI_VERSION_1_8 || version == JNI_VERSION_9 || version == JNI_VERSION_10;
}

// The caller is in native state already: library constructors run there.
void* JVM_LoadLibrary(const char* path, jboolean throws) {
  void* handle = dlopen(path, RTLD_LAZY);
  if (handle != nullptr || !throws) {
    return handle;
  }
  const char* reason = dlerror();
  std::string message = std::string(path) + ": " + (reason == nullptr ? "cannot open shared object file" : reason);
  JavaThread* self = runtime::current_java_thread();
  if (self != nullptr) {
    sync::NativeToVm vm(*self);
    (void)throw_new(*self, "java/lang/UnsatisfiedLinkError", message.c_str());
  }
  return nullptr;
}

void JVM_UnloadLibrary(void* handle) { dlclose(handle); }
void* JVM_FindLibraryEntry(void* handle, const char* name) { return dlsym(handle, name); }

jint JVM_FindSignal(const char* name) { return signals_door().find(name); }
void* JVM_RegisterSignal(jint signal, void* handler) { return signals_door().register_handler(signal, handler); }
jboolean JVM_RaiseSignal(jint signal) { return signals_door().raise(signal); }

// Mutexes for native code, threads without a JNIEnv included.
void* JVM_RawMonitorCreate(void) {
  auto* mutex = static_cast<pthread_mutex_t*>(std::malloc(sizeof(pthread_mutex_t)));
  if (mutex != nullptr) {
    pthread_mutex_init(mutex, nullptr);
  }
  return mutex;
}
void JVM_RawMonitorDestroy(void* monitor) {
  pthread_mutex_destroy(static_cast<pthread_mutex_t*>(monitor));
  std::free(monitor);
}
jint JVM_RawMonitorEnter(void* monitor) { return pthread_mutex_lock(static_cast<pthread_mutex_t*>(monitor)); }
void JVM_RawMonitorExit(void* monitor) { pthread_mutex_unlock(static_cast<pthread_mutex_t*>(monitor)); }

char* JVM_NativePath(char* path) { return path; }

// --- references (h) ---

jobject JVM_GetAndClearReferencePendingList(JNIEnv* env) {
  NativeEntry vm(env);
  return vm.raw_result(gc::take_pending_references());
}

jboolean JVM_HasReferencePendingList(JNIEnv* env) {
  NativeEntry vm(env);
  return gc::has_pending_references();
}

void JVM_WaitForReferencePendingList(JNIEnv* env) {
  NativeEntry vm(env);
  gc::wait_for_pending_references(vm.self);
}

jboolean JVM_ReferenceRefersTo(JNIEnv* env, jobject reference, jobject object) { return refers_to(env, reference, object); }
jboolean JVM_PhantomReferenceRefersTo(JNIEnv* env, jobject reference, jobject object) { return refers_to(env, reference, object); }

void JVM_ReferenceClear(JNIEnv* env, jobject reference) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  gc::store_ref(still, handle_of(reference).raw(still), wk().Reference_referent, nullptr);
}

// --- class data sharing (i): there is none ---

void JVM_InitializeFromArchive(JNIEnv*, jclass) {}
jboolean JVM_IsDumpingClassList(JNIEnv*) { return JNI_FALSE; }
jboolean JVM_IsCDSDumpingEnabled(JNIEnv*) { return JNI_FALSE; }
jboolean JVM_IsSharingEnabled(JNIEnv*) { return JNI_FALSE; }
jlong JVM_GetRandomSeedForDumping(void) { return 0; }
jclass JVM_LookupLambdaProxyClassFromArchive(JNIEnv*, jclass, jstring, jobject, jobject, jobject, jobject) { return nullptr; }
void JVM_RegisterLambdaProxyClassForArchiving(JNIEnv*, jclass, jstring, jobject, jobject, jobject, jobject, jclass) {}
void JVM_LogLambdaFormInvoker(JNIEnv*, jstring) {}
void JVM_DumpClassListToFile(JNIEnv*, jstring) {}
void JVM_DumpDynamicArchive(JNIEnv*, jstring) {}

}  // extern "C"
}  // namespace minijvm::vm
