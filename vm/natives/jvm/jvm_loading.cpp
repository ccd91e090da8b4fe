// Implements JVM_* functions that load and define classes, for java.lang.ClassLoader and for
// Class.forName. The caller is in native state.
// Tested by tests/java/initialization.
#include <cstring>
#include <string>

#include "gc/heap/reference_fields.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/link/access.h"
#include "runtime/link/class_linker.h"
#include "runtime/link/required_class.h"
#include "runtime/link/resolution.h"
#include "runtime/load/boot_loader.h"
#include "runtime/load/loader_data.h"
#include "runtime/load/module_graph.h"
#include "runtime/load/stored_classes.h"
#include "vm/java/allocation.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/properties.h"
#include "vm/java/strings.h"
#include "vm/natives/jni/define_class.h"
#include "vm/natives/native_entry.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::BasicType;
using runtime::Class;
using runtime::Handle;
using runtime::JavaThread;
using runtime::LoaderData;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// These are the flags of MethodHandles.Lookup's class definition (MethodHandleNatives.Constants:
// NESTMATE_CLASS, HIDDEN_CLASS, STRONG_LOADER_LINK, ACCESS_VM_ANNOTATIONS).
constexpr jint kNestmate = 1;
constexpr jint kHidden = 2;
constexpr jint kStrong = 4;
constexpr jint kVmAnnotations = 8;

std::span<const std::byte> bytes_of(const jbyte* bytes, jsize count) {
  return {reinterpret_cast<const std::byte*>(bytes), static_cast<std::size_t>(count)};
}

// Turns Java's binary name into the form of the class file, with slashes.
std::string slashed(std::string name) {
  for (char& letter : name) {
    if (letter == '.') {
      letter = '/';
    }
  }
  return name;
}

// Returns null without an exception if the class does not exist. Any other failure throws, since it
// is about a class that does exist.
Class* find_boot_class(JavaThread& self, const char* name) {
  std::string text(name);
  if (!is_findable_class_name(text)) {
    return nullptr;
  }
  runtime::Linked<Class*> found =
      runtime::load_class(self, LoaderData::boot(), runtime::intern_symbol(text));
  if (found.ok()) {
    return found.take();
  }
  const runtime::LinkError& error = found.error();
  // The boot loader reports absence as NoClassDefFoundError with just the name.
  bool is_absent =
      error.kind == runtime::LinkErrorKind::NoClassDefFoundError && error.message == text;
  if (!is_absent && error.kind != runtime::LinkErrorKind::ClassNotFoundException) {
    (void)throw_link_error(self, error);
  }
  return nullptr;
}

// `from` is the class whose code asks, or null if no access is to be checked.
JavaResult<Class*> find_class(JavaThread& self, const char* name, bool initialize,
                              LoaderData& loader, jclass from, NotFoundAs not_found) {
  Class* klass = MJ_TRY(find_class_for_native(self, name, loader, not_found));
  if (from != nullptr) {
    MJ_TRY(lift(self, runtime::check_package_access(self, loader, *klass, class_of(from))));
  }
  if (initialize && klass->is_instance_class()) {
    MJ_TRY(initialize_class(self, *klass));
  }
  return klass;
}

// These are the names of the Java language, "int" and so on, and not the letters of descriptors.
JavaResult<Class*> primitive_by_name(JavaThread& self, const char* name) {
  static constexpr struct {
    const char* name;
    BasicType type;
  } kNames[] = {
      {"boolean", BasicType::kBoolean}, {"char", BasicType::kChar}, {"float", BasicType::kFloat},
      {"double", BasicType::kDouble},   {"byte", BasicType::kByte}, {"short", BasicType::kShort},
      {"int", BasicType::kInt},         {"long", BasicType::kLong}, {"void", BasicType::kVoid}};
  for (const auto& row : kNames) {
    if (std::strcmp(name, row.name) == 0) {
      return runtime::primitive_class(row.type);
    }
  }
  return throw_new(self, "java/lang/ClassNotFoundException", name);
}

// A hidden class that is not strong has loader data of its own, which the definition has pinned.
// Once a handle of the caller's scope keeps the class, the pin can go.
void hold_hidden_class(JavaThread& self, const Class& klass) {
  NoSafepoint still(self);
  (void)runtime::make_handle(self, still, klass.mirror);
  if (klass.home != klass.loader) {
    klass.home->unpin();
  }
}

// Implements Lookup.defineClass and Lookup.defineHiddenClass. The new class gets the loader, module
// and package of the lookup class.
JavaResult<Class*> lookup_define(JavaThread& self, Class& lookup, const char* name,
                                 std::span<const std::byte> bytes,
                                 Handle<java::ProtectionDomain> protection_domain, bool initialize,
                                 jint flags, Handle<> class_data) {
  bool hidden = (flags & kHidden) != 0;
  // An ordinary class has no class data and is no nestmate.
  if (!hidden && (flags != kStrong || !class_data.is_null())) {
    return throw_new(self, "java/lang/IllegalArgumentException",
                     class_data.is_null() ? "an ordinary class must be strong and no nestmate"
                                          : "classData is only applicable for hidden classes");
  }
  Class* klass = nullptr;
  if (hidden) {
    runtime::DefineOptions options;
    options.hidden = true;
    options.given_name = name == nullptr ? std::string_view() : name;
    options.strong = (flags & kStrong) != 0;
    options.vm_annotations = (flags & kVmAnnotations) != 0;
    options.lookup = &lookup;
    // The nest host of the lookup class, which may be another class than the lookup class itself.
    if ((flags & kNestmate) != 0) {
      options.nest_host = MJ_TRY(lift(self, runtime::nest_host_of(self, lookup)));
    }
    // HOTSPOT: the same text stands for the source of a class that Lookup defines.
    options.source = "__JVM_LookupDefineClass__";
    options.facts = {protection_domain, class_data};
    klass = MJ_TRY(lift(self, runtime::define_class(self, *lookup.loader, bytes, options)));
    hold_hidden_class(self, *klass);
  } else {
    klass = MJ_TRY(define_class_for_native(self, name, lookup.loader->class_loader_handle(), bytes,
                                           protection_domain, "__JVM_LookupDefineClass__"));
  }
  // A hidden class is at least linked, so that its errors show here and not at first use.
  if (initialize) {
    MJ_TRY(initialize_class(self, *klass));
  } else {
    MJ_TRY(lift(self, runtime::link_class(self, *klass)));
  }
  return klass;
}

// A tool that watches classes or code sees on which stack a class is defined, and ticks are to be
// the same with and without an archive.
bool may_define_unseen() {
  return !is_observed(kClassEvents | kClassFileEvents) &&
         the_observers.of_code.load(std::memory_order_relaxed) == nullptr &&
         !the_vm.interp.counts_ticks;
}

// Returns null if the loader has no class of this name.
// HOTSPOT: when the platform or the app loader asks whether it has a class of the JDK's image, it
// gets the archive's.
JavaResult<Class*> find_loaded(JavaThread& self, Handle<java::ClassLoader> loader,
                               const runtime::Symbol& name) {
  LoaderData& data = LoaderData::of(self, loader);
  if (Class* known = runtime::find_loaded_class(data, &name)) {
    return known;
  }
  const runtime::StoredDefinition stored =
      may_define_unseen() ? runtime::stored_definition(data, name) : runtime::StoredDefinition();
  if (stored.bytes.empty()) {
    return nullptr;
  }
  return define_class_for_native(self, name.c_str(), loader, stored.bytes,
                                 runtime::protection_domain_of(self, *stored.peer),
                                 runtime::module_of(*stored.peer).location.c_str());
}

// Returns the loader for ObjectInputStream: that of the first frame, from the innermost outwards,
// whose loader is neither the boot nor the platform loader. Classes that reflection generates are
// left out.
Handle<java::ClassLoader> latest_user_loader(const JavaThread& self) {
  for (runtime::FrameWalk walk(self); !walk.done(); walk.next()) {
    const Class& holder = *walk.frame().method().holder;
    const Class* generated = wk().jdk_internal_reflect_MagicAccessorImpl;
    if (!holder.loader->is_boot_or_platform() &&
        (generated == nullptr || !holder.is_subclass_of(*generated))) {
      return holder.loader->class_loader_handle();
    }
  }
  return {};
}

// Each element has its own handle scope, because there may be hundreds of packages.
JavaResult<Handle<java::ObjectArray>> string_array(JavaThread& self,
                                                   const std::vector<std::string>& texts) {
  Handle<java::ObjectArray> array =
      MJ_TRY(new_object_array(self, *wk().java_lang_String, static_cast<jint>(texts.size())));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    runtime::HandleScope scope(self);
    store_element(self, array, i, MJ_TRY(new_string(self, texts[i])));
  }
  return array;
}

using Directives = java::AssertionStatusDirectives;

// Stores one half of an AssertionStatusDirectives object, for classes or for packages: a String[]
// of names and a boolean[] of choices, index by index.
JavaResult<void> store_choices(JavaThread& self, Handle<Directives> directives,
                               const std::vector<AssertionOptions::Choice>& choices,
                               void (Directives::*set_names)(const NoSafepoint&,
                                                             java::ObjectArray*),
                               void (Directives::*set_enabled)(const NoSafepoint&,
                                                               java::BooleanArray*)) {
  std::vector<std::string> names;
  for (const auto& choice : choices) {
    names.push_back(choice.name);
  }
  store_field(self, directives, set_names, MJ_TRY(string_array(self, names)));
  auto enabled = MJ_TRY(new_array<java::BooleanArray>(self, static_cast<jint>(choices.size())));
  store_field(self, directives, set_enabled, enabled);
  NoSafepoint still(self);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    enabled.raw(still)->set(i, choices[i].enabled);
  }
  return {};
}

// Makes an object of the options -ea and -da, for the system class loader.
JavaResult<Handle<Directives>> assertion_directives(JavaThread& self) {
  MJ_TRY(initialize_class(self, *Directives::java_class()));
  Handle<Directives> directives = MJ_TRY(new_instance<Directives>(self));
  const AssertionOptions& options = assertion_options();
  MJ_TRY(store_choices(self, directives, options.classes, &Directives::set_classes,
                       &Directives::set_classEnabled));
  MJ_TRY(store_choices(self, directives, options.packages, &Directives::set_packages,
                       &Directives::set_packageEnabled));
  NoSafepoint still(self);
  directives.raw(still)->set_deflt(options.user_default);
  return directives;
}

}  // namespace

extern "C" {

// ClassLoader.findBootstrapClass: returns null if the class does not exist.
jclass JVM_FindClassFromBootLoader(JNIEnv* env, const char* name) {
  NativeEntry vm(env);
  return vm.class_result(find_boot_class(vm.self, name));
}

// Implements Class.forName0.
jclass JVM_FindClassFromCaller(JNIEnv* env, const char* name, jboolean initialize, jobject loader,
                               jclass caller) {
  NativeEntry vm(env);
  LoaderData& data = LoaderData::of(vm.self, handle_of<java::ClassLoader>(loader));
  return vm.class_result(
      find_class(vm.self, name, initialize, data, caller, NotFoundAs::kClassNotFoundException));
}

// libverify calls it to load a class by the loader of the class that is verified.
jclass JVM_FindClassFromClass(JNIEnv* env, const char* name, jboolean initialize, jclass from) {
  NativeEntry vm(env);
  LoaderData& data = from == nullptr ? LoaderData::boot() : *class_of(from).loader;
  return vm.class_result(
      find_class(vm.self, name, initialize, data, from, NotFoundAs::kNoClassDefFoundError));
}

// ClassLoader.findLoadedClass0: a name without a symbol cannot be the name of a loaded class.
jclass JVM_FindLoadedClass(JNIEnv* env, jobject loader, jstring name) {
  NativeEntry vm(env);
  if (handle_of(name).is_null()) {
    return nullptr;
  }
  const runtime::Symbol* symbol =
      runtime::find_symbol(slashed(to_modified_utf8(vm.self, handle_of(name))));
  return symbol == nullptr
             ? nullptr
             : vm.class_result(find_loaded(vm.self, handle_of<java::ClassLoader>(loader), *symbol));
}

// Implements Class.getPrimitiveClass.
jclass JVM_FindPrimitiveClass(JNIEnv* env, const char* name) {
  NativeEntry vm(env);
  return vm.class_result(primitive_by_name(vm.self, name));
}

// ClassLoader.defineClass1 and defineClass2
jclass JVM_DefineClassWithSource(JNIEnv* env, const char* name, jobject loader, const jbyte* bytes,
                                 jsize count, jobject protection_domain, const char* source) {
  NativeEntry vm(env);
  Class* defined = define_class_for_native(
                       vm.self, name, handle_of<java::ClassLoader>(loader), bytes_of(bytes, count),
                       handle_of<java::ProtectionDomain>(protection_domain), source)
                       .value_or(nullptr);
  if (defined != nullptr) {
    runtime::note_definition(*defined);
  }
  return vm.class_result(defined);
}

jclass JVM_DefineClass(JNIEnv* env, const char* name, jobject loader, const jbyte* bytes,
                       jsize count, jobject protection_domain) {
  return JVM_DefineClassWithSource(env, name, loader, bytes, count, protection_domain, nullptr);
}

// Implements ClassLoader.defineClass0.
jclass JVM_LookupDefineClass(JNIEnv* env, jclass lookup, const char* name, const jbyte* bytes,
                             jsize count, jobject protection_domain, jboolean initialize,
                             jint flags, jobject class_data) {
  NativeEntry vm(env);
  if (lookup == nullptr || handle_of(lookup).is_null()) {
    (void)throw_new(vm.self, "java/lang/IllegalArgumentException", "Lookup class is null");
    return nullptr;
  }
  return vm.class_result(lookup_define(vm.self, class_of(lookup), name, bytes_of(bytes, count),
                                       handle_of<java::ProtectionDomain>(protection_domain),
                                       initialize, flags, handle_of(class_data)));
}

// Implements jdk.internal.misc.VM.latestUserDefinedLoader0.
jobject JVM_LatestUserDefinedLoader(JNIEnv* env) {
  NativeEntry vm(env);
  return vm.result(latest_user_loader(vm.self));
}

// jdk.internal.loader.BootLoader.getSystemPackageLocation: null for a package without a class of
// the boot loader.
jstring JVM_GetSystemPackage(JNIEnv* env, jstring name) {
  NativeEntry vm(env);
  std::string location =
      runtime::boot_package_location(slashed(to_modified_utf8(vm.self, handle_of(name))));
  return location.empty() ? nullptr : vm.result_as<jstring>(new_string(vm.self, location));
}

// Implements jdk.internal.loader.BootLoader.getSystemPackageNames.
jobjectArray JVM_GetSystemPackages(JNIEnv* env) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(string_array(vm.self, runtime::boot_package_names()));
}

// Implements ClassLoader.retrieveDirectives.
jobject JVM_AssertionStatusDirectives(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  return vm.result(assertion_directives(vm.self));
}

// Class.desiredAssertionStatus0, for classes of the boot loader. Arrays and primitives have no
// assertions.
jboolean JVM_DesiredAssertionStatus(JNIEnv* env, jclass, jclass mirror) {
  NativeEntry vm(env);
  const Class& klass = class_of(mirror);
  return klass.is_instance_class() &&
         assertions_wanted(klass.external_name(),
                           klass.loader == nullptr || klass.loader->is_boot());
}

}  // extern "C"
}  // namespace minijvm::vm
