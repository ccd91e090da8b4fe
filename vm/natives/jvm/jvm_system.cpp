// Implements JVM_* functions for time, properties, memory, libraries, signals, references, class
// data sharing. Functions with a JNIEnv are called in native state; those without one may come from
// threads that are not attached.
// Tested by tests/java/library.
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "base/bits.h"
#include "base/machine_processors.h"
#include "classfile/path/jimage.h"
#include "gc/heap/heap.h"
#include "gc/heap/reference_fields.h"
#include "gc/policy/memory_pools.h"
#include "runtime/jdk_release.h"
#include "runtime/load/boot_loader.h"
#include "sync/schedule/scheduler.h"
#include "sync/threads/clock.h"
#include "sync/threads/exec_env.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/halt.h"
#include "vm/java/properties.h"
#include "vm/java/signals.h"
#include "vm/java/strings.h"
#include "vm/java/threads/accesses.h"
#include "vm/natives/native_entry.h"
#include "vm/natives/stored_objects.h"
#include "vm/tools.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// Stores one element of a String[], in a handle scope of its own.
JavaResult<void> store_string(JavaThread& self, Handle<java::ObjectArray> array, std::size_t index,
                              const std::string& text) {
  runtime::HandleScope scope(self);
  store_element(self, array, index, MJ_TRY(new_string(self, text)));
  return {};
}

// The array has keys at even indexes and values at odd ones.
JavaResult<Handle<java::ObjectArray>> properties_array(JavaThread& self) {
  std::span<const Property> properties = vm_properties();
  Handle<java::ObjectArray> array = MJ_TRY(
      new_object_array(self, *wk().java_lang_String, static_cast<jint>(2 * properties.size())));
  for (std::size_t i = 0; i < properties.size(); ++i) {
    MJ_TRY(store_string(self, array, 2 * i, properties[i].first));
    MJ_TRY(store_string(self, array, 2 * i + 1, properties[i].second));
  }
  return array;
}

// Returns null if the VM was started without arguments.
JavaResult<Handle<java::ObjectArray>> arguments_array(JavaThread& self) {
  std::span<const std::string> arguments = vm_arguments();
  if (arguments.empty()) {
    return Handle<java::ObjectArray>();
  }
  Handle<java::ObjectArray> array =
      MJ_TRY(new_object_array(self, *wk().java_lang_String, static_cast<jint>(arguments.size())));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    MJ_TRY(store_string(self, array, i, arguments[i]));
  }
  return array;
}

// Properties.put is called virtually, because the object may be of a subclass.
JavaResult<void> put_property(JavaThread& self, Handle<> properties, Method& put, const char* key,
                              const std::string& value) {
  CallArgs args;
  args.push(properties);
  args.push(MJ_TRY(new_string(self, key)));
  args.push(MJ_TRY(new_string(self, value)));
  MJ_TRY(call_virtual(self, put, args));
  return {};
}

// Adds the properties that tools such as jcmd read from a running VM.
JavaResult<Handle<>> agent_properties(JavaThread& self, Handle<> properties) {
  Method& put = *wk().Properties_put;
  const std::string* command = find_vm_property("sun.java.command");
  if (command != nullptr) {
    MJ_TRY(put_property(self, properties, put, "sun.java.command", *command));
  }
  MJ_TRY(put_property(self, properties, put, "sun.jvm.flags", ""));
  MJ_TRY(put_property(self, properties, put, "sun.jvm.args", vm_arguments_text()));
  return properties;
}

// Returns -XX:ActiveProcessorCount, or the number of processors that the process may use.
jint processors() {
  const NativeSettings& settings = native_settings();
  return settings.active_processors > 0 ? settings.active_processors
                                        : granted_processors(settings.in_container);
}

// Returns the heap's size and use for Runtime's methods, which pass no JNIEnv. In kInVm no
// collection changes the numbers while they are read. A thread that is not attached may see a mix
// of the numbers before and after a collection.
gc::PoolUsage heap_now() {
  std::optional<sync::NativeToVm> vm;
  if (JavaThread* self = runtime::current_java_thread(); self != nullptr) {
    vm.emplace(*self);
  }
  return gc::whole_heap_usage();
}

Object* load_referent(const NoSafepoint& still, jobject reference) {
  return handle_of<java::Reference>(reference).raw(still)->referent();
}

// Compares without making a reference to the referent, so that the question does not keep it alive.
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
// getNanoTimeAdjustment is specified for offsets that differ by at most about 136 years.
constexpr jlong kMaxAdjustmentSeconds = jlong{1} << 32;

}  // namespace

extern "C" {

// Implements System.currentTimeMillis.
jlong JVM_CurrentTimeMillis(JNIEnv*, jclass) { return sync::program_wall_ns() / 1'000'000; }
// Implements System.nanoTime.
jlong JVM_NanoTime(JNIEnv*, jclass) { return sync::program_ns(); }

// jdk.internal.misc.VM.getNanoTimeAdjustment: returns the nanoseconds of wall-clock time since
// `offset_seconds`, or -1 if that is out of range.
jlong JVM_GetNanoTimeAdjustment(JNIEnv*, jclass, jlong offset_seconds) {
  jlong now = sync::program_wall_ns();
  jlong seconds = now / kNanosPerSecond;
  jlong difference = 0;
  // Java passes any long, so the subtraction may overflow.
  if (__builtin_sub_overflow(seconds, offset_seconds, &difference) ||
      difference >= kMaxAdjustmentSeconds || difference <= -kMaxAdjustmentSeconds) {
    return -1;
  }
  return difference * kNanosPerSecond + now % kNanosPerSecond;
}

// Implements jdk.internal.util.SystemProps.Raw.vmProperties.
jobjectArray JVM_GetProperties(JNIEnv* env) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(properties_array(vm.self));
}

// Implements jdk.internal.vm.VMSupport.getVMTemporaryDirectory.
jstring JVM_GetTemporaryDirectory(JNIEnv* env) {
  NativeEntry vm(env);
  return vm.result_as<jstring>(new_string(vm.self, "/tmp"));
}

// Implements jdk.internal.misc.VM.getRuntimeArguments.
jobjectArray JVM_GetVmArguments(JNIEnv* env) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(arguments_array(vm.self));
}

// Implements jdk.internal.vm.VMSupport.initAgentProperties.
jobject JVM_InitAgentProperties(JNIEnv* env, jobject properties) {
  NativeEntry vm(env);
  return vm.result(agent_properties(vm.self, handle_of(properties)));
}

// Implements Runtime.availableProcessors.
jint JVM_ActiveProcessorCount(void) { return processors(); }
// Implements Runtime.totalMemory. It returns bytes, as the next two do.
jlong JVM_TotalMemory(void) { return static_cast<jlong>(heap_now().committed); }
// Implements Runtime.freeMemory. It reads one snapshot, so the difference cannot be negative.
jlong JVM_FreeMemory(void) {
  gc::PoolUsage heap = heap_now();
  return static_cast<jlong>(heap.committed - heap.used);
}
// Implements Runtime.maxMemory.
jlong JVM_MaxMemory(void) { return static_cast<jlong>(gc::heap_max_bytes()); }
// Returns the milliseconds since the last full collection.
jlong JVM_MaxObjectInspectionAge(void) {
  return static_cast<jlong>(gc::ms_since_full_collection());
}

// Runtime.gc passes no JNIEnv. A thread that is not attached cannot start a collection.
void JVM_GC(void) {
  JavaThread* self = runtime::current_java_thread();
  if (self != nullptr) {
    sync::NativeToVm vm(*self);
    gc::collect_on_demand(*self);
  }
}

// java.lang.Shutdown.beforeHalt: there is nothing to flush.
void JVM_BeforeHalt(void) {}
// Implements Runtime.halt. Never returns. The thread enters the VM if it is attached, since halting
// needs its state.
void JVM_Halt(jint code) {
  if (JavaThread* self = runtime::current_java_thread(); self != nullptr) {
    sync::NativeToVm vm(*self);
    halt_vm(code);
  }
  halt_vm(code);
}
jboolean JVM_IsUseContainerSupport(void) { return JNI_FALSE; }
jboolean JVM_SupportsCX8(void) { return JNI_TRUE; }

// The versions that a library's JNI_OnLoad may return; those behind 10 depend on the JDK.
jboolean JVM_IsSupportedJNIVersion(jint version) {
  return version == JNI_VERSION_1_1 || version == JNI_VERSION_1_2 || version == JNI_VERSION_1_4 ||
         version == JNI_VERSION_1_6 || version == JNI_VERSION_1_8 || version == JNI_VERSION_9 ||
         version == JNI_VERSION_10 || runtime::is_later_jni_version(version);
}

// The thread stays in native state, since the library's constructors run inside of dlopen. They may
// block or take any time, and must not hold up a safepoint.
void* JVM_LoadLibrary(const char* path, jboolean throws) {
  // RTLD_LAZY: functions are bound at their first call, so a library may import some that it never
  // calls.
  void* handle = dlopen(path, RTLD_LAZY);
  // HOTSPOT: there this library has the image open, and ImageReader reads it there.
  if (handle != nullptr && std::string_view(path).ends_with("/libjimage.so"))
    (void)runtime::boot_image().open_in_library();
  if (handle != nullptr || !throws) {
    return handle;
  }
  // dlerror's text belongs to this thread and is lost at the next call of dl*.
  const char* reason = dlerror();
  std::string message =
      std::string(path) + ": " + (reason == nullptr ? "cannot open shared object file" : reason);
  JavaThread* self = runtime::current_java_thread();
  if (self != nullptr) {
    sync::NativeToVm vm(*self);
    (void)throw_new(*self, "java/lang/UnsatisfiedLinkError", message.c_str());
  }
  return nullptr;
}

void JVM_UnloadLibrary(void* handle) { dlclose(handle); }
void* JVM_FindLibraryEntry(void* handle, const char* name) { return dlsym(handle, name); }

// The next three implement findSignal0, handle0 and raise0 of jdk.internal.misc.Signal.
jint JVM_FindSignal(const char* name) { return find_signal(name); }
void* JVM_RegisterSignal(jint signal, void* handler) { return register_signal(signal, handler); }
jboolean JVM_RaiseSignal(jint signal) { return raise_signal(signal); }

// These are plain mutexes for native code, also for threads without a JNIEnv (libzip, for example),
// and no Java monitors.
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
jint JVM_RawMonitorEnter(void* monitor) {
  return pthread_mutex_lock(static_cast<pthread_mutex_t*>(monitor));
}
void JVM_RawMonitorExit(void* monitor) {
  pthread_mutex_unlock(static_cast<pthread_mutex_t*>(monitor));
}

// Unix paths need no conversion.
char* JVM_NativePath(char* path) { return path; }

// --- references: natives of java.lang.ref.Reference and PhantomReference ---

// Takes the whole list of references that gc has enqueued.
jobject JVM_GetAndClearReferencePendingList(JNIEnv* env) {
  NativeEntry vm(env);
  tell_of_order([&](Observer& observer) { observer.references_taken(vm.self); });
  return vm.raw_result(gc::take_pending_references());
}

// Implements Reference.hasReferencePendingList.
jboolean JVM_HasReferencePendingList(JNIEnv* env) {
  NativeEntry vm(env);
  return gc::has_pending_references();
}

// The reference handler thread waits here, blocked, so that it holds up no safepoint.
void JVM_WaitForReferencePendingList(JNIEnv* env) {
  NativeEntry vm(env);
  gc::wait_for_pending_references(vm.self);
}

// Implements Reference.refersTo0. A collector that marks concurrently would treat the phantom case
// differently; this one does not.
jboolean JVM_ReferenceRefersTo(JNIEnv* env, jobject reference, jobject object) {
  return refers_to(env, reference, object);
}
jboolean JVM_PhantomReferenceRefersTo(JNIEnv* env, jobject reference, jobject object) {
  return refers_to(env, reference, object);
}

// Implements Reference.clear0.
void JVM_ReferenceClear(JNIEnv* env, jobject reference) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  handle_of<java::Reference>(reference).raw(still)->set_referent(still, nullptr);
}

// --- class data sharing: of HotSpot's there is only the module graph ---

// Implements CDS.initializeFromArchive.
void JVM_InitializeFromArchive(JNIEnv* env, jclass holder) {
  NativeEntry vm(env);
  (void)give_stored_objects(vm.self, class_of(holder));
}
jboolean JVM_IsDumpingClassList(JNIEnv*) { return JNI_FALSE; }
jboolean JVM_IsCDSDumpingEnabled(JNIEnv*) { return JNI_FALSE; }
jboolean JVM_IsSharingEnabled(JNIEnv*) { return JNI_FALSE; }
// The seed of the order of Set.of and Map.of; with 0 the library takes the clock.
jlong JVM_GetRandomSeedForDumping(void) {
  return sync::thread_model().runs_one_thread()
             ? static_cast<jlong>(spread_bits(sync::data_seed() + kGoldenRatio) | 1)
             : 0;
}
// Null means that the class is not in an archive, so Java generates it.
jclass JVM_LookupLambdaProxyClassFromArchive(JNIEnv*, jclass, jstring, jobject, jobject, jobject,
                                             jobject) {
  return nullptr;
}
void JVM_RegisterLambdaProxyClassForArchiving(JNIEnv*, jclass, jstring, jobject, jobject, jobject,
                                              jobject, jclass) {}
void JVM_LogLambdaFormInvoker(JNIEnv*, jstring) {}
void JVM_DumpClassListToFile(JNIEnv*, jstring) {}
void JVM_DumpDynamicArchive(JNIEnv*, jstring) {}

// libmanagement asks for its table of functions; null if the tools are not linked in.
void* JVM_GetManagement(jint version) { return find_management(version); }

}  // extern "C"
}  // namespace minijvm::vm
