// Implements the natives of java.lang.Module. runtime/load/module_graph.h has the rules; this file
// reads the Java objects and turns failures into exceptions. The caller is in native state.
// Tested by tests/java/library.
#include <string>
#include <vector>

#include "runtime/load/loader_data.h"
#include "runtime/load/module_graph.h"
#include "runtime/object/java_objects.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/strings.h"
#include "vm/natives/module_errors.h"
#include "vm/natives/native_entry.h"
#include "vm/natives/stored_objects.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::LoaderData;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// HOTSPOT: the messages are HotSpot's.
JavaResult<void> check_module(JavaThread& self, Handle<> module) {
  if (module.is_null()) {
    return throw_new(self, "java/lang/NullPointerException", "Null module object");
  }
  if (!klass_of(self, module)->is_subclass_of(*wk().java_lang_Module)) {
    return throw_new(self, "java/lang/IllegalArgumentException",
                     "module is not an instance of type java.lang.Module");
  }
  return {};
}

std::string text_or_empty(JavaThread& self, Handle<java::String> string) {
  return string.is_null() ? std::string() : to_modified_utf8(self, string);
}

// Copies the names out of the String[] under one NoSafepoint.
JavaResult<std::vector<std::string>> package_names(JavaThread& self,
                                                   Handle<java::ObjectArray> packages) {
  std::vector<std::string> names;
  if (packages.is_null()) {
    return names;
  }
  NoSafepoint still(self);
  const java::ObjectArray* array = packages.raw(still);
  for (std::int32_t i = 0; i < array->length(); ++i) {
    const auto* name = runtime::as<java::String>(array->at(i));
    names.push_back(name == nullptr ? std::string() : to_modified_utf8(still, name));
  }
  return names;
}

// All texts are copied out of Java objects before the module graph is called, since it takes locks.
JavaResult<void> define_module(JavaThread& self, Handle<> object, bool is_open,
                               Handle<java::String> version, Handle<java::String> location,
                               Handle<java::ObjectArray> packages) {
  MJ_TRY(check_module(self, object));
  auto module = runtime::as<java::Module>(object);
  Handle<java::String> name = field_of(self, module, &java::Module::name);
  if (name.is_null()) {
    return throw_new(self, "java/lang/IllegalArgumentException", "Module name cannot be null");
  }
  std::string name_text = to_modified_utf8(self, name);
  LoaderData& loader = LoaderData::of(self, field_of(self, module, &java::Module::loader));
  std::vector<std::string> names = MJ_TRY(package_names(self, packages));
  std::string version_text = text_or_empty(self, version);
  std::string location_text = text_or_empty(self, location);
  MJ_TRY(lift_module(self, runtime::define_module(self, loader, module, name_text, is_open,
                                                  version_text, location_text, names)));
  // Classes that were loaded before java.base was defined have no module yet; they get it now.
  if (name_text == "java.base") {
    patch_java_base_module(self);
  }
  return {};
}

// HOTSPOT: the message for null is HotSpot's.
JavaResult<std::string> package_text(JavaThread& self, Handle<java::String> package) {
  if (package.is_null()) {
    return throw_new(self, "java/lang/NullPointerException", "package is null");
  }
  return to_modified_utf8(self, package);
}

using ExportTo = runtime::ModuleResult<void> (*)(JavaThread& self, Handle<> from,
                                                 std::string_view package);

// Exports a package without a target module; the two functions that do so share this body.
JavaResult<void> export_package(JavaThread& self, Handle<> from, Handle<java::String> package,
                                ExportTo export_to) {
  std::string name = MJ_TRY(package_text(self, package));
  return lift_module(self, export_to(self, from, name));
}

}  // namespace

extern "C" {

// Implements Module.defineModule0.
void JVM_DefineModule(JNIEnv* env, jobject module, jboolean is_open, jstring version,
                      jstring location, jobjectArray packages) {
  NativeEntry vm(env);
  (void)define_module(vm.self, handle_of(module), is_open, handle_of(version), handle_of(location),
                      handle_of(packages));
}

// Implements jdk.internal.loader.BootLoader.setBootLoaderUnnamedModule0.
void JVM_SetBootLoaderUnnamedModule(JNIEnv* env, jobject module) {
  NativeEntry vm(env);
  if (check_module(vm.self, handle_of(module)).ok()) {
    (void)lift_module(vm.self, runtime::set_boot_unnamed_module(vm.self, handle_of(module)));
  }
}

// Implements Module.addReads0.
void JVM_AddReadsModule(JNIEnv* env, jobject from, jobject to) {
  NativeEntry vm(env);
  (void)lift_module(vm.self, runtime::add_reads(vm.self, handle_of(from), handle_of(to)));
}

// Implements Module.addExports0.
void JVM_AddModuleExports(JNIEnv* env, jobject from, jstring package, jobject to) {
  NativeEntry vm(env);
  JavaResult<std::string> name = package_text(vm.self, handle_of(package));
  if (name.ok()) {
    (void)lift_module(vm.self,
                      runtime::add_exports(vm.self, handle_of(from), name.take(), handle_of(to)));
  }
}

// Implements Module.addExportsToAll0.
void JVM_AddModuleExportsToAll(JNIEnv* env, jobject from, jstring package) {
  NativeEntry vm(env);
  (void)export_package(vm.self, handle_of(from), handle_of(package), runtime::add_exports_to_all);
}

// Implements Module.addExportsToAllUnnamed0.
void JVM_AddModuleExportsToAllUnnamed(JNIEnv* env, jobject from, jstring package) {
  NativeEntry vm(env);
  (void)export_package(vm.self, handle_of(from), handle_of(package),
                       runtime::add_exports_to_all_unnamed);
}

// Implements CDS.defineArchivedModules. The loaders are those of the stored modules.
void JVM_DefineArchivedModules(JNIEnv* env, jobject, jobject) {
  NativeEntry vm(env);
  (void)define_stored_modules(vm.self);
}

}  // extern "C"
}  // namespace minijvm::vm
