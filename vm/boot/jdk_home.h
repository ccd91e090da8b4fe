// Finds the home folder of the JDK whose class library the VM runs.
// Tested by tests/vm/jdk_home_test.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace minijvm::vm {

// Returns the 17.0.x of a JDK, as the file `release` in its home says; empty if there is no such
// file.
std::string version_of(const std::string& home);
// Returns the 17 of a JDK 17, as the file `release` in its home says; 0 if there is no such file.
int feature_of(const std::string& home);

// The candidate that was accepted, if there is one, and those that were refused before it.
struct JdkSearch {
  std::optional<std::string> home;
  int feature = 0;  // feature_of that home
  std::vector<std::string> refused;
};

// For the VM in a process that another program started. The candidates, in this order: -Djava.home,
// the home of the loaded libjli, of the executable, of libjvm.so itself, JAVA_HOME, `java` on PATH,
// and homes of known JDKs under /usr/lib/jvm, the oldest first. The first one with lib/modules is
// accepted. `property` is
// null without -Djava.home.
JdkSearch find_java_home(const std::string* property);

// For the launcher: JAVA_HOME, `java` on PATH, then /usr/lib/jvm. Accepts only a JDK of
// a known release (runtime/jdk_release.h) with a libjli.
JdkSearch find_jdk_for_launcher();

}  // namespace minijvm::vm
