// Keeps the module graph. JVM_DefineModule and similar functions change it; access control and the
// boot loader read it. Callers are in VM. The messages are HotSpot's.
#include "runtime/load/module_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "classfile/descriptor.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_parts.h"
#include "runtime/object/java_objects.h"
#include "runtime/object/java_text.h"
#include "runtime/runtime_state.h"
#include "runtime/thread/java_thread.h"
#include "sync/identity_hash.h"

namespace minijvm::runtime {

using Kind = ModuleError::Kind;

// The tables behind the free functions. One mutex guards everything in them, because changes are
// rare and reads are few: access is checked once for each constant pool entry.
class ModuleGraph {
 public:
  // The two modules that exist before any Java code has run.
  ModuleGraph() {
    java_base.name = intern_symbol("java.base");
    java_base.loader = &LoaderData::boot();
    java_base.location = "jrt:/java.base";
    boot_unnamed.loader = &LoaderData::boot();
    boot_unnamed.loader->unnamed_module = &boot_unnamed;
  }

  // REQUIRES of the functions from here to `add_export`: the caller holds the mutex.
  PackageEntry* find(LoaderData& loader, std::string_view name) {
    const auto at = loader.parts->packages.find(name);
    return at == loader.parts->packages.end() ? nullptr : at->second.get();
  }
  PackageEntry* make(LoaderData& loader, std::string_view name, ModuleEntry& module) {
    auto entry = std::make_unique<PackageEntry>();
    entry->name = intern_symbol(name);
    entry->module = &module;
    PackageEntry* made = entry.get();
    loader.parts->packages.emplace(std::string(name), std::move(entry));
    return made;
  }
  // Returns the module for a package that no module claims.
  ModuleEntry& default_module(LoaderData& loader) {
    if (!loader.is_boot()) {
      return *loader.unnamed_module;
    }
    return base_defined ? boot_unnamed : java_base;
  }

  // Reads the sets that add_reads has filled; ModuleEntry::can_read has the rules without sets.
  static bool reads(const ModuleEntry& from, const ModuleEntry& to) {
    return from.reads_.contains(&to) ||
           (!to.is_named() &&
            (from.reads_all_unnamed_ || (from.reads_helpers_ && may_hold_helpers(*to.loader))));
  }
  // Agents append their helper classes to the class paths of these two loaders.
  static bool may_hold_helpers(const LoaderData& loader) {
    return loader.is_boot() || loader.is_app();
  }
  static bool exports(const PackageEntry& package, const ModuleEntry& to) {
    return package.to_all_ || (package.to_all_unnamed_ && !to.is_named()) ||
           package.to_.contains(&to);
  }
  // If `to` is null, the module reads all unnamed modules, present and future.
  static void add_read(ModuleEntry& from, ModuleEntry* to) {
    if (to == nullptr) {
      from.reads_all_unnamed_ = true;
    } else {
      from.reads_.insert(to);
    }
  }
  enum class Target { kOne, kAll, kAllUnnamed };
  static void add_export(PackageEntry& package, Target target, ModuleEntry* to) {
    switch (target) {
      case Target::kOne:
        package.to_.insert(to);
        break;
      case Target::kAll:
        package.to_all_ = true;
        break;
      case Target::kAllUnnamed:
        package.to_all_unnamed_ = true;
        break;
    }
  }

  ModuleFacts facts(const ModuleEntry& module) {
    ModuleFacts facts{
        &module, {}, module.reads_all_unnamed_, {module.reads_.begin(), module.reads_.end()}};
    for (const auto& [name, package] : module.loader->parts->packages) {
      if (package->module == &module) {
        facts.packages.push_back({package->name,
                                  package->to_all_,
                                  package->to_all_unnamed_,
                                  {package->to_.begin(), package->to_.end()}});
      }
    }
    return facts;
  }

  // Removes modules of dead loaders from the set of an entry.
  static void forget_dead(ModuleEntry& entry) { std::erase_if(entry.reads_, is_dead); }
  static void forget_dead(PackageEntry& entry) { std::erase_if(entry.to_, is_dead); }
  static bool is_dead(const ModuleEntry* module) { return !module->loader->is_live(); }

  // Guards the maps and sets of all entries, and base_defined.
  sync::Mutex mutex{sync::LockRank::kModules};
  ModuleEntry java_base;
  ModuleEntry boot_unnamed;
  bool base_defined = false;
};

namespace {

ModuleGraph& graph() { return *runtime_state.loaders.modules; }

// Returns the Java exception with which the operation ends.
Unexpected<ModuleError> refused(Kind kind, std::string message) {
  return Unexpected<ModuleError>(ModuleError{kind, std::move(message)});
}

// Returns a package name with slashes. Callers pass it with slashes or with dots.
std::string slashed(std::string_view package) {
  std::string name(package);
  std::replace(name.begin(), name.end(), '.', '/');
  return name;
}

// Returns true for an instance of java.lang.Module or a subclass.
bool is_module_object(JavaThread& self, Handle<> module) {
  return klass_of(self, module)->is_subclass_of(*wk().java_lang_Module);
}

// Connects an entry and its java.lang.Module in both directions. The object may be young, so the
// loader is touched.
void bind_module_object(ModuleEntry& entry, const sync::NoSafepoint& still, Handle<> module) {
  entry.module = as<java::Module>(module.raw(still));
  entry.module->set_module_entry(&entry);
  entry.loader->touch();
}

// Each package must have a valid name, and only the JDK's loaders may define java.*.
ModuleResult<void> check_packages(LoaderData& loader, std::string_view module,
                                  std::span<const std::string> packages) {
  for (const std::string& name : packages) {
    if (!classfile::is_valid_class_name(name)) {
      return refused(Kind::kIllegalArgument,
                     fmt::format("Invalid package name: {} for module: {}", name, module));
    }
    if (!loader.is_boot_or_platform() && (name == "java" || name.starts_with("java/"))) {
      return refused(
          Kind::kIllegalArgument,
          fmt::format("Class loader (instance of): {} tried to define prohibited package name: {}",
                      loader.display_name(), dotted(name)));
    }
  }
  return {};
}

// Fails if the loader has a module of that name, or if one of the packages is in another module or
// has classes already. REQUIRES: the caller holds the graph's mutex.
ModuleResult<void> check_free(LoaderData& loader, const ModuleEntry& entry, std::string_view module,
                              std::span<const std::string> packages) {
  for (auto& other : loader.parts->modules) {
    if (other->name->text() == module) {
      return refused(Kind::kIllegalState, fmt::format("Module {} is already defined", module));
    }
  }
  for (const std::string& package : packages) {
    // A package has an entry in the unnamed module as soon as a class of it was defined there.
    PackageEntry* known = graph().find(loader, package);
    if (known == nullptr || known->module == &entry) {
      continue;
    }
    if (known->module->is_named()) {
      return refused(Kind::kIllegalState,
                     fmt::format("Package {} for module {} is already in another module, {}, "
                                 "defined to the class loader",
                                 dotted(package), module, known->module->name->text()));
    }
    return refused(
        Kind::kIllegalState,
        fmt::format(
            "Package {} for module {} is already in the unnamed module defined to the class loader",
            dotted(package), module));
  }
  return {};
}

// Returns the package that one of the add_exports functions must export. The result is null,
// without an error, if the module is unnamed: it exports everything anyway.
ModuleResult<PackageEntry*> exported_package(JavaThread& self, Handle<> from,
                                             std::string_view package) {
  if (from.is_null()) {
    return refused(Kind::kNullPointer, "from_module is null");
  }
  ModuleEntry* entry = module_entry_of(self, from);
  if (entry == nullptr) {
    return refused(Kind::kIllegalArgument, "from_module cannot be found");
  }
  sync::MutexLock lock(graph().mutex);
  PackageEntry* known = graph().find(*entry->loader, slashed(package));
  if (known == nullptr && !entry->is_named()) {
    return static_cast<PackageEntry*>(nullptr);
  }
  if (known == nullptr || known->module != entry) {
    return refused(Kind::kIllegalArgument,
                   fmt::format("Package {} not found in from_module {}", dotted(package),
                               entry->is_named() ? entry->name->text() : "unnamed module"));
  }
  return known;
}

// The step that the three add_exports functions share; `to` is null except for Target::kOne.
ModuleResult<void> export_package(JavaThread& self, Handle<> from, std::string_view package,
                                  ModuleGraph::Target target, ModuleEntry* to) {
  PackageEntry* known = MJ_TRY(exported_package(self, from, package));
  if (known != nullptr) {
    sync::MutexLock lock(graph().mutex);
    ModuleGraph::add_export(*known, target, to);
  }
  return {};
}

// HOTSPOT: messages show a module's version, but not the version of the JDK's own modules.
bool shows_version(const ModuleEntry& module) {
  return !module.version.empty() &&
         !(module.loader->is_boot_or_platform() && module.location.starts_with("jrt:/java."));
}

}  // namespace

const char* ModuleError::exception_class() const {
  switch (kind) {
    case Kind::kNullPointer:
      return "java/lang/NullPointerException";
    case Kind::kIllegalArgument:
      return "java/lang/IllegalArgumentException";
    case Kind::kIllegalState:
      return "java/lang/IllegalStateException";
    case Kind::kInternal:
      return "java/lang/InternalError";
  }
  return "java/lang/InternalError";
}

// JVMS 5.4.4 with the rules of the module system: every module reads java.base and itself, and an
// unnamed module reads all. These rules need no lock.
bool ModuleEntry::can_read(const ModuleEntry& other) const {
  if (this == &other || !is_named() || &other == &graph().java_base) {
    return true;
  }
  sync::MutexLock lock(graph().mutex);
  return ModuleGraph::reads(*this, other);
}

bool ModuleEntry::let_read_helpers() {
  sync::MutexLock lock(graph().mutex);
  return !std::exchange(reads_helpers_, true);
}

bool PackageEntry::is_exported_to(const ModuleEntry& other) const {
  // A module may use its own packages; unnamed and open modules export all.
  if (module == &other || !module->is_named() || module->is_open) {
    return true;
  }
  sync::MutexLock lock(graph().mutex);
  return ModuleGraph::exports(*this, other);
}

std::string ModuleEntry::text() const {
  if (is_named()) {
    return "module " + std::string(name->text());
  }
  std::uint32_t hash = 0;
  // The hash needs the object's header, so only a thread that may touch the heap can read it.
  sync::ExecEnv* self = sync::current_exec_env();
  if (module != nullptr && self != nullptr && sync::touches_heap(self->state())) {
    sync::NoSafepoint still(*self);
    hash = sync::identity_hash(*self, module->multi_use_word(), still);
  }
  return fmt::format("unnamed module @0x{:x}", hash);
}

// Called while the loader's data is made, so no other thread sees the entry.
void make_unnamed_module(LoaderData& loader, const sync::NoSafepoint&) {
  auto* entry = new ModuleEntry;
  entry->loader = &loader;
  entry->module = loader.class_loader->unnamedModule();
  loader.unnamed_module = entry;
}

ModuleResult<ModuleEntry*> define_module(JavaThread& self, LoaderData& loader, Handle<> module,
                                         std::string_view name, bool is_open,
                                         std::string_view version, std::string_view location,
                                         std::span<const std::string> packages) {
  if (module.is_null()) {
    return refused(Kind::kNullPointer, "Null module object");
  }
  if (!is_module_object(self, module)) {
    return refused(Kind::kIllegalArgument, "module is not an instance of type java.lang.Module");
  }
  if (name.empty()) {
    return refused(Kind::kIllegalArgument, "Module name cannot be null");
  }
  std::vector<std::string> slashed_packages;
  std::ranges::transform(packages, std::back_inserter(slashed_packages), slashed);
  // HOTSPOT: the checks come in this order, because each has an exception of its own.
  MJ_TRY(check_packages(loader, name, slashed_packages));
  const bool is_base = name == "java.base";
  if (is_base && !loader.is_boot()) {
    return refused(Kind::kIllegalArgument, "Class loader must be the boot class loader");
  }
  // The lock makes the check and the change one step: no other thread can claim a package between
  // the two. The Module cannot move meanwhile.
  sync::NoSafepoint still(self);
  sync::MutexLock lock(graph().mutex);
  if (is_base && graph().base_defined) {
    return refused(Kind::kInternal, "Module java.base is already defined");
  }
  // java.base exists already, and has had packages and classes since the start of the boot.
  std::unique_ptr<ModuleEntry> fresh = is_base ? nullptr : std::make_unique<ModuleEntry>();
  ModuleEntry& entry = is_base ? graph().java_base : *fresh;
  MJ_TRY(check_free(loader, entry, name, slashed_packages));
  entry.name = intern_symbol(name);
  entry.loader = &loader;
  entry.version = version;
  entry.location = location;
  entry.is_open = is_open;
  for (const std::string& package : slashed_packages) {
    // A package of java.base may have its entry already, since classes of it are loaded.
    if (graph().find(loader, package) == nullptr) {
      graph().make(loader, package, entry);
    }
  }
  bind_module_object(entry, still, module);
  if (is_base) {
    graph().base_defined = true;
  } else {
    loader.parts->modules.push_back(std::move(fresh));
  }
  MJ_LOG(module, kInfo, "define module %.*s (%zu packages)", static_cast<int>(name.size()),
         name.data(), packages.size());
  return &entry;
}

ModuleResult<ModuleEntry*> set_boot_unnamed_module(JavaThread& self, Handle<> module) {
  if (module.is_null()) {
    return refused(Kind::kNullPointer, "Null module object");
  }
  if (!is_module_object(self, module)) {
    return refused(Kind::kIllegalArgument, "module is not an instance of type java.lang.Module");
  }
  sync::NoSafepoint still(self);
  sync::MutexLock lock(graph().mutex);
  bind_module_object(graph().boot_unnamed, still, module);
  return &graph().boot_unnamed;
}

ModuleResult<void> add_reads(JavaThread& self, Handle<> from, Handle<> to) {
  if (from.is_null()) {
    return refused(Kind::kNullPointer, "from_module is null");
  }
  ModuleEntry* reader = module_entry_of(self, from);
  ModuleEntry* read = to.is_null() ? nullptr : module_entry_of(self, to);
  // HOTSPOT: an IllegalArgumentException says that the module was not defined to the VM.
  if (reader == nullptr) {
    return refused(Kind::kIllegalArgument, "from_module cannot be found");
  }
  if (!to.is_null() && read == nullptr) {
    return refused(Kind::kIllegalArgument, "to_module cannot be found");
  }
  // An unnamed module reads everything anyway.
  if (reader != read && reader->is_named()) {
    sync::MutexLock lock(graph().mutex);
    ModuleGraph::add_read(*reader, read);
  }
  return {};
}

ModuleResult<void> add_exports(JavaThread& self, Handle<> from, std::string_view package,
                               Handle<> to) {
  if (to.is_null()) {
    return refused(Kind::kNullPointer, "to_module is null");
  }
  ModuleEntry* reader = module_entry_of(self, to);
  if (reader == nullptr) {
    return refused(Kind::kIllegalArgument, "to_module cannot be found");
  }
  return export_package(self, from, package, ModuleGraph::Target::kOne, reader);
}

ModuleResult<void> add_exports_to_all(JavaThread& self, Handle<> from, std::string_view package) {
  return export_package(self, from, package, ModuleGraph::Target::kAll, nullptr);
}

ModuleResult<void> add_exports_to_all_unnamed(JavaThread& self, Handle<> from,
                                              std::string_view package) {
  return export_package(self, from, package, ModuleGraph::Target::kAllUnnamed, nullptr);
}

std::vector<ModuleFacts> module_facts(LoaderData& loader) {
  sync::MutexLock lock(graph().mutex);
  std::vector<ModuleFacts> all;
  if (loader.is_boot() && graph().base_defined) {
    all.push_back(graph().facts(graph().java_base));
  }
  for (const auto& module : loader.parts->modules) {
    all.push_back(graph().facts(*module));
  }
  return all;
}

ModuleEntry* module_entry_of(JavaThread& self, Handle<> module) {
  Handle<java::ClassLoader> loader;
  {
    sync::NoSafepoint still(self);
    Object* raw = module.raw(still);
    if (raw == nullptr || !raw->klass()->is_subclass_of(*wk().java_lang_Module)) {
      return nullptr;
    }
    const auto* object = as<java::Module>(raw);
    // The injected field of java.lang.Module is the address of its entry, or 0 if there is none.
    if (ModuleEntry* known = object->module_entry()) {
      return known;
    }
    if (object->name() != nullptr) {
      // This is a named module that was never defined to the VM.
      return nullptr;
    }
    loader = make_handle(self, still, object->loader());
  }
  // This is the first use of a loader's unnamed module. Its entry came with the loader's data.
  ModuleEntry* entry = LoaderData::of(self, loader).unnamed_module;
  sync::NoSafepoint still(self);
  sync::MutexLock lock(graph().mutex);
  bind_module_object(*entry, still, module);
  return entry;
}

ModuleEntry& java_base_module() { return graph().java_base; }
bool is_java_base_defined() {
  sync::MutexLock lock(graph().mutex);
  return graph().base_defined;
}

ModuleEntry& module_of(const Class& klass) {
  const Class& element = klass.innermost();
  if (element.is_primitive()) {
    return graph().java_base;
  }
  // The class has a named package, which is in a named or unnamed module.
  if (element.package != nullptr) {
    return *element.package->module;
  }
  // The first use of the graph gives the boot loader its unnamed module.
  (void)graph();
  return *element.loader->unnamed_module;
}

Handle<java::Module> module_object_of(JavaThread& self, const Class& klass) {
  if (!is_java_base_defined()) {
    return {};
  }
  ModuleEntry& module = module_of(klass);
  sync::NoSafepoint still(self);
  // ClassLoader.unnamedModule may have been null when the entry was made.
  if (module.module == nullptr && !module.is_named() && module.loader->class_loader != nullptr) {
    module.module = module.loader->class_loader->unnamedModule();
    module.loader->touch();
  }
  return module.module_handle();
}

PackageEntry* find_package_entry(LoaderData& loader, std::string_view package_name) {
  sync::MutexLock lock(graph().mutex);
  return graph().find(loader, package_name);
}

PackageEntry* package_entry(LoaderData& loader, std::string_view package_name) {
  if (package_name.empty()) {
    return nullptr;
  }
  sync::MutexLock lock(graph().mutex);
  PackageEntry* known = graph().find(loader, package_name);
  // The first class of a package makes the entry; a later define_module with it is refused.
  return known != nullptr ? known
                          : graph().make(loader, package_name, graph().default_module(loader));
}

ModuleEntry* boot_module_of_package(std::string_view package_name) {
  PackageEntry* package = find_package_entry(LoaderData::boot(), package_name);
  return package != nullptr && package->module->is_named() ? package->module : nullptr;
}

ModuleAccess module_access(const Class& from, const Class& target) {
  const ModuleEntry& user = module_of(from);
  const ModuleEntry& owner = module_of(target);
  if (&user == &owner || !is_java_base_defined()) {
    // While the VM boots, no module has declared its exports yet.
    return ModuleAccess::kOk;
  }
  // JVMS 5.4.4: readability is checked first, then the export of the package.
  if (!user.can_read(owner)) {
    return ModuleAccess::kNotReadable;
  }
  const PackageEntry* package = target.innermost().package;
  if (package == nullptr || package->is_exported_to(user)) {
    return ModuleAccess::kOk;
  }
  return ModuleAccess::kNotExported;
}

std::string module_access_message(const Class& from, const Class& target, ModuleAccess why) {
  // The text says which of the two rules failed: readability or the export.
  const std::string user = module_of(from).text();
  const std::string owner = module_of(target).text();
  std::string text = fmt::format("class {} (in {}) cannot access class {} (in {}) because ",
                                 from.external_name(), user, target.external_name(), owner);
  if (why == ModuleAccess::kNotReadable) {
    return text + fmt::format("{} does not read {}", user, owner);
  }
  return text + fmt::format("{} does not export {} to {}", owner,
                            dotted(target.innermost().package->name->text()), user);
}

std::string place_of(const Class& klass) {
  const ModuleEntry& module = module_of(klass);
  const Class& element = klass.innermost();
  // Classes that tests make by hand may have no loader.
  const LoaderData& loader = element.loader == nullptr ? LoaderData::boot() : *element.loader;
  std::string text = "unnamed module";
  if (module.is_named()) {
    text = "module " + std::string(module.name->text());
    if (shows_version(module)) {
      text += '@' + module.version;
    }
  }
  return text + " of loader " + loader.display_name();
}

std::string joint_place_of(const Class& first, const Class& second) {
  const std::string place = place_of(first);
  const std::string other = place_of(second);
  if (&module_of(first) == &module_of(second)) {
    return fmt::format("{} and {} are in {}", first.external_name(), second.external_name(), place);
  }
  return fmt::format("{} is in {}; {} is in {}", first.external_name(), place,
                     second.external_name(), other);
}

void for_each_module_slot_of(LoaderData& loader, void (*visit)(Object** slot, void* context),
                             void* context) {
  // The unnamed module of the boot loader is visited below, like that of every loader.
  if (loader.is_boot()) {
    visit(root_slot(&graph().java_base.module), context);
  }
  if (loader.unnamed_module != nullptr) {
    visit(root_slot(&loader.unnamed_module->module), context);
  }
  for (auto& module : loader.parts->modules) {
    visit(root_slot(&module->module), context);
  }
}

void forget_dead_modules() {
  // No lock is needed, because the world is stopped. take_dead_loaders has run, so only living
  // loaders are visited.
  ModuleGraph::forget_dead(graph().java_base);
  LoaderData::for_each(
      [](LoaderData& loader, void*) {
        if (loader.unnamed_module != nullptr) {
          ModuleGraph::forget_dead(*loader.unnamed_module);
        }
        for (auto& module : loader.parts->modules) {
          ModuleGraph::forget_dead(*module);
        }
        for (auto& [name, package] : loader.parts->packages) {
          ModuleGraph::forget_dead(*package);
        }
      },
      nullptr);
}

}  // namespace minijvm::runtime
