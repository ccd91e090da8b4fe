// Reports the CPU time and the memory that threads have used (ThreadMXBean,
// com.sun.management.ThreadMXBean). A thread id of 0 means the caller.
#include <vector>

#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"
#include "tools/manage/jmm_entries.h"
#include "tools/manage/manage_state.h"
#include "tools/threads/kernel_threads.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/threads/java_threads.h"
#include "vm/natives/native_entry.h"

namespace minijvm::vm::jmm {

using runtime::Handle;
using runtime::JavaThread;
using sync::NoSafepoint;

namespace {

constexpr jlong kUnknown = -1;

// Holds what must be read while the thread cannot end. The kernel is asked afterwards.
struct Reading {
  KernelThread kernel;
  jlong allocated = kUnknown;
};

// The TLAB that a running thread fills is read without stopping the thread, as HotSpot does. The
// result may be wrong by a few objects. The used part of the TLAB is not yet in allocated_bytes.
Reading read(const JavaThread& thread) {
  return {kernel_thread_of(thread),
          static_cast<jlong>(thread.allocated_bytes) + (thread.tlab.top - thread.tlab.start)};
}

// Every value is unknown for a thread that is not alive.
Reading reading_of(JavaThread& self, jlong id) {
  if (id == 0) {
    return read(self);
  }
  sync::ThreadListLock lock;
  const JavaThread* thread = find_live_thread(id);
  return thread == nullptr ? Reading() : read(*thread);
}

// The three measures have one signature, so that one loop serves all of them.
using Measure = jlong (*)(const Reading& reading);

jlong cpu_time(const Reading& reading) { return cpu_ns_of(reading.kernel); }
jlong user_time(const Reading& reading) { return user_ns_of(reading.kernel); }
jlong allocated_bytes(const Reading& reading) { return reading.allocated; }

// ThreadMXBean has both: getThreadCpuTime includes the kernel's work, getThreadUserTime does not.
Measure cpu_measure(jboolean with_system) { return with_system ? cpu_time : user_time; }

jlong measure_one(JNIEnv* env, jlong id, Measure measure) {
  NativeEntry vm(env);
  // The Thread objects in the list are read as raw pointers, so the thread must not stop meanwhile.
  NoSafepoint still(vm.self);
  return measure(reading_of(vm.self, id));
}

// Copies the ids out of the Java array and compares the lengths of both arrays, which are the
// program's. The exception is thrown outside of the NoSafepoint, since making it may stop.
JavaResult<std::vector<jlong>> ids_of(JavaThread& self, Handle<java::LongArray> ids,
                                      Handle<java::LongArray> results) {
  if (ids.is_null() || results.is_null()) {
    return throw_null_pointer(self);
  }
  std::vector<jlong> copy;
  bool fits = false;
  {
    NoSafepoint still(self);
    const java::LongArray* raw = ids.raw(still);
    copy.assign(raw->data(), raw->data() + raw->length());
    fits = results.raw(still)->length() == raw->length();
  }
  if (!fits) {
    return throw_new(self, "java/lang/IllegalArgumentException",
                     "The length of the given long array does not match the length of the given "
                     "array of thread IDs");
  }
  return copy;
}

JavaResult<void> measure_many(JavaThread& self, Handle<java::LongArray> ids,
                              Handle<java::LongArray> results, Measure measure) {
  std::vector<jlong> wanted = MJ_TRY(ids_of(self, ids, results));
  NoSafepoint still(self);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    results.raw(still)->set(i, measure(reading_of(self, wanted[i])));
  }
  return {};
}

}  // namespace

const JavaThread* find_live_thread(jlong id) {
  const JavaThread* found = nullptr;
  sync::for_each_exec_env([&](sync::ExecEnv& env) {
    const JavaThread& thread = JavaThread::of(env);
    // A thread that was joined may still be in the list.
    // The thread of a continuation is not its Thread's own.
    const java::Thread* object = thread.status_object();
    bool is_alive = object != nullptr && java_thread_of(object) == &thread;
    if (is_alive && object->tid() == id) {
      found = &thread;
    }
  });
  return found;
}

jlong get_thread_cpu_time_with_kind(JNIEnv* env, jlong id, jboolean with_system) {
  return measure_one(env, id, cpu_measure(with_system));
}

jlong get_thread_cpu_time(JNIEnv* env, jlong id) {
  return get_thread_cpu_time_with_kind(env, id, JNI_TRUE);
}

void get_thread_cpu_times_with_kind(JNIEnv* env, jlongArray ids, jlongArray times,
                                    jboolean with_system) {
  NativeEntry vm(env);
  (void)measure_many(vm.self, handle_of(ids), handle_of(times), cpu_measure(with_system));
}

jlong get_one_thread_allocated_memory(JNIEnv* env, jlong id) {
  return measure_one(env, id, allocated_bytes);
}

void get_thread_allocated_memory(JNIEnv* env, jlongArray ids, jlongArray sizes) {
  NativeEntry vm(env);
  (void)measure_many(vm.self, handle_of(ids), handle_of(sizes), allocated_bytes);
}

jlong get_total_thread_allocated_memory(JNIEnv* env) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  return allocated_by_all_threads(still);
}

jlong allocated_by_all_threads(const NoSafepoint&) {
  jlong sum = manage_state.bytes_of_ended_threads.load(std::memory_order_relaxed);
  sync::ThreadListLock lock;
  sync::for_each_exec_env(
      [&](sync::ExecEnv& each) { sum += read(JavaThread::of(each)).allocated; });
  return sum;
}

// The VM has no threads of its own that Java does not see, so there are none to report.
jint get_internal_thread_times(JNIEnv*, jobjectArray, jlongArray) { return 0; }

}  // namespace minijvm::vm::jmm
