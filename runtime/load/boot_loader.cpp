// Finds the bytes of boot classes and defines the classes. load_class (link/class_linker.cpp) calls
// load_boot_class in VM, with one thread per name.
#include "runtime/load/boot_loader.h"

#include <algorithm>
#include <map>
#include <memory>

#include "base/check.h"
#include "classfile/class_file.h"
#include "classfile/path/class_path.h"
#include "classfile/path/jimage.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/load/module_graph.h"
#include "runtime/load/stored_classes.h"
#include "runtime/runtime_state.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::runtime {

// The places where boot classes come from, and the location of each package that came from there.
struct BootPath {
  std::unique_ptr<classfile::JImage> image;  // set once, at boot
  classfile::ClassPath appended;             // has its own lock
  sync::Mutex mutex{sync::LockRank::kModules};
  // By module.
  std::map<std::string, std::unique_ptr<classfile::ClassPath>, std::less<>> patches
      MJ_GUARDED_BY(mutex);
  // The location of each package of which a class was defined.
  std::map<std::string, std::string, std::less<>> locations MJ_GUARDED_BY(mutex);
};

namespace {

using Buffer = std::vector<std::uint8_t>;

BootPath& path() { return *runtime_state.loaders.boot_path; }

// Returns the module of the image to search. The result is empty if the package belongs to no named
// module of the boot loader; its classes can then only be on the append path.
std::string_view module_to_search(std::string_view package) {
  // While the VM boots, no package has a module yet, and only java.base is needed.
  if (!is_java_base_defined()) {
    return "java.base";
  }
  const ModuleEntry* module = boot_module_of_package(package);
  return module == nullptr ? std::string_view() : module->name->text();
}

// Reads the resource from a patch of the module. Returns false if no patch has it. The lock is held
// while the bytes are read, because patches are rare.
bool read_patched(std::string_view module, const std::string& resource, Buffer* bytes,
                  std::string* source) {
  sync::MutexLock lock(path().mutex);
  auto patch = path().patches.find(module);
  return patch != path().patches.end() && patch->second->read(resource, bytes, source);
}

// The place where the bytes came from (for the log), and the location of the package (for
// JVM_GetSystemPackage).
struct Origin {
  std::string source;
  std::string location;
};

// JVMS 5.3.1 step 2: searches for a purported representation of the class. `stored` gets the bytes
// if they are in the archive, else `bytes`.
bool read_class(const Symbol& symbol, std::span<const std::byte>* stored, Buffer* bytes,
                Origin* origin) {
  const std::string_view name = symbol.text();
  const std::string resource = std::string(name) + ".class";
  const std::string_view module = module_to_search(package_of(name));
  if (module.empty()) {
    const bool found = path().appended.read(resource, bytes, &origin->source);
    origin->location = origin->source;
    return found;
  }
  // A patch overwrites the source but not the location: the package still belongs to the module.
  origin->source = origin->location = "jrt:/" + std::string(module);
  if (read_patched(module, resource, bytes, &origin->source))
    return true;
  *stored = stored_image_class(symbol, module);
  return !stored->empty() || path().image->read(module, resource, bytes);
}

}  // namespace

Linked<void> initialize_boot_loader(const std::string& java_home, const std::string& append_path) {
  // Without the image there is no java.lang.Object, so the VM cannot start.
  auto image = classfile::JImage::open(java_home);
  if (!image.ok()) {
    return link_failure(LinkErrorKind::InternalError, image.error());
  }
  path().image = image.take();
  path().appended.append(append_path);
  return {};
}

const classfile::JImage& boot_image() { return *path().image; }

void append_to_boot_path(const std::string& element) { path().appended.append(element); }

void patch_module(std::string_view module, const std::string& where) {
  sync::MutexLock lock(path().mutex);
  auto& patch = path().patches[std::string(module)];
  if (patch == nullptr) {
    patch = std::make_unique<classfile::ClassPath>();
  }
  patch->append(where);
}

bool has_patched_modules() {
  sync::MutexLock lock(path().mutex);
  return !path().patches.empty();
}

Linked<Class*> load_boot_class(JavaThread& self, Symbol* name) {
  MJ_CHECK(path().image != nullptr, "%s is asked for before initialize_boot_loader", name->c_str());
  Buffer bytes;
  std::span<const std::byte> stored;
  Origin origin;
  if (!read_class(*name, &stored, &bytes, &origin)) {
    return link_failure(LinkErrorKind::NoClassDefFoundError, std::string(name->text()),
                        "JVMS 5.3.1");
  }
  // The bytes must be those of a class with this name (JVMS 5.3.5 step 2).
  DefineOptions options;
  options.expected_name = name;
  options.source = origin.source;
  Class* klass =
      MJ_TRY(define_class(self, LoaderData::boot(),
                          stored.empty() ? std::as_bytes(std::span(bytes)) : stored, options));
  sync::MutexLock lock(path().mutex);
  // The location is kept after the class was defined, because a package without classes has none.
  // The first class decides.
  path().locations.try_emplace(std::string(package_of(name->text())), origin.location);
  return klass;
}

bool is_in_image(const ModuleEntry& module) {
  return module.is_named() && module.location == "jrt:/" + std::string(module.name->text());
}

std::string image_module_of(const Class& klass) {
  const ModuleEntry& module = module_of(klass);
  if (!klass.loader->is_built_in() || !is_in_image(module)) {
    return {};
  }
  const std::string name(module.name->text());
  Buffer bytes;
  const bool is_same =
      path().image->read(name, std::string(klass.name->text()) + ".class", &bytes) &&
      std::ranges::equal(bytes, klass.file->bytes());
  return is_same ? name : std::string();
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

}  // namespace minijvm::runtime
