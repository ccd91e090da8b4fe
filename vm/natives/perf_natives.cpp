// Implements jdk.internal.perf.Perf: the counters that the class library makes, and those of other
// VMs, which jstat reads. A counter is a direct buffer that lives as long as the VM. Where there is
// no tool that keeps counters (vm/performance_counters.h), or it has no room, the buffer's memory
// comes from malloc, and only the program sees it.
// Tested by tests/tools/perfdata.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "sync/threads/clock.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/strings.h"
#include "vm/natives/jni/jni_functions.h"
#include "vm/natives/native_entry.h"
#include "vm/natives/own_natives.h"
#include "vm/performance_counters.h"
#include "vm/tools.h"

namespace minijvm::vm {

namespace {

constexpr const char* kIllegalArgument = "java/lang/IllegalArgumentException";
constexpr jint kReadOnly = 0;  // Perf's mode "r"

void register_natives(JNIEnv*, jclass) {}  // the rows are bound by name

// Holds what Java asks for. It is checked as HotSpot checks it.
struct Request {
  jstring name;
  jint variability;
  jint unit;
  bool is_text;
};

bool is_known(const Request& request) {
  const bool is_variability = request.variability >= static_cast<jint>(Variability::kConstant) &&
                              request.variability <= static_cast<jint>(Variability::kVariable);
  const bool is_unit = request.unit >= static_cast<jint>(CounterUnit::kNone) &&
                       request.unit <= static_cast<jint>(CounterUnit::kHertz);
  const bool is_string = request.unit == static_cast<jint>(CounterUnit::kString);
  const bool grows = request.variability == static_cast<jint>(Variability::kMonotonic);
  return is_variability && is_unit && (!request.is_text || (is_string && !grows));
}

// Returns false, with an exception pending, if the counter cannot be made.
bool check(JNIEnv* env, const Request& request, CounterForm& form) {
  NativeEntry vm(env);
  if (request.name == nullptr) {
    (void)throw_new(vm.self, "java/lang/NullPointerException");
    return false;
  }
  form.name = to_modified_utf8(vm.self, handle_of<java::String>(request.name));
  form.unit = static_cast<CounterUnit>(request.unit);
  form.variability = static_cast<Variability>(request.variability);
  PerformanceCounters* counters = performance_counters();
  if (!is_known(request)) {
    (void)throw_new(vm.self, kIllegalArgument);
    return false;
  }
  if (counters != nullptr && counters->has(form.name)) {
    (void)throw_new(
        vm.self, kIllegalArgument,
        request.is_text ? "PerfByteArray name already exists" : "PerfLong name already exists");
    return false;
  }
  return true;
}

// Returns where the value is; null if there is no memory at all.
std::byte* make_counter(const CounterForm& form, std::span<const std::byte> value) {
  PerformanceCounters* counters = performance_counters();
  std::byte* made = counters == nullptr ? nullptr : counters->make(form, value);
  if (made == nullptr) {
    const std::size_t bytes = std::max(form.text_bytes, sizeof(jlong));
    made = static_cast<std::byte*>(std::calloc(1, bytes));
    if (made != nullptr) {
      std::memcpy(made, value.data(), value.size());
    }
  }
  return made;
}

jobject create_long(JNIEnv* env, jobject, jstring name, jint variability, jint unit, jlong value) {
  CounterForm form;
  if (!check(env, {name, variability, unit, false}, form)) {
    return nullptr;
  }
  std::byte* counter = make_counter(form, std::as_bytes(std::span(&value, 1)));
  return counter == nullptr ? nullptr : jni::NewDirectByteBuffer(env, counter, sizeof value);
}

// The buffer holds max_length bytes of text and one zero byte.
jobject create_byte_array(JNIEnv* env, jobject, jstring name, jint variability, jint unit,
                          jbyteArray value, jint max_length) {
  CounterForm form;
  if (max_length < 0 ||
      !check(env, {value == nullptr ? nullptr : name, variability, unit, true}, form)) {
    return nullptr;
  }
  form.text_bytes = static_cast<std::size_t>(max_length) + 1;
  std::vector<jbyte> text(
      static_cast<std::size_t>(std::min(jni::GetArrayLength(env, value), max_length)));
  jni::GetByteArrayRegion(env, value, 0, static_cast<jsize>(text.size()), text.data());
  std::byte* counter = make_counter(form, std::as_bytes(std::span(text)));
  return counter == nullptr ? nullptr
                            : jni::NewDirectByteBuffer(env, counter, jlong{max_length} + 1);
}

// HotSpot throws IllegalArgumentException for a process that is not there, and jstat then says "not
// found".
void throw_for(JNIEnv* env, const ForeignCounters& found) {
  NativeEntry vm(env);
  (void)throw_new(
      vm.self,
      found.error == ENOENT || found.error == EINVAL ? kIllegalArgument : "java/io/IOException",
      found.why.c_str());
}

ForeignCounters find_counters(int pid, int mode) {
  PerformanceCounters* counters = performance_counters();
  if (counters == nullptr) {
    return {{}, EIO, "this VM keeps no performance data"};
  }
  if (pid == 0 || pid == getpid()) {
    return {counters->own(), 0, ""};
  }
  return mode == kReadOnly ? counters->attach(pid)
                           : ForeignCounters{{}, EINVAL, "Unsupported access mode"};
}

// Returns the counters of another process, or for the number 0 this VM's own. The user's name is
// not needed: the process id says which file it is.
jobject attach(JNIEnv* env, jobject, jstring, jint pid, jint mode) {
  const ForeignCounters found = find_counters(pid, mode);
  if (found.error != 0) {
    throw_for(env, found);
    return nullptr;
  }
  return jni::NewDirectByteBuffer(env, found.bytes.data(), static_cast<jlong>(found.bytes.size()));
}

void detach(JNIEnv* env, jobject, jobject buffer) {
  PerformanceCounters* counters = performance_counters();
  auto* bytes = static_cast<std::byte*>(jni::GetDirectBufferAddress(env, buffer));
  if (counters == nullptr || bytes == nullptr || bytes == counters->own().data()) {
    return;
  }
  counters->detach({bytes, static_cast<std::size_t>(jni::GetDirectBufferCapacity(env, buffer))});
}

jlong high_res_counter(JNIEnv*, jobject) { return sync::program_ns(); }
jlong high_res_frequency(JNIEnv*, jobject) { return sync::kNanosPerSecond; }

constexpr const char* kPerf = "jdk/internal/perf/Perf";

}  // namespace

std::span<const VmNative> perf_natives() {
  static const VmNative rows[] = {
      {kPerf, "registerNatives", "()V", reinterpret_cast<void*>(register_natives)},
      {kPerf, "attach", "(Ljava/lang/String;II)Ljava/nio/ByteBuffer;",
       reinterpret_cast<void*>(attach)},
      {kPerf, "detach", "(Ljava/nio/ByteBuffer;)V", reinterpret_cast<void*>(detach)},
      {kPerf, "createLong", "(Ljava/lang/String;IIJ)Ljava/nio/ByteBuffer;",
       reinterpret_cast<void*>(create_long)},
      {kPerf, "createByteArray", "(Ljava/lang/String;II[BI)Ljava/nio/ByteBuffer;",
       reinterpret_cast<void*>(create_byte_array)},
      {kPerf, "highResCounter", "()J", reinterpret_cast<void*>(high_res_counter)},
      {kPerf, "highResFrequency", "()J", reinterpret_cast<void*>(high_res_frequency)},
  };
  return rows;
}

}  // namespace minijvm::vm
