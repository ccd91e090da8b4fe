// The boot loader: classes from the JDK's lib/modules and from the append path (JVMS 5.3.1).
// Proved by tests/runtime/class_test.cpp and tests/runtime/java_base_test.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runtime/link_error.h"

namespace minijvm::runtime {

class Class;
class JavaThread;
class Symbol;

// Opens lib/modules below java_home. `append_path` is -Xbootclasspath/a, separated by ':'. The error says what is missing.
Linked<void> initialize_boot_loader(const std::string& java_home, const std::string& append_path);
// Jars or folders that -Xbootclasspath/a, agents or AddToBootstrapClassLoaderSearch add later.
bool append_to_boot_path(const std::string& element);
// --patch-module m=path: searched before the image for the packages of m.
void patch_module(std::string_view module, const std::string& path);

// Loads and defines, or NoClassDefFoundError. Called by load_class, which keeps two threads from doing it twice.
Linked<Class*> load_boot_class(JavaThread& self, Symbol* name);

// "jrt:/java.base", or the append path's element, for a package whose classes the boot loader has defined; empty: none.
std::string boot_package_location(std::string_view package_name);
// Dotted or slashed names of those packages (JVM_GetSystemPackages): slashed.
std::vector<std::string> boot_package_names();

// For tests and tools: internal names of all classes of a module of the image.
std::vector<std::string> image_classes_of(std::string_view module);

}  // namespace minijvm::runtime
