// Finds the home folder of the JDK whose class library the VM runs.
// Tested by tests/vm/jdk_home_test.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace minijvm::vm {

// Returns the 17.0.x of a JDK, as the file `release` in its home says; empty if there is no such
// file.
std::string version_of(const std::string& home);
// Returns the 17 of a JDK 17, as the file `release` in its home says; 0 if there is no such file.
int feature_of(const std::string& home);

// Returns the path by which this libjvm.so was loaded; empty if nobody knows it. It may be a link.
std::string path_of_this_library();
// Returns the folder, of that path or of the file that it links to, in which another file of
// minijvm stands; empty if it stands in neither. libjvm.so may be in a JDK as a link.
std::string folder_beside_this_library(const std::string& file);

// A folder that may be a JDK's home, and what led to it.
struct JdkPlace {
  std::string home;
  std::string_view found_by;  // "JAVA_HOME", "java on PATH"
};

// The candidate that was accepted, if there is one, and those that were refused before it.
struct JdkSearch {
  std::optional<std::string> home;
  int feature = 0;  // feature_of that home
  std::vector<JdkPlace> refused;
};

// For the VM in a process that another program started. The candidates, in this order: the home of
// the loaded libjli, of the executable, of libjvm.so itself, JAVA_HOME, `java` on PATH, and homes
// of known JDKs under /usr/lib/jvm, the oldest first. The first one with lib/modules is accepted.
// HOTSPOT: -Djava.home chooses no JDK; it only changes what the program reads.
JdkSearch find_java_home();

// For the launcher: JAVA_HOME, `java` on PATH, then /usr/lib/jvm. Accepts only a JDK of
// a known release (runtime/jdk_release.h) with a libjli.
JdkSearch find_jdk_for_launcher();
// Returns these candidates in their order, and why the launcher would not take a home: "it is a JDK
// 11", or "" if it would.
std::vector<JdkPlace> places_for_launcher();
std::string refusal_by_launcher(const std::string& home);

}  // namespace minijvm::vm
