// The VM's natives that are neither Object's nor memory access: Unsafe.park and unpark, Perf, ScopedMemoryAccess, VectorSupport,
// NativeEntryPoint. Proved by tests/java/threads and tests/java/library.
#include <cstdlib>
#include <cstring>

#include "runtime/object.h"
#include "sync/clock.h"
#include "vm/java/exceptions.h"
#include "vm/java/java_threads.h"
#include "vm/native/jni_functions.h"
#include "vm/native/native_entry.h"
#include "vm/native/own_natives.h"

namespace minijvm::vm {

using sync::NoSafepoint;

namespace {

void register_natives(JNIEnv*, jclass) {}

// --- Unsafe.park, unpark ---

void park(JNIEnv* env, jobject, jboolean absolute, jlong time) {
  NativeEntry vm(env);
  park_current(vm.self, absolute, time);
}

void unpark(JNIEnv* env, jobject, jobject thread) {
  NativeEntry vm(env);
  unpark_thread(vm.self, handle_of(thread));
}

// --- Perf: counters are direct buffers that live as long as the VM; nobody attaches to them from outside ---

jobject create_long(JNIEnv* env, jobject, jstring, jint, jint, jlong value) {
  auto* counter = static_cast<jlong*>(std::malloc(sizeof(jlong)));
  if (counter == nullptr) {
    return nullptr;
  }
  *counter = value;
  return jni::NewDirectByteBuffer(env, counter, sizeof(jlong));
}

jobject create_byte_array(JNIEnv* env, jobject, jstring, jint, jint, jbyteArray value, jint max_length) {
  if (max_length < 0) {
    return nullptr;
  }
  auto* bytes = static_cast<jbyte*>(std::calloc(1, static_cast<std::size_t>(max_length) + 1));
  if (bytes == nullptr) {
    return nullptr;
  }
  jsize length = jni::GetArrayLength(env, value);
  jni::GetByteArrayRegion(env, value, 0, length < max_length ? length : max_length, bytes);
  return jni::NewDirectByteBuffer(env, bytes, max_length);
}

jobject attach(JNIEnv* env, jobject, jstring, jint, jint) {
  NativeEntry vm(env);
  (void)throw_new(vm.self, "java/io/IOException", "this VM publishes no performance data");
  return nullptr;
}

void detach(JNIEnv*, jobject, jobject) {}

jlong high_res_counter(JNIEnv*, jobject) { return sync::monotonic_ns(); }
jlong high_res_frequency(JNIEnv*, jobject) { return sync::kNanosPerSecond; }

// --- the rest ---

// True: the scope may be closed. Shared segments are for incubating APIs; a thread inside a @Scoped method is not looked for.
jboolean close_scope(JNIEnv*, jobject, jobject, jobject) { return JNI_TRUE; }

jint vector_register_natives(JNIEnv*, jclass) { return 0; }
jint max_lane_count(JNIEnv*, jclass, jclass) { return -1; }  // no vector unit

jlong vm_storage_to_vm_reg(JNIEnv* env, jclass, jint, jint) {
  NativeEntry vm(env);
  (void)throw_new(vm.self, "java/lang/UnsupportedOperationException", "the foreign linker is not supported");
  return 0;
}

template <class Function>
void* entry(Function* function) {
  return reinterpret_cast<void*>(function);
}

constexpr const char* kUnsafe = "jdk/internal/misc/Unsafe";
constexpr const char* kPerf = "jdk/internal/perf/Perf";
constexpr const char* kScoped = "jdk/internal/misc/ScopedMemoryAccess";
constexpr const char* kVector = "jdk/internal/vm/vector/VectorSupport";
constexpr const char* kEntryPoint = "jdk/internal/invoke/NativeEntryPoint";

}  // namespace

std::span<const VmNative> misc_natives() {
  static const VmNative rows[] = {
      {kUnsafe, "park", "(ZJ)V", entry(park)},
      {kUnsafe, "unpark", "(Ljava/lang/Object;)V", entry(unpark)},
      {kPerf, "registerNatives", "()V", entry(register_natives)},
      {kPerf, "attach", "(Ljava/lang/String;II)Ljava/nio/ByteBuffer;", entry(attach)},
      {kPerf, "detach", "(Ljava/nio/ByteBuffer;)V", entry(detach)},
      {kPerf, "createLong", "(Ljava/lang/String;IIJ)Ljava/nio/ByteBuffer;", entry(create_long)},
      {kPerf, "createByteArray", "(Ljava/lang/String;II[BI)Ljava/nio/ByteBuffer;", entry(create_byte_array)},
      {kPerf, "highResCounter", "()J", entry(high_res_counter)},
      {kPerf, "highResFrequency", "()J", entry(high_res_frequency)},
      {kScoped, "registerNatives", "()V", entry(register_natives)},
      {kScoped, "closeScope0",
       "(Ljdk/internal/misc/ScopedMemoryAccess$Scope;Ljdk/internal/misc/ScopedMemoryAccess$Scope$ScopedAccessError;)Z", entry(close_scope)},
      {kVector, "registerNatives", "()I", entry(vector_register_natives)},
      {kVector, "getMaxLaneCount", "(Ljava/lang/Class;)I", entry(max_lane_count)},
      {kEntryPoint, "registerNatives", "()V", entry(register_natives)},
      {kEntryPoint, "vmStorageToVMReg", "(II)J", entry(vm_storage_to_vm_reg)},
  };
  return rows;
}

}  // namespace minijvm::vm
