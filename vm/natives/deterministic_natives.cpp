// Replaces natives that bring chance or the state of the machine into a deterministic run: random
// devices read a generator that -XX:DataSeed seeds, the process and the machine have fixed figures,
// and a pipe gives as many bytes as are asked for. All other reads go to the library's own
// functions. What the kernel tells of files is in world/file_facts.cpp. The callers are in native
// state.
// Tested by tests/vm/deterministic and tests/vm/world.
#include <fcntl.h>
#include <jni.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <vector>

#include "base/bits.h"
#include "sync/schedule/virtual_clock.h"
#include "sync/threads/clock.h"
#include "sync/threads/exec_env.h"
#include "vm/natives/library_functions.h"
#include "vm/natives/native_entry.h"
#include "vm/natives/own_natives.h"
#include "vm/natives/world/journal/journal.h"
#include "vm/natives/world/journal/world_wait.h"
#include "vm/natives/world/world.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {
namespace {

// Figures of a small machine that has nothing else to do.
constexpr jlong kProcessId = 1;
constexpr jlong kMachineBytes = 1024 * static_cast<jlong>(kMiB);
constexpr jlong kProcessBytes = 512 * static_cast<jlong>(kMiB);
constexpr jlong kOpenDescriptors = 16;
constexpr jlong kMostDescriptors = 1024;

// The source that a descriptor reads from.
enum class Source : std::uint8_t { kFile, kRandom, kPipe, kTerminal };

// /dev/random and /dev/urandom (admin-guide/devices.txt of Linux: char 1:8 and 1:9).
bool is_random_device(const struct stat& file) {
  constexpr unsigned kMemoryDevices = 1;
  constexpr unsigned kRandom = 8;
  constexpr unsigned kUrandom = 9;
  return S_ISCHR(file.st_mode) && major(file.st_rdev) == kMemoryDevices &&
         (minor(file.st_rdev) == kRandom || minor(file.st_rdev) == kUrandom);
}

Source source_of(int descriptor) {
  struct stat file {};
  if (fstat(descriptor, &file) != 0) {
    return Source::kFile;  // the library's function will say what is wrong
  }
  if (S_ISFIFO(file.st_mode) || S_ISSOCK(file.st_mode)) {
    return Source::kPipe;
  }
  if (is_random_device(file)) {
    return Source::kRandom;
  }
  return isatty(descriptor) == 0 ? Source::kFile : Source::kTerminal;
}

// Tells the observers, for an explorer of many runs may have to wait until the input is there.
void want_input(JNIEnv* env, int descriptor) {
  if (descriptor == STDIN_FILENO && is_observed(kRunEvents)) {
    NativeEntry vm(env);
    notify(kRunEvents, [&](Observer& observer) { observer.input_wanted(vm.self); });
  }
}

bool is_blocking(int descriptor) { return (fcntl(descriptor, F_GETFL) & O_NONBLOCK) == 0; }

// A journal keeps what comes, however it comes. Other threads run until there is something.
Source source_for_journal(JNIEnv* env, int descriptor, Source source) {
  const bool may_wait = source == Source::kPipe || source == Source::kTerminal;
  if (may_wait && is_blocking(descriptor)) {
    NativeEntry vm(env);
    wait_for_world(vm.self, descriptor, POLLIN, sync::Deadline::forever());
  }
  return source == Source::kRandom ? source : Source::kFile;
}

// Ends or notes a run that reads what somebody types, or what another process writes. A pipe as
// standard input is what the user gives: see fill().
Source checked_source(JNIEnv* env, int descriptor) {
  want_input(env, descriptor);
  const Source source = source_of(descriptor);
  if (journal() != nullptr) {
    return source_for_journal(env, descriptor, source);
  }
  if (source == Source::kTerminal) {
    NativeEntry vm(env);
    native_meets_world(vm.self, "reads a terminal", "Standard input may be a file or a pipe. ");
  } else if (source == Source::kPipe && descriptor != STDIN_FILENO) {
    NativeEntry vm(env);
    native_meets_world(vm.self, "reads what another process writes",
                       "Standard input may be a pipe. ");
    return Source::kFile;
  }
  return source;
}

// Reads a pipe until the bytes are there or its end has come. How many bytes a single read(2) gets
// depends on the speed of the process at the other end. Returns -1 if the first read fails.
jint fill(int pipe, jbyte* bytes, jint length) {
  jint filled = 0;
  while (filled < length) {
    const ssize_t count = read(pipe, bytes + filled, static_cast<std::size_t>(length - filled));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      return filled == 0 ? static_cast<jint>(count) : filled;
    }
    filled += static_cast<jint>(count);
  }
  return filled;
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

// --- java.io ---

jint read_byte(JNIEnv* env, jobject file, const char* klass, const char* symbol) {
  if (checked_source(env, descriptor_of(env, file, klass)) == Source::kRandom) {
    return static_cast<std::uint8_t>(chance(1)[0]);
  }
  return of_java<jint(JNIEnv*, jobject)>(symbol)(env, file);
}

// Returns true if the library's function does not read from it as it should.
bool is_special(Source source) { return source == Source::kRandom || source == Source::kPipe; }

// Returns how many bytes came, or -1 as fill() does. REQUIRES: is_special(source).
jint read_special(Source source, int descriptor, jbyte* bytes, jint length) {
  if (source == Source::kPipe) {
    return fill(descriptor, bytes, length);
  }
  std::ranges::copy(chance(length), bytes);
  return length;
}

// java.io and sun.nio.ch.IOStatus have the same number.
constexpr jint kEndOfFile = -1;

// The library's function throws if the range is not one of the array, or if nothing can be read.
jint read_bytes(JNIEnv* env, jobject file, jbyteArray bytes, jint offset, jint length,
                const char* klass, const char* symbol, const char* later) {
  const bool fits = bytes != nullptr && offset >= 0 && length > 0 &&
                    length <= env->GetArrayLength(bytes) - offset;
  const int descriptor = fits ? descriptor_of(env, file, klass) : -1;
  if (const Source source = checked_source(env, descriptor); is_special(source)) {
    std::vector<jbyte> read(static_cast<std::size_t>(length));
    const jint count = read_special(source, descriptor, read.data(), length);
    if (count >= 0) {
      env->SetByteArrayRegion(bytes, offset, count, read.data());
      return count == 0 ? kEndOfFile : count;
    }
  }
  using Read = jint(JNIEnv*, jobject, jbyteArray, jint, jint);
  return of_java<Read>(symbol, later)(env, file, bytes, offset, length);
}

constexpr const char* kStream = "java/io/FileInputStream";
constexpr const char* kFile = "java/io/RandomAccessFile";

jint stream_read(JNIEnv* env, jobject file) {
  return read_byte(env, file, kStream, "Java_java_io_FileInputStream_read0");
}
jint stream_read_bytes(JNIEnv* env, jobject file, jbyteArray bytes, jint offset, jint length) {
  return read_bytes(env, file, bytes, offset, length, kStream,
                    "Java_java_io_FileInputStream_readBytes", nullptr);
}
// Another run cannot know how much is there at this moment, but a journal can.
bool waits_for_available(JNIEnv* env, int descriptor) {
  return journal() == nullptr && checked_source(env, descriptor) == Source::kPipe;
}
// A pipe has at least one byte, or none since it has ended: the answer waits for either.
jint pipe_available(int descriptor) {
  pollfd pipe{descriptor, POLLIN, 0};
  poll(&pipe, 1, -1);
  return (pipe.revents & POLLIN) != 0 ? 1 : 0;
}
jint stream_available(JNIEnv* env, jobject file) {
  const int descriptor = descriptor_of(env, file, kStream);
  return waits_for_available(env, descriptor)
             ? pipe_available(descriptor)
             : of_java<jint(JNIEnv*, jobject)>("Java_java_io_FileInputStream_available0")(env,
                                                                                          file);
}
jlong stream_skip(JNIEnv* env, jobject file, jlong count) {
  if (journal() == nullptr) {
    checked_source(env, descriptor_of(env, file, kStream));
  }
  using Skip = jlong(JNIEnv*, jobject, jlong);
  return of_java<Skip>("Java_java_io_FileInputStream_skip0")(env, file, count);
}
jlong stream_length(JNIEnv* env, jobject file) {
  want_input(env, descriptor_of(env, file, kStream));
  return of_java<jlong(JNIEnv*, jobject)>("Java_java_io_FileInputStream_length0")(env, file);
}
jint file_read(JNIEnv* env, jobject file) {
  return read_byte(env, file, kFile, "Java_java_io_RandomAccessFile_read0");
}
jint file_read_bytes(JNIEnv* env, jobject file, jbyteArray bytes, jint offset, jint length) {
  return read_bytes(env, file, bytes, offset, length, kFile,
                    "Java_java_io_RandomAccessFile_readBytes",
                    "Java_java_io_RandomAccessFile_readBytes0");
}

// --- sun.nio.ch: FileDispatcherImpl, later UnixFileDispatcherImpl ---

jint channel_read(JNIEnv* env, jclass caller, jobject holder, jlong address, jint length) {
  const int descriptor = descriptor_of(env, holder);
  if (const Source source = checked_source(env, descriptor); is_special(source) && length > 0) {
    const jint count = read_special(source, descriptor, reinterpret_cast<jbyte*>(address), length);
    if (count >= 0) {
      return count == 0 ? kEndOfFile : count;
    }
  }
  using Read = jint(JNIEnv*, jclass, jobject, jlong, jint);
  return of_nio<Read>("Java_sun_nio_ch_FileDispatcherImpl_read0",
                      "Java_sun_nio_ch_UnixFileDispatcherImpl_read0")(env, caller, holder, address,
                                                                      length);
}

jlong channel_read_parts(JNIEnv* env, jclass caller, jobject holder, jlong address, jint count) {
  want_input(env, descriptor_of(env, holder));
  using Read = jlong(JNIEnv*, jclass, jobject, jlong, jint);
  return of_nio<Read>("Java_sun_nio_ch_FileDispatcherImpl_readv0",
                      "Java_sun_nio_ch_UnixFileDispatcherImpl_readv0")(env, caller, holder, address,
                                                                       count);
}
jint channel_read_at(JNIEnv* env, jclass caller, jobject holder, jlong address, jint length,
                     jlong position) {
  want_input(env, descriptor_of(env, holder));
  using Read = jint(JNIEnv*, jclass, jobject, jlong, jint, jlong);
  return of_nio<Read>("Java_sun_nio_ch_FileDispatcherImpl_pread0",
                      "Java_sun_nio_ch_UnixFileDispatcherImpl_pread0")(env, caller, holder, address,
                                                                       length, position);
}
jlong channel_size(JNIEnv* env, jclass caller, jobject holder) {
  want_input(env, descriptor_of(env, holder));
  using Size = jlong(JNIEnv*, jclass, jobject);
  return of_nio<Size>("Java_sun_nio_ch_FileDispatcherImpl_size0",
                      "Java_sun_nio_ch_UnixFileDispatcherImpl_size0")(env, caller, holder);
}

// JDK 17 has no such native.
jint channel_available(JNIEnv* env, jclass caller, jobject holder) {
  const int descriptor = descriptor_of(env, holder);
  using Available = jint(JNIEnv*, jclass, jobject);
  return waits_for_available(env, descriptor)
             ? pipe_available(descriptor)
             : of_nio<Available>("Java_sun_nio_ch_UnixFileDispatcherImpl_available0")(env, caller,
                                                                                      holder);
}

// --- the process and the machine ---

jlong process_id(JNIEnv*, jclass) { return kProcessId; }
// This process is the first one of its machine. Others are not the program's.
void check_process(JNIEnv* env, jlong process) {
  if (process != kProcessId) {
    NativeEntry vm(env);
    native_meets_world(vm.self, "asks about another process");
  }
}
jlong start_ms() { return sync::virtual_epoch_seconds() * 1000; }
jlong is_alive(JNIEnv* env, jclass caller, jlong process) {
  check_process(env, process);
  using IsAlive = jlong(JNIEnv*, jclass, jlong);
  return process == kProcessId
             ? start_ms()
             : of_java<IsAlive>("Java_java_lang_ProcessHandleImpl_isAlive0")(env, caller, process);
}
jlong parent(JNIEnv* env, jclass caller, jlong process, jlong started) {
  check_process(env, process);
  constexpr jlong kNone = 0;
  using Parent = jlong(JNIEnv*, jclass, jlong, jlong);
  return process == kProcessId ? kNone
                               : of_java<Parent>("Java_java_lang_ProcessHandleImpl_parent0")(
                                     env, caller, process, started);
}
// The kernel has another number for this process.
void process_facts(JNIEnv* env, jobject info, jlong process) {
  check_process(env, process);
  of_java<void(JNIEnv*, jobject, jlong)>("Java_java_lang_ProcessHandleImpl_00024Info_info0")(
      env, info, process == kProcessId ? getpid() : process);
  if (process == kProcessId) {
    jclass holder = env->GetObjectClass(info);
    env->SetLongField(info, env->GetFieldID(holder, "startTime", "J"), start_ms());
    env->SetLongField(info, env->GetFieldID(holder, "totalTime", "J"), sync::program_ns());
  }
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
constexpr const char* kChannel = "sun/nio/ch/FileDispatcherImpl";
constexpr const char* kLaterChannel = "sun/nio/ch/UnixFileDispatcherImpl";
constexpr const char* kRead = "(Ljava/io/FileDescriptor;JI)I";
constexpr const char* kReadParts = "(Ljava/io/FileDescriptor;JI)J";
constexpr const char* kReadAt = "(Ljava/io/FileDescriptor;JIJ)I";
constexpr const char* kSize = "(Ljava/io/FileDescriptor;)J";
constexpr const char* kSystem = "com/sun/management/internal/OperatingSystemImpl";

}  // namespace

std::span<const VmNative> deterministic_natives() {
  static const VmNative rows[] = {
      {kStream, "read0", "()I", reinterpret_cast<void*>(stream_read)},
      {kStream, "readBytes", "([BII)I", reinterpret_cast<void*>(stream_read_bytes)},
      {kStream, "available0", "()I", reinterpret_cast<void*>(stream_available)},
      {kStream, "skip0", "(J)J", reinterpret_cast<void*>(stream_skip)},
      {kStream, "length0", "()J", reinterpret_cast<void*>(stream_length)},
      {kFile, "read0", "()I", reinterpret_cast<void*>(file_read)},
      {kFile, "readBytes", "([BII)I", reinterpret_cast<void*>(file_read_bytes)},
      {kFile, "readBytes0", "([BII)I", reinterpret_cast<void*>(file_read_bytes)},
      {kChannel, "read0", kRead, reinterpret_cast<void*>(channel_read)},
      {kChannel, "readv0", kReadParts, reinterpret_cast<void*>(channel_read_parts)},
      {kChannel, "pread0", kReadAt, reinterpret_cast<void*>(channel_read_at)},
      {kChannel, "size0", kSize, reinterpret_cast<void*>(channel_size)},
      {kLaterChannel, "read0", kRead, reinterpret_cast<void*>(channel_read)},
      {kLaterChannel, "readv0", kReadParts, reinterpret_cast<void*>(channel_read_parts)},
      {kLaterChannel, "pread0", kReadAt, reinterpret_cast<void*>(channel_read_at)},
      {kLaterChannel, "size0", kSize, reinterpret_cast<void*>(channel_size)},
      {kLaterChannel, "available0", "(Ljava/io/FileDescriptor;)I",
       reinterpret_cast<void*>(channel_available)},
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
