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
  // A NoSuchFieldError says the class and the type of the field, not the name alone.
  bool describes_missing_fields;
  // A call through the itable fails on conflicting or abstract default methods with the error of
  // other calls.
  bool itable_calls_know_defaults;
  // An error about a name that is too long shows its begin and its end.
  bool shortens_long_names;
  // Reflection generates accessor classes, which have a loader of their own and extend classes of
  // jdk.internal.reflect. No other class may.
  bool generates_accessors;
  // invokespecial of an interface's method is refused with "is not in a direct superinterface".
  bool asks_for_direct_interfaces;
};

// One row for each release that the VM knows, the oldest first.
inline constexpr std::array<JdkRelease, 3> kJdkReleases{{
    {.feature = 17,
     .class_file_major = 61,
     .jni_version = 0x000a'0000,
     .sleep_unit_ns = 1'000'000,
     .first_thread_id = 0,
     .links_with_pool_index = true,
     .finds_natives_by_class = false,
     .buffers_take_long = false,
     .walks_count_frames = false,
     .tells_why_not_permitted = false,
     .describes_missing_fields = false,
     .itable_calls_know_defaults = false,
     .shortens_long_names = false,
     .generates_accessors = true,
     .asks_for_direct_interfaces = false},
    {.feature = 21,
     .class_file_major = 65,
     .jni_version = 0x0015'0000,
     .sleep_unit_ns = 1,
     .first_thread_id = 2,
     .links_with_pool_index = false,
     .finds_natives_by_class = false,
     .buffers_take_long = true,
     .walks_count_frames = false,
     .tells_why_not_permitted = false,
     .describes_missing_fields = true,
     .itable_calls_know_defaults = false,
     .shortens_long_names = false,
     .generates_accessors = true,
     .asks_for_direct_interfaces = false},
    {.feature = 25,
     .class_file_major = 69,
     .jni_version = 0x0018'0000,
     .sleep_unit_ns = 1,
     .first_thread_id = 4,
     .links_with_pool_index = false,
     .finds_natives_by_class = true,
     .buffers_take_long = true,
     .walks_count_frames = true,
     .tells_why_not_permitted = true,
     .describes_missing_fields = true,
     .itable_calls_know_defaults = true,
     .shortens_long_names = true,
     .generates_accessors = false,
     .asks_for_direct_interfaces = true},
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
