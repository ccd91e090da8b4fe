// The boot loader (JVMS 5.3.1) finds classes in the JDK's lib/modules, in patches of its modules,
// and on the append path.
//
//   package of a named module of the boot loader   ->  --patch-module, then lib/modules
//   any other package                              ->  the append path (-Xbootclasspath/a, agents)
//   before java.base is defined                    ->  as if everything were in java.base
// Tested by tests/runtime/class_test.cpp and tests/runtime/java_base_test.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "classfile/fwd.h"
#include "runtime/fwd.h"
#include "runtime/link/link_error.h"

namespace minijvm::runtime {

// Opens lib/modules below java_home. `append_path` is -Xbootclasspath/a, its elements separated by
// ':'. The error says what is missing. The boot calls this once, before the first class is loaded.
Linked<void> initialize_boot_loader(const std::string& java_home, const std::string& append_path);
// Adds a jar or folder to the append path, later than the boot: for agents and
// AddToBootstrapClassLoaderSearch.
void append_to_boot_path(const std::string& element);
// --patch-module m=path: for packages of m, this path is searched before the image. Later calls
// append.
void patch_module(std::string_view module, const std::string& path);
// Returns whether there was such an option, for a module of any loader.
bool has_patched_modules();

// Loads and defines the class. The error is a NoClassDefFoundError if there is none. load_class
// calls this, and makes sure that two threads do not load one name at the same time.
Linked<Class*> load_boot_class(JavaThread& self, Symbol* name);

// Returns the JDK's image. REQUIRES: initialize_boot_loader has opened it.
const classfile::JImage& boot_image();

// Returns whether the module is that of this name in the image.
bool is_in_image(const ModuleEntry& module);
// Returns the module of the image that has the class of a built-in loader with these very bytes;
// empty for a class that comes from elsewhere, such as one that Java code has generated or that an
// agent has defined.
std::string image_module_of(const Class& klass);

// Returns "jrt:/java.base", or the element of the append path, for a package of which the boot
// loader has defined a class. The result is empty if it has defined none.
std::string boot_package_location(std::string_view package_name);
// Returns the names of those packages, with slashes (JVM_GetSystemPackages).
std::vector<std::string> boot_package_names();

}  // namespace minijvm::runtime
