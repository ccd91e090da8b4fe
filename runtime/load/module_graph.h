// Modules and packages as the VM enforces them: which module reads which, and which packages are
// exported to which modules (JVMS 5.3.6, 5.4.4). The Java side is java.lang.Module, which calls the
// JVM_* functions that end here.
//
//   LoaderData --packages--> PackageEntry --module--> ModuleEntry --reads--> ModuleEntry ...
//                                 \--exported to: nobody | named modules | all unnamed | everybody
//
// java.base has its entry from the start, without a java.lang.Module: every package of the boot
// loader belongs to it until it is defined. Each loader has an unnamed module, which reads all
// modules and exports all its packages. Entries live as long as their loader, because a
// java.lang.Module refers to its loader.
// Tested by tests/runtime/module_graph_test.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/atomic.h"
#include "base/expected.h"
#include "runtime/fwd.h"
#include "runtime/object/handle.h"

namespace minijvm::runtime {

// A module of one loader. The public fields are written when the module is defined; the sets are
// guarded by the graph's mutex.
class ModuleEntry {
 public:
  Symbol* name = nullptr;  // null for an unnamed module
  LoaderData* loader = nullptr;
  std::string version;   // "" if none
  std::string location;  // "jrt:/java.base"
  bool is_open = false;
  // The java.lang.Module. The field is a root slot, and null while the VM boots.
  java::Module* module = nullptr;

  bool is_named() const { return name != nullptr; }
  Handle<java::Module> module_handle() const { return Handle<java::Module>(&module); }

  // JVMS 5.4.4: tells if this module can read the other. Every module reads itself and java.base;
  // an unnamed module reads all.
  bool can_read(const ModuleEntry& other) const;
  // Called when an agent has changed a class of this module. From then on the module reads the
  // unnamed modules of the boot and the app loader, where agents keep what such classes call
  // (java.lang.instrument, "Instrumenting code in modules"). Returns false if the module reads them
  // already.
  bool let_read_helpers();
  // Returns "module java.base", or "unnamed module @0x1b2c3d" with the identity hash of the
  // module's object (0 if there is none).
  std::string text() const;

 private:
  friend class ModuleGraph;
  bool reads_all_unnamed_ = false;
  bool reads_helpers_ = false;
  std::unordered_set<const ModuleEntry*> reads_;
};

// A package of one loader: its run-time package (JVMS 5.3).
class PackageEntry {
 public:
  Symbol* name = nullptr;  // "java/lang"
  ModuleEntry* module = nullptr;
  // A class of the JDK's image that the loader's Java code has defined in this package; null until
  // there is one (stored_classes.h).
  Atomic<Class*> image_class{nullptr};

  // Returns true if code of `other` may use the public classes of this package. An open or unnamed
  // module exports everything.
  bool is_exported_to(const ModuleEntry& other) const;

 private:
  friend class ModuleGraph;
  bool to_all_ = false;
  bool to_all_unnamed_ = false;
  std::unordered_set<const ModuleEntry*> to_;
};

// The reason why an operation on modules is refused, as the Java exception that reports it.
struct ModuleError {
  enum class Kind : std::uint8_t { kNullPointer, kIllegalArgument, kIllegalState, kInternal };
  Kind kind;
  std::string message;
  // Returns a name such as "java/lang/IllegalArgumentException".
  const char* exception_class() const;
};
template <class T>
using ModuleResult = Expected<T, ModuleError>;

// Implements JVM_DefineModule. `packages` are in internal or dotted form. After java.base was
// defined, the caller gives its Module to the mirrors that exist already.
ModuleResult<ModuleEntry*> define_module(JavaThread& self, LoaderData& loader, Handle<> module,
                                         std::string_view name, bool is_open,
                                         std::string_view version, std::string_view location,
                                         std::span<const std::string> packages);
// Implements JVM_SetBootLoaderUnnamedModule.
ModuleResult<ModuleEntry*> set_boot_unnamed_module(JavaThread& self, Handle<> module);
// Implements JVM_AddReadsModule; a null handle for `to` means all unnamed modules.
ModuleResult<void> add_reads(JavaThread& self, Handle<> from, Handle<> to);
// Implement JVM_AddModuleExports, ...ToAll and ...ToAllUnnamed. The package is in internal or
// dotted form.
ModuleResult<void> add_exports(JavaThread& self, Handle<> from, std::string_view package,
                               Handle<> to);
ModuleResult<void> add_exports_to_all(JavaThread& self, Handle<> from, std::string_view package);
ModuleResult<void> add_exports_to_all_unnamed(JavaThread& self, Handle<> from,
                                              std::string_view package);

// A module as define_module, add_reads and add_exports have made it, for the archive.
struct PackageFacts {
  const Symbol* name;
  bool to_all;
  bool to_all_unnamed;
  std::vector<const ModuleEntry*> to;
};
struct ModuleFacts {
  const ModuleEntry* module;
  std::vector<PackageFacts> packages;
  bool reads_all_unnamed;
  std::vector<const ModuleEntry*> reads;
};
// Returns those of the named modules of a loader.
std::vector<ModuleFacts> module_facts(LoaderData& loader);

// Returns the entry of a java.lang.Module object; null if it was never defined to the VM.
ModuleEntry* module_entry_of(JavaThread& self, Handle<> module);

// Returns java.base, even before JVM_DefineModule has defined it.
ModuleEntry& java_base_module();
bool is_java_base_defined();
// Returns the run-time module of a class, which is that of its package. An array has the module of
// its element; primitive types belong to java.base.
ModuleEntry& module_of(const Class& klass);
// Returns the java.lang.Module for Class.module; null until java.base is defined.
Handle<java::Module> module_object_of(JavaThread& self, const Class& klass);
// Returns the loader's entry of a package; null for "". A new entry belongs to the unnamed module,
// or for the boot loader to java.base until that is defined. find_package_entry makes no new entry.
PackageEntry* package_entry(LoaderData& loader, std::string_view package_name);
PackageEntry* find_package_entry(LoaderData& loader, std::string_view package_name);
// Returns the named module of the boot loader that has a package, or null. The boot loader searches
// there for the package's classes.
ModuleEntry* boot_module_of_package(std::string_view package_name);

// JVMS 5.4.4: tells if `from` may use public types of `target`. The answer is kOk, or names the one
// of the two rules that fails.
enum class ModuleAccess : std::uint8_t { kOk, kNotReadable, kNotExported };
ModuleAccess module_access(const Class& from, const Class& target);
// Returns a text such as "class A (in module x) cannot access class B (in module y) because module
// y does not export p to module x".
std::string module_access_message(const Class& from, const Class& target, ModuleAccess why);

// Returns the place of a class, for messages: "module java.base of loader 'bootstrap'", "unnamed
// module of loader 'app'".
std::string place_of(const Class& klass);
// Returns "A and B are in module m of loader l", or "A is in ...; B is in ...".
std::string joint_place_of(const Class& first, const Class& second);

// Calls visit(slot, context) for every java.lang.Module that the entries of a loader hold.
void for_each_module_slot_of(LoaderData& loader, void (*visit)(Object** slot, void* context),
                             void* context);
template <class Visit>
void for_each_module_slot_of(LoaderData& loader, Visit visit) {
  for_each_module_slot_of(
      loader, [](Object** slot, void* context) { (*static_cast<Visit*>(context))(slot); }, &visit);
}

// Removes the modules of dead loaders from every set of readers and exports (class_unloading.h).
// REQUIRES: the world is stopped.
void forget_dead_modules();

}  // namespace minijvm::runtime
