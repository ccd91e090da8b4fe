// The JDK whose class library the VM runs, and the facts that differ from one release to another.
// One libjvm.so serves all of them: boot (vm/boot/boot.cpp) finds out which JDK is there and
// chooses a row, before the first class is loaded. A fact that is a name, a field or a descriptor
// is no column here but an optional row of runtime/object/well_known.def.
// Tested by tests/runtime/jdk_release_test.cpp, and with a JDK of each release by tests/java and
// tests/jdk25.
#pragma once

#include <array>
#include <cstdint>

namespace minijvm::runtime {

struct JdkRelease {
  // Runtime.version().feature()
  int feature;
  // The version of the newest class file (JVMS table 4.1-A), and of java/lang/Object itself.
  unsigned class_file_major;
  // The answer of JNI GetVersion.
  std::int32_t jni_version;
  // The unit of the argument of JVM_Sleep.
  std::int64_t sleep_unit_ns;
  // The first number that Thread hands out beyond the main thread's; 0: Thread counts by itself.
  std::int64_t first_thread_id;
  // linkCallSite and linkDynamicConstant take the index of the pool entry behind the caller.
  bool links_with_pool_index;
  // ClassLoader.findNative takes the class and the Java name besides the loader and the symbol.
  bool finds_natives_by_class;
  // The constructor of DirectByteBuffer for JNI takes the capacity as a long.
  bool buffers_take_long;
  // A StackWalker gets frames as ClassFrameInfo, counts the frames of a batch, and says how long
  // its buffer is. Before, it got a Class or a StackFrameInfo, an end index, and said how many
  // frames it wants.
  bool walks_count_frames;
  // The VM chooses the texts of a sealed class's refusal by the reason.
  bool tells_why_not_permitted;
};

// One row for each release that the VM knows, the oldest first.
inline constexpr std::array<JdkRelease, 3> kJdkReleases{{
    {17, 61, 0x000a'0000, 1'000'000, 0, true, false, false, false, false},
    {21, 65, 0x0015'0000, 1, 2, false, false, true, false, false},
    {25, 69, 0x0018'0000, 1, 4, false, true, true, true, true},
}};

// Names the releases in sentences about an unknown one.
inline constexpr const char* kJdkReleasesText = "17, 21 or 25";

// Returns the row of a release, or null if the VM does not know it.
constexpr const JdkRelease* jdk_release_of(int feature) {
  for (const JdkRelease& release : kJdkReleases) {
    if (release.feature == feature) {
      return &release;
    }
  }
  return nullptr;
}

// From JDK 1.1 on, each release has the next version of class files.
constexpr int feature_of_major(unsigned major) { return static_cast<int>(major) - 44; }
constexpr const JdkRelease* jdk_release_of_major(unsigned major) {
  return jdk_release_of(feature_of_major(major));
}

// Says in which releases a row of a table holds: "MJ_FIELD(Thread, stillborn, "Z", .until = 17)".
struct JdkRange {
  int since = kJdkReleases.front().feature;
  int until = kJdkReleases.back().feature;

  constexpr bool is_everywhere() const {
    return since == JdkRange{}.since && until == JdkRange{}.until;
  }
  constexpr bool holds(int feature) const { return since <= feature && feature <= until; }
};

// The release that runs; JDK 17 until choose_jdk is called.
const JdkRelease& jdk();
// REQUIRES: no class is loaded.
void choose_jdk(const JdkRelease& release);

// Returns whether the JDK that runs accepts a version of JNI behind 10: 19, 20, 21 or 24, as far as
// it is not newer than the JDK.
bool is_later_jni_version(std::int32_t version);

}  // namespace minijvm::runtime
