// Replaces natives that bring chance or the state of the machine into a deterministic run: random
// devices read a generator that -XX:DataSeed seeds, and the process and the machine have fixed
// figures. All other reads go to the library's own functions. The callers are in native state.
// Tested by tests/vm/deterministic.
#include <dlfcn.h>
#include <jni.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "base/bits.h"
#include "sync/threads/clock.h"
#include "sync/threads/exec_env.h"
#include "vm/natives/own_natives.h"
#include "vm/vm.h"

namespace minijvm::vm {
namespace {

// Figures of a small machine that has nothing else to do.
constexpr jlong kProcessId = 1;
constexpr jlong kMachineBytes = 1024 * static_cast<jlong>(kMiB);
constexpr jlong kProcessBytes = 512 * static_cast<jlong>(kMiB);
constexpr jlong kOpenDescriptors = 16;
constexpr jlong kMostDescriptors = 1024;

// /dev/random and /dev/urandom (admin-guide/devices.txt of Linux: char 1:8 and 1:9).
bool is_random_device(int descriptor) {
  constexpr unsigned kMemoryDevices = 1;
  constexpr unsigned kRandom = 8;
  constexpr unsigned kUrandom = 9;
  struct stat file {};
  if (fstat(descriptor, &file) != 0 || !S_ISCHR(file.st_mode) ||
      major(file.st_rdev) != kMemoryDevices) {
    return false;
  }
  return minor(file.st_rdev) == kRandom || minor(file.st_rdev) == kUrandom;
}

// Returns the next bytes of the run's generator, splitmix64. Nobody should keep a secret by them.
std::vector<jbyte> chance(jsize length) {
  std::vector<jbyte> bytes(static_cast<std::size_t>(length));
  for (jbyte& each : bytes) {
    const std::uint64_t word = ++the_vm.natives.chance_words;
    each = static_cast<jbyte>(spread_bits(sync::data_seed() + word * kGoldenRatio));
  }
  return bytes;
}

// Returns FileDescriptor.fd.
int descriptor_of(JNIEnv* env, jobject descriptor) {
  jclass holder = env->FindClass("java/io/FileDescriptor");
  return env->GetIntField(descriptor, env->GetFieldID(holder, "fd", "I"));
}

// Returns the descriptor of a FileInputStream or RandomAccessFile.
int descriptor_of(JNIEnv* env, jobject file, const char* klass) {
  jfieldID field = env->GetFieldID(env->FindClass(klass), "fd", "Ljava/io/FileDescriptor;");
  return descriptor_of(env, env->GetObjectField(file, field));
}

template <class Function>
Function* of_library(void* library, const char* symbol) {
  return reinterpret_cast<Function*>(dlsym(library, symbol));
}

// --- java.io ---

jint read_byte(JNIEnv* env, jobject file, const char* klass, const char* symbol) {
  if (is_random_device(descriptor_of(env, file, klass))) {
    return static_cast<std::uint8_t>(chance(1)[0]);
  }
  return of_library<jint(JNIEnv*, jobject)>(java_library(), symbol)(env, file);
}

// The library's function throws if the range is not one of the array.
jint read_bytes(JNIEnv* env, jobject file, jbyteArray bytes, jint offset, jint length,
                const char* klass, const char* symbol) {
  const bool fits = bytes != nullptr && offset >= 0 && length > 0 &&
                    length <= env->GetArrayLength(bytes) - offset;
  if (!fits || !is_random_device(descriptor_of(env, file, klass))) {
    using Read = jint(JNIEnv*, jobject, jbyteArray, jint, jint);
    return of_library<Read>(java_library(), symbol)(env, file, bytes, offset, length);
  }
  env->SetByteArrayRegion(bytes, offset, length, chance(length).data());
  return length;
}

constexpr const char* kStream = "java/io/FileInputStream";
constexpr const char* kFile = "java/io/RandomAccessFile";

jint stream_read(JNIEnv* env, jobject file) {
  return read_byte(env, file, kStream, "Java_java_io_FileInputStream_read0");
}
jint stream_read_bytes(JNIEnv* env, jobject file, jbyteArray bytes, jint offset, jint length) {
  return read_bytes(env, file, bytes, offset, length, kStream,
                    "Java_java_io_FileInputStream_readBytes");
}
jint file_read(JNIEnv* env, jobject file) {
  return read_byte(env, file, kFile, "Java_java_io_RandomAccessFile_read0");
}
jint file_read_bytes(JNIEnv* env, jobject file, jbyteArray bytes, jint offset, jint length) {
  return read_bytes(env, file, bytes, offset, length, kFile,
                    "Java_java_io_RandomAccessFile_readBytes");
}

// --- sun.nio.ch ---

jint channel_read(JNIEnv* env, jclass caller, jobject descriptor, jlong address, jint length) {
  if (is_random_device(descriptor_of(env, descriptor))) {
    const std::vector<jbyte> bytes = chance(length);
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<jbyte*>(address));
    return length;
  }
  // The class's static initializer has loaded the library. RTLD_NOLOAD never loads a second one.
  void* library = dlopen("libnio.so", RTLD_LAZY | RTLD_NOLOAD);
  using Read = jint(JNIEnv*, jclass, jobject, jlong, jint);
  return of_library<Read>(library, "Java_sun_nio_ch_FileDispatcherImpl_read0")(
      env, caller, descriptor, address, length);
}

// --- the process and the machine ---

jlong process_id(JNIEnv*, jclass) { return kProcessId; }
jlong number_for_kernel(jlong process) { return process == kProcessId ? getpid() : process; }
// The next three find the process by its number; the kernel has another one for this process.
jlong is_alive(JNIEnv* env, jclass caller, jlong process) {
  return of_library<jlong(JNIEnv*, jclass, jlong)>(
      java_library(), "Java_java_lang_ProcessHandleImpl_isAlive0")(env, caller,
                                                                   number_for_kernel(process));
}
jlong parent(JNIEnv* env, jclass caller, jlong process, jlong started) {
  return of_library<jlong(JNIEnv*, jclass, jlong, jlong)>(
      java_library(), "Java_java_lang_ProcessHandleImpl_parent0")(
      env, caller, number_for_kernel(process), started);
}
void process_facts(JNIEnv* env, jobject info, jlong process) {
  of_library<void(JNIEnv*, jobject, jlong)>(java_library(),
                                            "Java_java_lang_ProcessHandleImpl_00024Info_info0")(
      env, info, number_for_kernel(process));
}
// All that the program's clock knows of is the program's work.
jlong processor_time(JNIEnv*, jobject) { return sync::program_ns(); }
jlong process_bytes(JNIEnv*, jobject) { return kProcessBytes; }
jlong machine_bytes(JNIEnv*, jobject) { return kMachineBytes; }
jlong free_bytes(JNIEnv*, jobject) { return kMachineBytes - kProcessBytes; }
jlong no_swap(JNIEnv*, jobject) { return 0; }
jlong open_descriptors(JNIEnv*, jobject) { return kOpenDescriptors; }
jlong most_descriptors(JNIEnv*, jobject) { return kMostDescriptors; }
jdouble no_load(JNIEnv*, jobject) { return 0; }
// Unsafe.getLoadAverage0: none is known.
jint no_averages(JNIEnv*, jobject, jdoubleArray, jint) { return -1; }

constexpr const char* kProcess = "java/lang/ProcessHandleImpl";
constexpr const char* kSystem = "com/sun/management/internal/OperatingSystemImpl";

}  // namespace

std::span<const VmNative> deterministic_natives() {
  static const VmNative rows[] = {
      {kStream, "read0", "()I", reinterpret_cast<void*>(stream_read)},
      {kStream, "readBytes", "([BII)I", reinterpret_cast<void*>(stream_read_bytes)},
      {kFile, "read0", "()I", reinterpret_cast<void*>(file_read)},
      {kFile, "readBytes", "([BII)I", reinterpret_cast<void*>(file_read_bytes)},
      {"sun/nio/ch/FileDispatcherImpl", "read0", "(Ljava/io/FileDescriptor;JI)I",
       reinterpret_cast<void*>(channel_read)},
      {kProcess, "getCurrentPid0", "()J", reinterpret_cast<void*>(process_id)},
      {kProcess, "isAlive0", "(J)J", reinterpret_cast<void*>(is_alive)},
      {kProcess, "parent0", "(JJ)J", reinterpret_cast<void*>(parent)},
      {"java/lang/ProcessHandleImpl$Info", "info0", "(J)V", reinterpret_cast<void*>(process_facts)},
      {"jdk/internal/misc/Unsafe", "getLoadAverage0", "([DI)I",
       reinterpret_cast<void*>(no_averages)},
      {kSystem, "getProcessCpuTime0", "()J", reinterpret_cast<void*>(processor_time)},
      {kSystem, "getCommittedVirtualMemorySize0", "()J", reinterpret_cast<void*>(process_bytes)},
      {kSystem, "getTotalMemorySize0", "()J", reinterpret_cast<void*>(machine_bytes)},
      {kSystem, "getFreeMemorySize0", "()J", reinterpret_cast<void*>(free_bytes)},
      {kSystem, "getTotalSwapSpaceSize0", "()J", reinterpret_cast<void*>(no_swap)},
      {kSystem, "getFreeSwapSpaceSize0", "()J", reinterpret_cast<void*>(no_swap)},
      {kSystem, "getOpenFileDescriptorCount0", "()J", reinterpret_cast<void*>(open_descriptors)},
      {kSystem, "getMaxFileDescriptorCount0", "()J", reinterpret_cast<void*>(most_descriptors)},
      {kSystem, "getCpuLoad0", "()D", reinterpret_cast<void*>(no_load)},
      {kSystem, "getProcessCpuLoad0", "()D", reinterpret_cast<void*>(no_load)},
  };
  return rows;
}

}  // namespace minijvm::vm
