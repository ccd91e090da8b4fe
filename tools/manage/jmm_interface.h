// Defines the function table that java.management's libraries ask the VM for: its order, and the
// codes and structs that pass through it. All of these are facts of the JDK's libmanagement and
// libmanagement_ext: of 17, and of 21 and 25, whose table has one more place.
// Tested by tests/java/management.
#pragma once

#include <jni.h>

namespace minijvm::vm::jmm {

inline constexpr jint kVersion = 0x2003'0000;       // 3.0, of JDK 17
inline constexpr jint kLaterVersion = 0x2004'0000;  // 4.0

enum LongAttribute : jint {
  kClassesLoaded = 1,
  kClassesUnloaded = 2,
  kThreadsStarted = 3,
  kThreadsLive = 4,
  kThreadsPeak = 5,
  kThreadsDaemon = 6,
  kInitDoneTimeMs = 7,
  kCompileTimeMs = 8,
  kGcTimeMs = 9,
  kGcCount = 10,
  kUptimeMs = 11,
  kLoadedClassBytes = 101,
  kUnloadedClassBytes = 102,
  kClassLoadTimeMs = 103,
  kVmGlobalCount = 104,
  kSafepointCount = 105,
  kSafepointSyncTimeMs = 106,
  kStoppedTimeMs = 107,
  kApplicationTimeMs = 108,
  kVmThreadCount = 109,
  kClassInitCount = 110,
  kClassInitTimeMs = 111,
  kMethodDataBytes = 112,
  kClassVerifyTimeMs = 113,
  kProcessId = 201,
  kPhysicalMemoryBytes = 202,
  kGcAttributeCount = 401,
};

enum BoolAttribute : jint {
  kVerboseGc = 21,
  kVerboseClass = 22,
  kContentionMonitoring = 23,
  kThreadCpuTime = 24,
  kThreadAllocatedMemory = 25
};

enum Statistic : jint {
  kPeakThreadCount = 801,
  kContentionCount = 802,
  kContentionTime = 803,
  kContentionBoth = 804,
  kPeakPoolUsage = 805,
  kGcStatistics = 806,
};

enum Threshold : jint {
  kUsageHigh = 901,
  kUsageLow = 902,
  kCollectionUsageHigh = 903,
  kCollectionUsageLow = 904
};

enum FlagType : jint {
  kUnknownFlag = 0,
  kBooleanFlag = 1,
  kStringFlag = 2,
  kLongFlag = 3,
  kDoubleFlag = 4
};

struct OptionalSupport {
  unsigned low_memory_detection : 1;
  unsigned compilation_time : 1;
  unsigned contention_monitoring : 1;
  unsigned current_thread_cpu_time : 1;
  unsigned other_thread_cpu_time : 1;
  unsigned object_monitor_usage : 1;
  unsigned synchronizer_usage : 1;
  unsigned thread_allocated_memory : 1;
  unsigned remote_diagnostic_commands : 1;
  unsigned unused : 23;
};

struct VmGlobal {
  jstring name;
  jvalue value;
  FlagType type;
  jint origin;  // tools/compat/vm_flags.h: FlagOrigin
  unsigned writeable : 1;
  unsigned external : 1;
  unsigned unused : 30;
  void* reserved[2];
};

struct GcAttribute {
  const char* name;
  char type;  // of a descriptor: 'I'
  const char* description;
};

struct GcStatistics {
  jlong number;
  jlong start_ms;  // since the VM started
  jlong end_ms;
  jobjectArray usage_before;  // MemoryUsage[], a place for each pool; filled by the VM
  jobjectArray usage_after;
  jint attribute_count;
  jvalue* attributes;
};

struct CommandInfo {
  const char* name;
  const char* description;
  const char* impact;
  const char* permission_class;
  const char* permission_name;
  const char* permission_action;
  jint argument_count;
  jboolean enabled;
};

struct CommandArgument {
  const char* name;
  const char* description;
  const char* type;
  const char* default_value;
  jboolean mandatory;
  jboolean option;
  jboolean multiple;
  jint position;
};

// Managers, pools and sensors are passed as the beans that the VM made or was given.
// The table begins with the head and ends with the tail.
struct Head {
  void* reserved[2];
  jint (*GetVersion)(JNIEnv*);
  jint (*GetOptionalSupport)(JNIEnv*, OptionalSupport*);
  jint (*GetThreadInfo)(JNIEnv*, jlongArray ids, jint max_depth, jobjectArray infos);
  jobjectArray (*GetMemoryPools)(JNIEnv*, jobject manager);
  jobjectArray (*GetMemoryManagers)(JNIEnv*, jobject pool);
  jobject (*GetMemoryPoolUsage)(JNIEnv*, jobject pool);
  jobject (*GetPeakMemoryPoolUsage)(JNIEnv*, jobject pool);
};

struct Tail {
  jlong (*GetOneThreadAllocatedMemory)(JNIEnv*, jlong id);
  void (*GetThreadAllocatedMemory)(JNIEnv*, jlongArray ids, jlongArray sizes);
  jobject (*GetMemoryUsage)(JNIEnv*, jboolean heap);
  jlong (*GetLongAttribute)(JNIEnv*, jobject bean, jint attribute);
  jboolean (*GetBoolAttribute)(JNIEnv*, jint attribute);
  jboolean (*SetBoolAttribute)(JNIEnv*, jint attribute, jboolean value);
  jint (*GetLongAttributes)(JNIEnv*, jobject bean, const jint* attributes, jint count,
                            jlong* values);
  jobjectArray (*FindCircularBlockedThreads)(JNIEnv*);
  jlong (*GetThreadCpuTime)(JNIEnv*, jlong id);
  jobjectArray (*GetVMGlobalNames)(JNIEnv*);
  jint (*GetVMGlobals)(JNIEnv*, jobjectArray names, VmGlobal* globals, jint count);
  jint (*GetInternalThreadTimes)(JNIEnv*, jobjectArray names, jlongArray times);
  jboolean (*ResetStatistic)(JNIEnv*, jvalue what, jint statistic);
  void (*SetPoolSensor)(JNIEnv*, jobject pool, jint threshold, jobject sensor);
  jlong (*SetPoolThreshold)(JNIEnv*, jobject pool, jint threshold, jlong bytes);
  jobject (*GetPoolCollectionUsage)(JNIEnv*, jobject pool);
  jint (*GetGCExtAttributeInfo)(JNIEnv*, jobject collector, GcAttribute* attributes, jint count);
  void (*GetLastGCStat)(JNIEnv*, jobject collector, GcStatistics* statistics);
  jlong (*GetThreadCpuTimeWithKind)(JNIEnv*, jlong id, jboolean with_system);
  void (*GetThreadCpuTimesWithKind)(JNIEnv*, jlongArray ids, jlongArray times,
                                    jboolean with_system);
  jint (*DumpHeap0)(JNIEnv*, jstring file, jboolean live);
  jobjectArray (*FindDeadlocks)(JNIEnv*, jboolean monitors_only);
  jint (*SetVMGlobal)(JNIEnv*, jstring name, jvalue value);
  // Reserved until an update of 17, and again in the later table.
  jlong (*GetTotalThreadAllocatedMemory)(JNIEnv*);
  jobjectArray (*DumpThreads)(JNIEnv*, jlongArray ids, jboolean monitors, jboolean synchronizers,
                              jint max_depth);
  void (*SetGCNotificationEnabled)(JNIEnv*, jobject collector, jboolean enabled);
  jobjectArray (*GetDiagnosticCommands)(JNIEnv*);
  void (*GetDiagnosticCommandInfo)(JNIEnv*, jobjectArray names, CommandInfo* infos);
  void (*GetDiagnosticCommandArgumentsInfo)(JNIEnv*, jstring name, CommandArgument* arguments);
  jstring (*ExecuteDiagnosticCommand)(JNIEnv*, jstring command_line);
  void (*SetDiagnosticFrameworkNotificationEnabled)(JNIEnv*, jboolean enabled);
};

struct Interface {
  Head head;
  Tail tail;
};

struct LaterInterface {
  Head head;
  jlong (*GetTotalThreadAllocatedMemory)(JNIEnv*);
  Tail tail;
};

}  // namespace minijvm::vm::jmm
