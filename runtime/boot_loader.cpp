#include "runtime/boot_loader.h"

#include <map>
#include <memory>

#include "base/check.h"
#include "classfile/path/class_path.h"
#include "classfile/path/jimage.h"
#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/loader_data.h"
#include "runtime/module_graph.h"
#include "runtime/symbol_table.h"
#include "sync/vm_mutex.h"

namespace minijvm::runtime {
namespace {

using Buffer = std::vector<std::uint8_t>;

struct BootPath {
  std::unique_ptr<classfile::JImage> image;             // set once
  classfile::ClassPath appended;                        // has its own lock
  sync::Mutex mutex{sync::LockRank::kModules};
  // Guarded by mutex:
  std::map<std::string, std::unique_ptr<classfile::ClassPath>, std::less<>> patches;  // by module
  std::map<std::string, std::string, std::less<>> locations;                          // of packages with classes
};

BootPath& path() {
  static auto& the_path = *new BootPath;
  return the_path;
}

std::string_view package_of(std::string_view class_name) {
  const std::size_t slash = class_name.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : class_name.substr(0, slash);
}

// The module of the image to look in; empty: none.
std::string_view module_to_search(std::string_view package) {
  if (!is_java_base_defined()) {
    return "java.base";
  }
  const ModuleEntry* module = boot_module_of_package(package);
  return module == nullptr ? std::string_view() : module->name->text();
}

bool read_patched(std::string_view module, const std::string& resource, Buffer* bytes, std::string* source) {
  sync::MutexLock lock(path().mutex);
  auto patch = path().patches.find(module);
  return patch != path().patches.end() && patch->second->read(resource, bytes, source);
}

// What was found: where it came from, and what the package's location is (JVM_GetSystemPackage).
struct Origin {
  std::string source;
  std::string location;
};

bool read_class(std::string_view name, Buffer* bytes, Origin* origin) {
  const std::string resource = std::string(name) + ".class";
  const std::string_view module = module_to_search(package_of(name));
  if (module.empty()) {
    const bool found = path().appended.read(resource, bytes, &origin->source);
    origin->location = origin->source;
    return found;
  }
  origin->source = origin->location = "jrt:/" + std::string(module);
  return read_patched(module, resource, bytes, &origin->source) || path().image->read(module, resource, bytes);
}

}  // namespace

Linked<void> initialize_boot_loader(const std::string& java_home, const std::string& append_path) {
  auto image = classfile::JImage::open(java_home);
  if (!image.ok()) {
    return link_failure(LinkErrorKind::InternalError, image.error());
  }
  path().image = image.take();
  path().appended.append(append_path);
  return {};
}

bool append_to_boot_path(const std::string& element) {
  path().appended.append(element);
  return true;
}

void patch_module(std::string_view module, const std::string& where) {
  sync::MutexLock lock(path().mutex);
  auto& patch = path().patches[std::string(module)];
  if (patch == nullptr) {
    patch = std::make_unique<classfile::ClassPath>();
  }
  patch->append(where);
}

Linked<Class*> load_boot_class(JavaThread& self, Symbol* name) {
  MJ_CHECK(path().image != nullptr, "%s is asked for before initialize_boot_loader", name->c_str());
  Buffer bytes;
  Origin origin;
  if (!read_class(name->text(), &bytes, &origin)) {
    return link_failure(LinkErrorKind::NoClassDefFoundError, std::string(name->text()), "JVMS 5.3.1");
  }
  DefineOptions options;
  options.expected_name = name;
  options.source = origin.source;
  Class* klass = MJ_TRY(define_class(self, LoaderData::boot(), std::as_bytes(std::span(bytes)), options));
  sync::MutexLock lock(path().mutex);
  path().locations.try_emplace(std::string(package_of(name->text())), origin.location);
  return klass;
}

std::string boot_package_location(std::string_view package_name) {
  sync::MutexLock lock(path().mutex);
  auto at = path().locations.find(package_name);
  return at == path().locations.end() ? std::string() : at->second;
}

std::vector<std::string> boot_package_names() {
  sync::MutexLock lock(path().mutex);
  std::vector<std::string> names;
  for (const auto& [package, location] : path().locations) {
    names.push_back(package);
  }
  return names;
}

std::vector<std::string> image_classes_of(std::string_view module) { return path().image->classes_of(module); }

}  // namespace minijvm::runtime
