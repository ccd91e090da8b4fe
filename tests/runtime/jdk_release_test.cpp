// Proves that the table of JDK releases is in order, that a range of a row says where it holds, and that versions of JNI
// follow the JDK that runs.
#include "runtime/jdk_release.h"

#include <catch2/catch.hpp>

using namespace minijvm::runtime;

TEST_CASE("JDK releases: found by number and by the version of their class files", "[runtime][jdk_release]") {
  for (const JdkRelease& release : kJdkReleases) {
    CHECK(jdk_release_of(release.feature) == &release);
    CHECK(jdk_release_of_major(release.class_file_major) == &release);
  }
  CHECK(jdk_release_of(18) == nullptr);
  CHECK(jdk_release_of_major(0) == nullptr);
  CHECK(jdk_release_of_major(70) == nullptr);
}

TEST_CASE("JDK releases: a row holds in all of them unless it says a range", "[runtime][jdk_release]") {
  CHECK((JdkRange{}.holds(17) && JdkRange{}.holds(25)));
  CHECK((JdkRange{.since = 21}.holds(21) && !JdkRange{.since = 21}.holds(17)));
  CHECK((JdkRange{.until = 21}.holds(21) && !JdkRange{.until = 21}.holds(25)));
}

TEST_CASE("JDK releases: a later version of JNI is accepted by its JDK only", "[runtime][jdk_release]") {
  const JdkRelease& before = jdk();
  choose_jdk(*jdk_release_of(17));
  CHECK_FALSE(is_later_jni_version(0x0015'0000));
  choose_jdk(*jdk_release_of(21));
  CHECK(is_later_jni_version(0x0015'0000));
  CHECK_FALSE(is_later_jni_version(0x0018'0000));
  choose_jdk(*jdk_release_of(25));
  CHECK(is_later_jni_version(0x0018'0000));
  CHECK_FALSE(is_later_jni_version(0x0016'0000));
  choose_jdk(before);
}
