// Holds the function table of java.management, which JVM_GetManagement returns.
// Tested by tests/java/management.
#include "tools/manage/jmm_entries.h"

namespace minijvm::vm::jmm {
namespace {

jint get_version(JNIEnv*) { return kVersion; }
jint get_later_version(JNIEnv*) { return kLaterVersion; }

// Java's beans throw UnsupportedOperationException for a service whose bit is not set.
jint get_optional_support(JNIEnv*, OptionalSupport* support) {
  *support = {};
  support->low_memory_detection = 1;
  support->contention_monitoring = 1;
  support->current_thread_cpu_time = 1;
  support->other_thread_cpu_time = 1;
  support->object_monitor_usage = 1;
  support->synchronizer_usage = 1;
  support->thread_allocated_memory = 1;
  support->remote_diagnostic_commands = 1;
  return 0;
}

// The compiler checks that these names are in the order of the table's slots.
constexpr Head head_of(jint (*version)(JNIEnv*)) {
  return {
      .reserved = {},
      .GetVersion = version,
      .GetOptionalSupport = get_optional_support,
      .GetThreadInfo = get_thread_info,
      .GetMemoryPools = get_memory_pools,
      .GetMemoryManagers = get_memory_managers,
      .GetMemoryPoolUsage = get_pool_usage,
      .GetPeakMemoryPoolUsage = get_peak_pool_usage,
  };
}

constexpr Tail kTail = {
    .GetOneThreadAllocatedMemory = get_one_thread_allocated_memory,
    .GetThreadAllocatedMemory = get_thread_allocated_memory,
    .GetMemoryUsage = get_memory_usage,
    .GetLongAttribute = get_long_attribute,
    .GetBoolAttribute = get_bool_attribute,
    .SetBoolAttribute = set_bool_attribute,
    .GetLongAttributes = get_long_attributes,
    .FindCircularBlockedThreads = find_monitor_deadlocks,
    .GetThreadCpuTime = get_thread_cpu_time,
    .GetVMGlobalNames = get_vm_global_names,
    .GetVMGlobals = get_vm_globals,
    .GetInternalThreadTimes = get_internal_thread_times,
    .ResetStatistic = reset_statistic,
    .SetPoolSensor = set_pool_sensor,
    .SetPoolThreshold = set_pool_threshold,
    .GetPoolCollectionUsage = get_pool_collection_usage,
    .GetGCExtAttributeInfo = get_gc_attributes,
    .GetLastGCStat = get_last_gc_statistics,
    .GetThreadCpuTimeWithKind = get_thread_cpu_time_with_kind,
    .GetThreadCpuTimesWithKind = get_thread_cpu_times_with_kind,
    .DumpHeap0 = dump_heap,
    .FindDeadlocks = find_deadlocks,
    .SetVMGlobal = set_vm_global,
    .GetTotalThreadAllocatedMemory = get_total_thread_allocated_memory,
    .DumpThreads = dump_threads,
    .SetGCNotificationEnabled = set_gc_notification_enabled,
    .GetDiagnosticCommands = get_diagnostic_commands,
    .GetDiagnosticCommandInfo = get_diagnostic_command_info,
    .GetDiagnosticCommandArgumentsInfo = get_diagnostic_command_arguments,
    .ExecuteDiagnosticCommand = execute_diagnostic_command,
    .SetDiagnosticFrameworkNotificationEnabled = set_command_notification_enabled,
};

constexpr Interface kInterface{head_of(get_version), kTail};
constexpr LaterInterface kLaterInterface{head_of(get_later_version),
                                         get_total_thread_allocated_memory, kTail};

}  // namespace

// Returns null for another version; java.management then throws InternalError "Unsupported
// Management version".
void* management_table(jint version) {
  if (version == kLaterVersion) {
    return const_cast<LaterInterface*>(&kLaterInterface);
  }
  return version == kVersion ? const_cast<Interface*>(&kInterface) : nullptr;
}

}  // namespace minijvm::vm::jmm
