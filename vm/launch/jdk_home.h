// Where the JDK is. Proved by tests/vm/jdk_home_test.cpp.
#pragma once

#include <string>
#include <vector>

namespace minijvm::vm {

// For the VM in a process that somebody else started: -Djava.home, the folder of the loaded libjli, of the executable, of libjvm itself,
// then JAVA_HOME. A place counts if it has lib/modules. Empty: none; `tried` then lists the places.
std::string find_java_home(const std::string* property, std::vector<std::string>* tried);

// For the launcher: JAVA_HOME, `java` on PATH, the usual places; only a JDK 17 with a libjli.
std::string find_jdk_for_launcher(std::vector<std::string>* tried);

}  // namespace minijvm::vm
