#include "vm/launch/system_properties.h"

#include <unistd.h>

#include <cstdlib>

#include "vm/launch/flag_values.h"

namespace minijvm::vm {
namespace {

constexpr const char* kUsualLibraryPath = "/usr/java/packages/lib:/usr/lib64:/lib64:/lib:/usr/lib";
// Debian's JDK looks where Debian's packages put their JNI libraries.
constexpr const char* kDebianDirectory = "/usr/lib/x86_64-linux-gnu";
constexpr const char* kDebianLibraryPath =
    "/usr/java/packages/lib:/usr/lib/x86_64-linux-gnu/jni:/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu:/usr/lib/jni:/lib:/usr/lib";

std::string library_path() {
  const std::string usual = access(kDebianDirectory, F_OK) == 0 ? kDebianLibraryPath : kUsualLibraryPath;
  const char* environment = std::getenv("LD_LIBRARY_PATH");
  return environment == nullptr || *environment == '\0' ? usual : std::string(environment) + ":" + usual;
}

// The library's word for "not given" is -1: 0 forbids direct buffers.
std::string direct_memory_limit(const Options& options) {
  return setting_of(options, "MaxDirectMemorySize").empty() ? "-1" : std::to_string(options.max_direct_memory);
}

// What names the VM, or has a flag of its own, is not -D's to say.
bool is_fixed(const std::string& key) { return key.starts_with("java.vm.") || key == "jdk.debug" || key == "sun.nio.MaxDirectMemorySize"; }

}  // namespace

std::vector<Property> make_system_properties(const Options& options, const std::string& java_home) {
  std::vector<Property> properties{
      {"java.home", java_home},
      {"java.vm.specification.name", "Java Virtual Machine Specification"},
      {"java.vm.specification.vendor", "Oracle Corporation"},
      {"java.vm.specification.version", "17"},
      {"java.vm.name", "minijvm"},
      {"java.vm.vendor", "The minijvm developers"},
      {"java.vm.version", "0.1"},
      {"java.vm.info", "interpreted mode" + (options.thread_model == "1:1" ? "" : ", " + options.thread_model + " threads")},
      {"jdk.debug", "release"},
      {"sun.boot.library.path", java_home + "/lib"},
      {"java.library.path", library_path()},
      {"java.class.path", ""},
      {"jdk.boot.class.path.append", options.boot_append},
      {"sun.nio.MaxDirectMemorySize", direct_memory_limit(options)},
  };
  std::size_t most = 0;
  if (const std::string cached = setting_of(options, "AutoBoxCacheMax"); !cached.empty() && parse_size(cached.substr(1), &most)) {
    properties.emplace_back("java.lang.Integer.IntegerCache.high", std::to_string(most));  // a flag of HotSpot's compiler, but Integer's cache
  }
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
