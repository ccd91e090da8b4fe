// Serves the numbers and switches of java.management: ClassLoadingMXBean, RuntimeMXBean, and the
// counts of ThreadMXBean and of the collectors. libmanagement calls the functions of the table
// through JNI, in native state. An attribute is a number of jmm_interface.h.
#include <unistd.h>

#include <atomic>

#include "base/log.h"
#include "runtime/class/class_unloading.h"
#include "runtime/class/metadata_size.h"
#include "sync/schedule/scheduler.h"
#include "sync/threads/clock.h"
#include "sync/threads/safepoint.h"
#include "tools/compat/vm_flags.h"
#include "tools/manage/class_counts.h"
#include "tools/manage/jmm_beans.h"
#include "tools/manage/jmm_entries.h"
#include "tools/manage/jmm_memory.h"
#include "tools/manage/manage_state.h"
#include "vm/java/threads/java_threads.h"
#include "vm/natives/native_entry.h"

namespace minijvm::vm::jmm {

using runtime::JavaThread;

namespace {

// HotSpot returns this for an attribute that it does not know, too.
constexpr jlong kUnknown = -1;

jlong uptime_ms() { return (sync::program_ns() - manage_state.began_ns) / sync::kNanosPerMilli; }

// Returns an attribute of one collector. The bean must be a memory manager of this VM; a manager
// that is no collector has no such attribute.
JavaResult<jlong> collector_attribute(JavaThread& self, jobject bean, jint attribute) {
  std::optional<gc::Collector> collector =
      collector_of(MJ_TRY(manager_of_bean(self, handle_of(bean))));
  if (!collector.has_value()) {
    return kUnknown;
  }
  LastCollection last = manage_state.usage_history.last(*collector);
  switch (attribute) {
    case kGcTimeMs:
      return last.total_ns / sync::kNanosPerMilli;
    case kGcCount:
      return static_cast<jlong>(last.number);
    default:
      return 1;  // kGcAttributeCount: jmm_collectors.cpp has one attribute
  }
}

// Without a bean, the caller wants the sum of all collectors.
JavaResult<jlong> all_collections(JavaThread&, jint attribute) {
  LastCollection young = manage_state.usage_history.last(gc::Collector::kYoung);
  LastCollection full = manage_state.usage_history.last(gc::Collector::kFull);
  if (attribute == kGcTimeMs) {
    return (young.total_ns + full.total_ns) / sync::kNanosPerMilli;
  }
  return static_cast<jlong>(young.number + full.number);
}

JavaResult<jlong> long_attribute(JavaThread& self, jobject bean, jint attribute) {
  switch (attribute) {
    case kClassesLoaded:
      // ClassLoadingMXBean wants all classes ever loaded, so those that are gone are added.
      return count_classes().loaded + static_cast<jlong>(runtime::unloaded_class_count());
    case kClassesUnloaded:
      return static_cast<jlong>(runtime::unloaded_class_count());
    case kThreadsStarted:
      return thread_counts().started;
    case kThreadsLive:
      return thread_counts().live;
    case kThreadsPeak:
      return thread_counts().peak;
    case kThreadsDaemon:
      return thread_counts().daemon;
    case kInitDoneTimeMs:
      return manage_state.ready_wall_ms;
    case kUptimeMs:
      return uptime_ms();
    case kGcTimeMs:
    case kGcCount:
      return bean == nullptr ? all_collections(self, attribute)
                             : collector_attribute(self, bean, attribute);
    case kGcAttributeCount:
      return collector_attribute(self, bean, attribute);
    case kLoadedClassBytes:
      return static_cast<jlong>(runtime::class_metadata_size().used);
    case kVmGlobalCount:
      return static_cast<jlong>(vm_flags().size());
    case kSafepointCount:
      return static_cast<jlong>(sync::safepoint_count());
    case kClassInitCount:
      return count_classes().initialized;
    case kProcessId:
      // 1: as in vm/natives/deterministic_natives.cpp.
      return sync::thread_model().runs_one_thread() ? 1 : getpid();
    case kPhysicalMemoryBytes:
      return static_cast<jlong>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
    // The sizes of unloaded classes are not recorded.
    case kUnloadedClassBytes:
      return 0;
    // The VM does not measure these. Only HotSpot's own beans of package sun.management read them.
    case kCompileTimeMs:
    case kClassLoadTimeMs:
    case kSafepointSyncTimeMs:
    case kStoppedTimeMs:
    case kApplicationTimeMs:
    case kClassInitTimeMs:
    case kMethodDataBytes:
    case kClassVerifyTimeMs:
    case kVmThreadCount:
      return 0;
    default:
      return kUnknown;
  }
}

// Sets the contention statistics of one thread, or of all (id 0), to zero.
class ResetWaits final : public sync::SafepointOperation {
 public:
  ResetWaits(jlong id, bool counts, bool times) : id_(id), counts_(counts), times_(times) {}
  const char* name() const override { return "ResetWaits"; }
  void run() override {
    sync::for_each_exec_env([this](sync::ExecEnv& env) {
      JavaThread& thread = JavaThread::of(env);
      if (thread.thread_object != nullptr && (id_ == 0 || thread.thread_object->tid() == id_)) {
        reset(thread.wait_counts);
      }
    });
  }

 private:
  // The counts belong to their thread, which is stopped while they are changed.
  void reset(runtime::WaitCounts& waits) const {
    if (counts_) {
      waits.blocked = waits.waited = 0;
    }
    if (times_) {
      waits.blocked_ns = waits.waited_ns = 0;
    }
  }
  jlong id_;
  bool counts_;
  bool times_;
};

// The meaning of `what` depends on the statistic: a thread's id, a pool's bean, or nothing.
JavaResult<jboolean> reset(JavaThread& self, jvalue what, jint statistic) {
  switch (statistic) {
    case kPeakThreadCount:
      reset_peak_thread_count();
      return JNI_TRUE;
    case kContentionCount:
    case kContentionTime:
    case kContentionBoth: {
      ResetWaits operation(what.j, statistic != kContentionTime, statistic != kContentionCount);
      sync::run_at_safepoint(self, operation);
      return JNI_TRUE;
    }
    case kPeakPoolUsage: {
      reset_pool_peak(MJ_TRY(pool_of_bean(self, handle_of(what.l))));
      return JNI_TRUE;
    }
    default:
      return JNI_FALSE;
  }
}

}  // namespace

jlong get_long_attribute(JNIEnv* env, jobject bean, jint attribute) {
  NativeEntry vm(env);
  return vm.value(long_attribute(vm.self, bean, attribute));
}

jint get_long_attributes(JNIEnv* env, jobject bean, const jint* attributes, jint count,
                         jlong* values) {
  NativeEntry vm(env);
  jint known = 0;
  // An attribute that is unknown gets -1, and the others are still read.
  for (jint i = 0; i < count; ++i) {
    values[i] = vm.value(long_attribute(vm.self, bean, attributes[i]));
    known += values[i] != kUnknown ? 1 : 0;
  }
  return known;
}

// MemoryMXBean.setVerbose and -verbose:gc change one setting, which the log keeps.
jboolean get_bool_attribute(JNIEnv*, jint attribute) {
  switch (attribute) {
    case kVerboseGc:
      return log_on_stdout("gc", LogLevel::kInfo);
    case kVerboseClass:
      return log_on_stdout("class+load*", LogLevel::kInfo);
    case kContentionMonitoring:
      return measures_waits();
    case kThreadCpuTime:
      return manage_state.cpu_time_enabled.load(std::memory_order_relaxed);
    case kThreadAllocatedMemory:
      return manage_state.allocated_memory_enabled.load(std::memory_order_relaxed);
    default:
      return JNI_FALSE;
  }
}

// Returns the value that the switch had before.
jboolean set_bool_attribute(JNIEnv* env, jint attribute, jboolean value) {
  jboolean before = get_bool_attribute(env, attribute);
  bool on = value != JNI_FALSE;
  switch (attribute) {
    case kVerboseGc:
      configure_log(on ? "gc=info" : "gc=off");
      break;
    case kVerboseClass:
      configure_log(on ? "class+load*=info" : "class+load*=off");
      break;
    case kContentionMonitoring:
      set_measures_waits(on);
      break;
    case kThreadCpuTime:
      manage_state.cpu_time_enabled.store(on, std::memory_order_relaxed);
      break;
    case kThreadAllocatedMemory:
      manage_state.allocated_memory_enabled.store(on, std::memory_order_relaxed);
      break;
    default:
      break;
  }
  return before;
}

jboolean reset_statistic(JNIEnv* env, jvalue what, jint statistic) {
  NativeEntry vm(env);
  return vm.value(reset(vm.self, what, statistic));
}

}  // namespace minijvm::vm::jmm
