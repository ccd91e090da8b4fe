// What threads have used: CPU time and memory (ThreadMXBean, com.sun.management.ThreadMXBean). A thread id of 0 means the caller.
#include <vector>

#include "runtime/java_thread.h"
#include "runtime/object.h"
#include "sync/safepoint.h"
#include "vm/java/java_threads.h"
#include "vm/java/kernel_threads.h"
#include "vm/java/exceptions.h"
#include "vm/native/jmm_entries.h"
#include "vm/native/native_entry.h"

namespace minijvm::vm::jmm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using sync::NoSafepoint;

namespace {

constexpr jlong kUnknown = -1;

// What a thread has to say while it cannot leave; the kernel is asked afterwards.
struct Reading {
  KernelThread kernel;
  jlong allocated = kUnknown;
};

// The part of its buffer that a running thread fills right now is read as it stands, as HotSpot does: good to a few objects.
Reading read(const JavaThread& thread) {
  return {kernel_thread_of(thread), static_cast<jlong>(thread.allocated_bytes) + (thread.tlab.top - thread.tlab.start)};
}

// All unknown for a thread that is not alive.
Reading reading_of(JavaThread& self, jlong id) {
  if (id == 0) {
    return read(self);
  }
  Reading found;
  sync::ThreadListLock lock;
  sync::for_each_exec_env([&](sync::ExecEnv& env) {
    JavaThread& thread = JavaThread::of(env);
    bool is_alive = thread.thread_object != nullptr && java_thread_of(thread.thread_object) != nullptr;  // a joined one may still be in the list
    if (is_alive && java_thread_id(thread) == id) {
      found = read(thread);
    }
  });
  return found;
}

using Measure = jlong (*)(const Reading& reading);

jlong cpu_time(const Reading& reading) { return cpu_ns_of(reading.kernel); }
jlong user_time(const Reading& reading) { return user_ns_of(reading.kernel); }
jlong allocated_bytes(const Reading& reading) { return reading.allocated; }

Measure cpu_measure(jboolean with_system) { return with_system ? cpu_time : user_time; }

jlong measure_one(JNIEnv* env, jlong id, Measure measure) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  return measure(reading_of(vm.self, id));
}

JavaResult<std::vector<jlong>> ids_of(JavaThread& self, Handle<> ids, Handle<> results) {
  if (ids.is_null() || results.is_null()) {
    return throw_null_pointer(self);
  }
  std::vector<jlong> copy;
  bool fits = false;
  {
    NoSafepoint still(self);
    const Object* raw = ids.raw(still);
    copy.assign(raw->elements<jlong>(), raw->elements<jlong>() + raw->array_length());
    fits = results.raw(still)->array_length() == raw->array_length();
  }
  if (!fits) {
    return throw_new(self, "java/lang/IllegalArgumentException", "The length of the given long array does not match the length of the given array of thread IDs");
  }
  return copy;
}

JavaResult<void> measure_many(JavaThread& self, Handle<> ids, Handle<> results, Measure measure) {
  std::vector<jlong> wanted = MJ_TRY(ids_of(self, ids, results));
  NoSafepoint still(self);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    results.raw(still)->elements<jlong>()[i] = measure(reading_of(self, wanted[i]));
  }
  return {};
}

}  // namespace

jlong get_thread_cpu_time_with_kind(JNIEnv* env, jlong id, jboolean with_system) {
  return measure_one(env, id, cpu_measure(with_system));
}

jlong get_thread_cpu_time(JNIEnv* env, jlong id) { return get_thread_cpu_time_with_kind(env, id, JNI_TRUE); }

void get_thread_cpu_times_with_kind(JNIEnv* env, jlongArray ids, jlongArray times, jboolean with_system) {
  NativeEntry vm(env);
  (void)measure_many(vm.self, handle_of(ids), handle_of(times), cpu_measure(with_system));
}

jlong get_one_thread_allocated_memory(JNIEnv* env, jlong id) { return measure_one(env, id, allocated_bytes); }

void get_thread_allocated_memory(JNIEnv* env, jlongArray ids, jlongArray sizes) {
  NativeEntry vm(env);
  (void)measure_many(vm.self, handle_of(ids), handle_of(sizes), allocated_bytes);
}

jlong get_total_thread_allocated_memory(JNIEnv* env) {
  NativeEntry vm(env);
  jlong sum = static_cast<jlong>(bytes_of_ended_threads());
  NoSafepoint still(vm.self);
  sync::ThreadListLock lock;
  sync::for_each_exec_env([&](sync::ExecEnv& each) { sum += read(JavaThread::of(each)).allocated; });
  return sum;
}

// The VM has no threads of its own that Java does not see.
jint get_internal_thread_times(JNIEnv*, jobjectArray, jlongArray) { return 0; }

}  // namespace minijvm::vm::jmm
