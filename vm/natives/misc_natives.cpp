// Implements VM natives that belong neither to Object nor to memory access: Unsafe.park and unpark,
// ScopedMemoryAccess, VectorSupport and NativeEntryPoint. The caller is in native state.
// Tested by tests/java/threads and tests/java/library.
#include "runtime/object/object.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/threads/java_threads.h"
#include "vm/java/threads/points.h"
#include "vm/java/threads/thread_control.h"
#include "vm/natives/jni/jni_functions.h"
#include "vm/natives/native_entry.h"
#include "vm/natives/own_natives.h"

namespace minijvm::vm {

namespace {

// The classes call it from their static initializers. The rows are bound by name, so nothing is
// left to do.
void register_natives(JNIEnv*, jclass) {}

// --- Unsafe.park, unpark ---

// `time` is in nanoseconds from now, or if `absolute` in milliseconds since 1970.
void park(JNIEnv* env, jobject, jboolean absolute, jlong time) {
  NativeEntry vm(env);
  park_current(vm.self, absolute, time);
}

void unpark(JNIEnv* env, jobject, jobject thread) {
  NativeEntry vm(env);
  const runtime::Handle<java::Thread> target = handle_of<java::Thread>(thread);
  point(vm.self, OpKind::kUnpark, *target.slot());
  unpark_thread(vm.self, target);
}

// --- the rest ---

jint vector_register_natives(JNIEnv*, jclass) { return 0; }
jint max_lane_count(JNIEnv*, jclass, jclass) { return -1; }  // no vector unit

// The foreign linker (an incubating API in 17) needs compiled call stubs.
jlong vm_storage_to_vm_reg(JNIEnv* env, jclass, jint, jint) {
  NativeEntry vm(env);
  (void)throw_new(vm.self, "java/lang/UnsupportedOperationException",
                  "the foreign linker is not supported");
  return 0;
}

// The names of processor features, which only the compiler of another VM would use.
jstring no_cpu_features(JNIEnv* env, jclass) { return env->NewStringUTF(""); }

constexpr const char* kUnsafe = "jdk/internal/misc/Unsafe";
constexpr const char* kScoped = "jdk/internal/misc/ScopedMemoryAccess";
constexpr const char* kVector = "jdk/internal/vm/vector/VectorSupport";
constexpr const char* kEntryPoint = "jdk/internal/invoke/NativeEntryPoint";

}  // namespace

std::span<const VmNative> misc_natives() {
  static const VmNative rows[] = {
      {kUnsafe, "park", "(ZJ)V", reinterpret_cast<void*>(park)},
      {kUnsafe, "unpark", "(Ljava/lang/Object;)V", reinterpret_cast<void*>(unpark)},
      {kScoped, "registerNatives", "()V", reinterpret_cast<void*>(register_natives)},
      {kVector, "getCPUFeatures", "()Ljava/lang/String;", reinterpret_cast<void*>(no_cpu_features)},
      {kVector, "registerNatives", "()I", reinterpret_cast<void*>(vector_register_natives)},
      {kVector, "getMaxLaneCount", "(Ljava/lang/Class;)I", reinterpret_cast<void*>(max_lane_count)},
      {kEntryPoint, "registerNatives", "()V", reinterpret_cast<void*>(register_natives)},
      {kEntryPoint, "vmStorageToVMReg", "(II)J", reinterpret_cast<void*>(vm_storage_to_vm_reg)},
  };
  return rows;
}

}  // namespace minijvm::vm
