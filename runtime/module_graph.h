// Modules and packages as the VM enforces them: who reads whom, what is exported to whom (JVMS 5.3.6, 5.4.4).
// Proved by tests/runtime/module_graph_test.cpp.
//
//   LoaderData --packages--> PackageEntry --module--> ModuleEntry --reads--> ModuleEntry ...
//                                 \--exported to: nobody | named modules | all unnamed | everybody
//
// java.base has its entry from the start, without a java.lang.Module: every package of the boot loader belongs to it until it is defined.
// Each loader has an unnamed module, which reads all and exports all. Entries live as long as their loader: a java.lang.Module refers to it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/expected.h"
#include "runtime/handle.h"

namespace minijvm::runtime {

class Class;
class JavaThread;
class LoaderData;
class Object;
class PackageEntry;
class Symbol;

class ModuleEntry {
 public:
  Symbol* name = nullptr;      // null: an unnamed module
  LoaderData* loader = nullptr;
  std::string version;         // "" if none
  std::string location;        // "jrt:/java.base"
  bool is_open = false;
  Object* module = nullptr;    // the java.lang.Module: a root slot; null while booting

  bool is_named() const { return name != nullptr; }
  Handle<> module_handle() const { return Handle<>(&module); }

  bool can_read(const ModuleEntry& other) const;
  // An agent changed a class of this module. Now it reads the unnamed modules of the boot loader and the app loader, where agents keep what
  // they call from such classes (java.lang.instrument, "Instrumenting code in modules"). False: it does already.
  bool let_read_helpers();
  // "module java.base", or "unnamed module @0x1b2c3d" with the identity hash of its object (0 without one).
  std::string text() const;

 private:
  friend class ModuleGraph;
  bool reads_all_unnamed_ = false;
  bool reads_helpers_ = false;
  std::unordered_set<const ModuleEntry*> reads_;
};

class PackageEntry {
 public:
  Symbol* name = nullptr;          // "java/lang"
  ModuleEntry* module = nullptr;

  bool is_exported_to(const ModuleEntry& other) const;

 private:
  friend class ModuleGraph;
  bool to_all_ = false;
  bool to_all_unnamed_ = false;
  std::unordered_set<const ModuleEntry*> to_;
};

// Why a module operation is refused, by the Java exception that says so.
struct ModuleError {
  enum class Kind : std::uint8_t { kNullPointer, kIllegalArgument, kIllegalState, kInternal };
  Kind kind;
  std::string message;
  // "java/lang/IllegalArgumentException".
  const char* exception_class() const;
};
template <class T>
using ModuleResult = Expected<T, ModuleError>;

// JVM_DefineModule. `packages` are in internal or dotted form. For java.base the caller afterwards gives its Module to the existing mirrors.
ModuleResult<ModuleEntry*> define_module(JavaThread& self, LoaderData& loader, Handle<> module, std::string_view name, bool is_open,
                                         std::string_view version, std::string_view location, std::span<const std::string> packages);
// JVM_SetBootLoaderUnnamedModule.
ModuleResult<ModuleEntry*> set_boot_unnamed_module(JavaThread& self, Handle<> module);
// JVM_AddReadsModule; a null handle for `to` means all unnamed modules.
ModuleResult<void> add_reads(JavaThread& self, Handle<> from, Handle<> to);
// JVM_AddModuleExports, ...ToAll, ...ToAllUnnamed. The package in internal or dotted form.
ModuleResult<void> add_exports(JavaThread& self, Handle<> from, std::string_view package, Handle<> to);
ModuleResult<void> add_exports_to_all(JavaThread& self, Handle<> from, std::string_view package);
ModuleResult<void> add_exports_to_all_unnamed(JavaThread& self, Handle<> from, std::string_view package);

// The entry of a java.lang.Module object; null: it was never defined to the VM.
ModuleEntry* module_entry_of(JavaThread& self, Handle<> module);

ModuleEntry& java_base_module();
bool is_java_base_defined();
// The module of a class: of its package, of its element, java.base for primitives.
ModuleEntry& module_of(const Class& klass);
// The java.lang.Module for Class.module: null while java.base is not defined.
Handle<> module_object_of(JavaThread& self, const Class& klass);
// The loader's entry of a package, made in the unnamed module (boot loader before java.base: in java.base) if new; null for "".
PackageEntry* package_entry(LoaderData& loader, std::string_view package_name);
PackageEntry* find_package_entry(LoaderData& loader, std::string_view package_name);
// The named module that the boot loader has for a package, or null (rule "Boot loader lookup").
ModuleEntry* boot_module_of_package(std::string_view package_name);

// JVMS 5.4.4: `from` may use public types of `target`? kOk, or which of the two rules fails.
enum class ModuleAccess : std::uint8_t { kOk, kNotReadable, kNotExported };
ModuleAccess module_access(const Class& from, const Class& target);
// "class A (in module x) cannot access class B (in module y) because module y does not export p to module x".
std::string module_access_message(const Class& from, const Class& target, ModuleAccess why);

// "module java.base of loader 'bootstrap'", "unnamed module of loader 'app'": where messages say that a class is.
std::string place_of(const Class& klass);
// "A and B are in module m of loader l" or "A is in ...; B is in ...".
std::string joint_place_of(const Class& first, const Class& second);

// visit(Object** slot) for every java.lang.Module that the entries of a loader hold.
void for_each_module_slot_of(LoaderData& loader, void (*visit)(Object** slot, void* context), void* context);
template <class Visit>
void for_each_module_slot_of(LoaderData& loader, Visit visit) {
  for_each_module_slot_of(loader, [](Object** slot, void* context) { (*static_cast<Visit*>(context))(slot); }, &visit);
}

// Nobody reads, and nothing is exported to, a module of a dead loader (class_unloading.h).
void forget_dead_modules();

}  // namespace minijvm::runtime
