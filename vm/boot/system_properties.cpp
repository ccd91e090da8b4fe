// Builds the list of system properties that the VM gives to the library (JVM_GetProperties). Runs
// during boot_vm, before the first Java code.
#include "vm/boot/system_properties.h"

#include <unistd.h>

#include <cstdlib>

#include "runtime/jdk_release.h"
#include "sync/schedule/scheduler.h"
#include "vm/boot/flags.h"
#include "vm/boot/jdk_home.h"
#include "vm/boot/version.h"
#include "vm/natives/world/temporary_folder.h"

namespace minijvm::vm {
namespace {

constexpr const char* kUsualLibraryPath = "/usr/java/packages/lib:/usr/lib64:/lib64:/lib:/usr/lib";
// On Debian the usual folders are Debian's multiarch ones, where its packages put their JNI
// libraries.
constexpr const char* kDebianDirectory = "/usr/lib/x86_64-linux-gnu";
constexpr const char* kDebianLibraryPath =
    "/usr/java/packages/lib:/usr/lib/x86_64-linux-gnu/jni:/lib/x86_64-linux-gnu:/usr/lib/"
    "x86_64-linux-gnu:/usr/lib/jni:/lib:/usr/lib";

// As for the dynamic linker, LD_LIBRARY_PATH comes before the usual folders.
std::string library_path() {
  const std::string usual =
      access(kDebianDirectory, F_OK) == 0 ? kDebianLibraryPath : kUsualLibraryPath;
  const char* environment = std::getenv("LD_LIBRARY_PATH");
  return environment == nullptr || *environment == '\0' ? usual
                                                        : std::string(environment) + ":" + usual;
}

constexpr const char* kBootLibraryPath = "sun.boot.library.path";

// Returns the folders in which the class library looks for its own libraries. HOTSPOT: those that
// -D names come behind the JDK's. From JDK 21 on, minijvm's own folder is the last one: it has the
// library by which Java calls C functions (vm/natives/fallback_linker).
std::string boot_library_path(const Options& options, const std::string& java_home) {
  constexpr runtime::JdkRange kHasFallbackLinker{.since = 21};
  std::string path = java_home + "/lib";
  for (const auto& [key, value] : options.properties) {
    if (key == kBootLibraryPath) {
      path += ":" + value;
    }
  }
  const std::string own = kHasFallbackLinker.holds(runtime::jdk().feature)
                              ? folder_beside_this_library("libfallbackLinker.so")
                              : "";
  return own.empty() ? path : path + ":" + own;
}

// For the library -1 means "not given", while 0 forbids direct buffers.
std::string direct_memory_limit(const Options& options) {
  return setting_of(options, "MaxDirectMemorySize").empty()
             ? "-1"
             : std::to_string(options.max_direct_memory);
}

// Properties that describe the VM or have a flag of their own cannot be changed by -D.
bool is_fixed(const std::string& key) {
  return key.starts_with("java.vm.") || key == "jdk.debug" ||
         key == "sun.nio.MaxDirectMemorySize" || key == kBootLibraryPath;
}

}  // namespace

std::vector<Property> make_system_properties(const Options& options, const std::string& java_home) {
  std::vector<Property> properties{
      {"java.home", java_home},
      {"java.vm.specification.name", "Java Virtual Machine Specification"},
      {"java.vm.specification.vendor", "Oracle Corporation"},
      {"java.vm.specification.version", std::to_string(runtime::jdk().feature)},
      {"java.vm.name", "minijvm"},
      {"java.vm.vendor", "The minijvm developers"},
      {"java.vm.version", kVersion},
      // `java -version` prints it in parentheses.
      {"java.vm.info",
       std::string("interpreted mode, thread model ") + sync::thread_model().name()},
      {"jdk.debug", "release"},
      {kBootLibraryPath, boot_library_path(options, java_home)},
      {"java.library.path", library_path()},
      {"java.class.path", ""},
      {"jdk.boot.class.path.append", options.boot_append},
      {"sun.nio.MaxDirectMemorySize", direct_memory_limit(options)},
  };
  if (options.deterministic && options.property("java.io.tmpdir") == nullptr) {
    if (const auto folder = temporary_folder_of_run(options.serve_runs != 0)) {
      properties.emplace_back("java.io.tmpdir", *folder);
    }
  }
  // -D replaces a property of the VM. A fixed property cannot be replaced, so that -D is dropped. A
  // new property is appended.
  for (const Property& given : options.properties) {
    bool replaced = false;
    for (Property& own : properties) {
      if (own.first == given.first) {
        own.second = is_fixed(own.first) ? own.second : given.second;
        replaced = true;
      }
    }
    if (!replaced) {
      properties.push_back(given);
    }
  }
  return properties;
}

}  // namespace minijvm::vm
