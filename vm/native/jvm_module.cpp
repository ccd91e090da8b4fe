// JVM_*: modules. The rules are runtime/module_graph.h's; here are the Java objects around them.
// Proved by tests/java/library.
#include <string>
#include <vector>

#include "gc/barrier.h"
#include "runtime/loader_data.h"
#include "runtime/module_graph.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "vm/java/exceptions.h"
#include "vm/java/strings.h"
#include "vm/native/native_entry.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::LoaderData;
using runtime::Object;
using runtime::wk;
using sync::NoSafepoint;

namespace {

template <class T>
JavaResult<T> lift_module(JavaThread& self, runtime::ModuleResult<T> result) {
  if (!result.ok()) {
    return throw_new(self, result.error().exception_class(), result.error().message.empty() ? nullptr : result.error().message.c_str());
  }
  if constexpr (std::is_void_v<T>) {
    return {};
  } else {
    return result.take();
  }
}

Handle<> load_ref(JavaThread& self, Handle<> object, std::size_t offset) {
  NoSafepoint still(self);
  return runtime::make_handle(self, still, object.raw(still)->load_ref(offset));
}

JavaResult<void> check_module(JavaThread& self, Handle<> module) {
  if (module.is_null()) {
    return throw_new(self, "java/lang/NullPointerException", "Null module object");
  }
  bool is_module = false;
  {
    NoSafepoint still(self);
    is_module = module.raw(still)->klass()->is_subclass_of(*wk().java_lang_Module);
  }
  if (!is_module) {
    return throw_new(self, "java/lang/IllegalArgumentException", "module is not an instance of type java.lang.Module");
  }
  return {};
}

std::string text_or_empty(JavaThread& self, Handle<> string) { return string.is_null() ? std::string() : to_modified_utf8(self, string); }

JavaResult<std::vector<std::string>> package_names(JavaThread& self, Handle<> packages) {
  std::vector<std::string> names;
  if (packages.is_null()) {
    return names;
  }
  NoSafepoint still(self);
  const Object* array = packages.raw(still);
  for (std::int32_t i = 0; i < array->array_length(); ++i) {
    const Object* name = array->load_ref(Object::element_offset(i, 3));
    names.push_back(name == nullptr ? std::string() : to_modified_utf8(still, name));
  }
  return names;
}

JavaResult<void> define_module(JavaThread& self, Handle<> module, bool is_open, Handle<> version, Handle<> location, Handle<> packages) {
  MJ_TRY(check_module(self, module));
  Handle<> name = load_ref(self, module, wk().Module_name);
  if (name.is_null()) {
    return throw_new(self, "java/lang/IllegalArgumentException", "Module name cannot be null");
  }
  std::string name_text = to_modified_utf8(self, name);
  LoaderData& loader = LoaderData::of(self, load_ref(self, module, wk().Module_loader));
  std::vector<std::string> names = MJ_TRY(package_names(self, packages));
  std::string version_text = text_or_empty(self, version);
  std::string location_text = text_or_empty(self, location);
  MJ_TRY(lift_module(self, runtime::define_module(self, loader, module, name_text, is_open, version_text, location_text, names)));
  if (name_text == "java.base") {
    patch_java_base_module(self);
  }
  return {};
}

JavaResult<std::string> package_text(JavaThread& self, Handle<> package) {
  if (package.is_null()) {
    return throw_new(self, "java/lang/NullPointerException", "package is null");
  }
  return to_modified_utf8(self, package);
}

using ExportTo = runtime::ModuleResult<void> (*)(JavaThread& self, Handle<> from, std::string_view package);

JavaResult<void> export_package(JavaThread& self, Handle<> from, Handle<> package, ExportTo export_to) {
  std::string name = MJ_TRY(package_text(self, package));
  return lift_module(self, export_to(self, from, name));
}

}  // namespace

extern "C" {

void JVM_DefineModule(JNIEnv* env, jobject module, jboolean is_open, jstring version, jstring location, jobjectArray packages) {
  NativeEntry vm(env);
  (void)define_module(vm.self, handle_of(module), is_open, handle_of(version), handle_of(location), handle_of(packages));
}

void JVM_SetBootLoaderUnnamedModule(JNIEnv* env, jobject module) {
  NativeEntry vm(env);
  if (check_module(vm.self, handle_of(module)).ok()) {
    (void)lift_module(vm.self, runtime::set_boot_unnamed_module(vm.self, handle_of(module)));
  }
}

void JVM_AddReadsModule(JNIEnv* env, jobject from, jobject to) {
  NativeEntry vm(env);
  (void)lift_module(vm.self, runtime::add_reads(vm.self, handle_of(from), handle_of(to)));
}

void JVM_AddModuleExports(JNIEnv* env, jobject from, jstring package, jobject to) {
  NativeEntry vm(env);
  JavaResult<std::string> name = package_text(vm.self, handle_of(package));
  if (name.ok()) {
    (void)lift_module(vm.self, runtime::add_exports(vm.self, handle_of(from), name.take(), handle_of(to)));
  }
}

void JVM_AddModuleExportsToAll(JNIEnv* env, jobject from, jstring package) {
  NativeEntry vm(env);
  (void)export_package(vm.self, handle_of(from), handle_of(package), runtime::add_exports_to_all);
}

void JVM_AddModuleExportsToAllUnnamed(JNIEnv* env, jobject from, jstring package) {
  NativeEntry vm(env);
  (void)export_package(vm.self, handle_of(from), handle_of(package), runtime::add_exports_to_all_unnamed);
}

void JVM_DefineArchivedModules(JNIEnv*, jobject, jobject) {}

}  // extern "C"
}  // namespace minijvm::vm
