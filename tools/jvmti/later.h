// Names what the JVMTI of JDK 21 and 25 has beyond jvmti.h of JDK 17, the header that minijvm is
// built with: a capability, two events, an error and three functions (JVMTI, "Change History"). An
// agent finds them only while a JDK runs that has them.
// Tested by tests/vm/jvmti with JDK 25.
#pragma once

#include <jvmti.h>

#include "runtime/jdk_release.h"

namespace minijvm::vm::jvmti {

// JDK 21.
inline constexpr auto kVirtualThreadStart = static_cast<jvmtiEvent>(87);
inline constexpr auto kVirtualThreadEnd = static_cast<jvmtiEvent>(88);
inline constexpr auto kUnsupportedOperation = static_cast<jvmtiError>(73);
// The release that brought virtual threads, and with them all rows of JDK 21.
inline constexpr int kSinceVirtualThreads = 21;

// From this release on, a second NotifyFramePop for one frame is an error.
inline constexpr int kSinceFramePopsAreCounted = 25;
// From this release on, GetObjectMonitorUsage speaks of platform threads only, and a thread that
// waits to be notified is not among those that wait to enter.
inline constexpr int kSinceUsageIsOfPlatformThreads = 25;

// The functions that stand in slots which jvmti.h 17 calls reserved<number>; functions.def has the
// numbers and the releases.
struct LaterFunctions {
  jvmtiError(JNICALL* ClearAllFramePops)(jvmtiEnv* env, jthread thread);
  jvmtiError(JNICALL* SuspendAllVirtualThreads)(jvmtiEnv* env, jint except_count,
                                                const jthread* except_list);
  jvmtiError(JNICALL* ResumeAllVirtualThreads)(jvmtiEnv* env, jint except_count,
                                               const jthread* except_list);
};

inline bool has_virtual_threads() { return runtime::jdk().feature >= kSinceVirtualThreads; }

// The version that GetVersionNumber answers, which libjdwp compares with its own: the number of the
// interface, then that of the JDK.
inline jint jvmti_version() {
  return JVMTI_VERSION_INTERFACE_JVMTI | runtime::jdk().feature << JVMTI_VERSION_SHIFT_MAJOR;
}

}  // namespace minijvm::vm::jvmti
