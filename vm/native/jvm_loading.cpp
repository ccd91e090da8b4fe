// JVM_*: class loading and definition. Proved by tests/java/initialization.
#include <cstring>
#include <string>

#include "runtime/access.h"
#include "runtime/boot_loader.h"
#include "runtime/class_linker.h"
#include "runtime/frame.h"
#include "runtime/loader_data.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/required_class.h"
#include "runtime/resolution.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "gc/barrier.h"
#include "vm/java/allocation.h"
#include "vm/java/class_init.h"
#include "vm/java/exceptions.h"
#include "vm/java/properties.h"
#include "vm/java/strings.h"
#include "vm/native/define_class.h"
#include "vm/native/native_entry.h"

namespace minijvm::vm {

using runtime::BasicType;
using runtime::Class;
using runtime::Handle;
using runtime::JavaThread;
using runtime::LoaderData;
using runtime::Object;
using runtime::wk;
using sync::NoSafepoint;

namespace {

constexpr jint kNestmate = 1;
constexpr jint kHidden = 2;
constexpr jint kStrong = 4;
constexpr jint kVmAnnotations = 8;

std::span<const std::byte> bytes_of(const jbyte* bytes, jsize count) {
  return {reinterpret_cast<const std::byte*>(bytes), static_cast<std::size_t>(count)};
}

std::string slashed(std::string name) {
  for (char& letter : name) {
    if (letter == '.') {
      letter = '/';
    }
  }
  return name;
}

// Null without an exception when the class is absent; other failures throw.
Class* find_boot_class(JavaThread& self, const char* name) {
  std::string text(name);
  if (!is_findable_class_name(text)) {
    return nullptr;
  }
  runtime::Linked<Class*> found = runtime::load_class(self, LoaderData::boot(), runtime::intern_symbol(text));
  if (found.ok()) {
    return found.take();
  }
  const runtime::LinkError& error = found.error();
  bool is_absent = error.kind == runtime::LinkErrorKind::NoClassDefFoundError && error.message == text;
  if (!is_absent && error.kind != runtime::LinkErrorKind::ClassNotFoundException) {
    (void)throw_link_error(self, error);
  }
  return nullptr;
}

// from: the class whose code asks, or null.
JavaResult<Class*> find_class(JavaThread& self, const char* name, bool initialize, LoaderData& loader, jclass from, NotFoundAs not_found) {
  Class* klass = MJ_TRY(find_class_for_native(self, name, loader, not_found));
  if (from != nullptr) {
    MJ_TRY(lift(self, runtime::check_package_access(self, loader, *klass, class_of(from))));
  }
  if (initialize && klass->is_instance_class()) {
    MJ_TRY(initialize_class(self, *klass));
  }
  return klass;
}

JavaResult<Class*> primitive_by_name(JavaThread& self, const char* name) {
  static constexpr struct {
    const char* name;
    BasicType type;
  } kNames[] = {{"boolean", BasicType::kBoolean}, {"char", BasicType::kChar}, {"float", BasicType::kFloat},
                {"double", BasicType::kDouble},   {"byte", BasicType::kByte}, {"short", BasicType::kShort},
                {"int", BasicType::kInt},         {"long", BasicType::kLong}, {"void", BasicType::kVoid}};
  for (const auto& row : kNames) {
    if (std::strcmp(name, row.name) == 0) {
      return runtime::primitive_class(row.type);
    }
  }
  return throw_new(self, "java/lang/ClassNotFoundException", name);
}

// From now on a handle of the caller's scope keeps it, where the pin did.
void hold_hidden_class(JavaThread& self, const Class& klass) {
  NoSafepoint still(self);
  (void)runtime::make_handle(self, still, klass.mirror);
  if (klass.home != klass.loader) {
    klass.home->unpin();
  }
}

// The loader, module, package and protection domain are the lookup class's.
JavaResult<Class*> lookup_define(JavaThread& self, Class& lookup, const char* name, std::span<const std::byte> bytes, Handle<> protection_domain,
                                 bool initialize, jint flags, Handle<> class_data) {
  bool hidden = (flags & kHidden) != 0;
  if (!hidden && (flags != kStrong || !class_data.is_null())) {
    return throw_new(self, "java/lang/IllegalArgumentException",
                     class_data.is_null() ? "an ordinary class must be strong and no nestmate" : "classData is only applicable for hidden classes");
  }
  Class* klass = nullptr;
  if (hidden) {
    runtime::DefineOptions options;
    options.hidden = true;
    options.given_name = name == nullptr ? std::string_view() : name;
    options.strong = (flags & kStrong) != 0;
    options.vm_annotations = (flags & kVmAnnotations) != 0;
    options.lookup = &lookup;
    if ((flags & kNestmate) != 0) {
      options.nest_host = MJ_TRY(lift(self, runtime::nest_host_of(self, lookup)));
    }
    options.source = "__JVM_LookupDefineClass__";
    options.facts = {protection_domain, class_data};
    klass = MJ_TRY(lift(self, runtime::define_class(self, *lookup.loader, bytes, options)));
    hold_hidden_class(self, *klass);
  } else {
    klass = MJ_TRY(define_class_for_native(self, name, lookup.loader->class_loader_handle(), bytes, protection_domain, "__JVM_LookupDefineClass__"));
  }
  if (initialize) {
    MJ_TRY(initialize_class(self, *klass));
  } else {
    MJ_TRY(lift(self, runtime::link_class(self, *klass)));
  }
  return klass;
}

// ObjectInputStream's loader: the first up the stack that is neither boot nor platform, reflection accessors left out.
Handle<> latest_user_loader(const JavaThread& self) {
  for (runtime::FrameWalk walk(self); !walk.done(); walk.next()) {
    const Class& holder = *walk.frame().method().holder;
    if (!holder.loader->is_boot_or_platform() && !holder.is_subclass_of(*wk().jdk_internal_reflect_MagicAccessorImpl)) {
      return holder.loader->class_loader_handle();
    }
  }
  return {};
}

JavaResult<Handle<>> string_array(JavaThread& self, const std::vector<std::string>& texts) {
  Handle<> array = MJ_TRY(new_object_array(self, *wk().java_lang_String, static_cast<jint>(texts.size())));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    runtime::HandleScope scope(self);
    Handle<> text = MJ_TRY(new_string(self, texts[i]));
    NoSafepoint still(self);
    gc::store_ref(still, array.raw(still), Object::element_offset(static_cast<std::int64_t>(i), 3), text.raw(still));
  }
  return array;
}

// The half of AssertionStatusDirectives for classes or for packages: names and their choices.
JavaResult<void> store_choices(JavaThread& self, Handle<> directives, const std::vector<AssertionOptions::Choice>& choices, std::size_t names_offset,
                               std::size_t enabled_offset) {
  std::vector<std::string> names;
  for (const auto& choice : choices) {
    names.push_back(choice.name);
  }
  Handle<> name_array = MJ_TRY(string_array(self, names));
  Handle<> enabled = MJ_TRY(new_primitive_array(self, BasicType::kBoolean, static_cast<jint>(choices.size())));
  NoSafepoint still(self);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    enabled.raw(still)->elements<jboolean>()[i] = choices[i].enabled;
  }
  gc::store_ref(still, directives.raw(still), names_offset, name_array.raw(still));
  gc::store_ref(still, directives.raw(still), enabled_offset, enabled.raw(still));
  return {};
}

JavaResult<Handle<>> assertion_directives(JavaThread& self) {
  MJ_TRY(initialize_class(self, *wk().java_lang_AssertionStatusDirectives));
  Handle<> directives = MJ_TRY(new_instance(self, *wk().java_lang_AssertionStatusDirectives));
  const AssertionOptions& options = assertion_options();
  MJ_TRY(store_choices(self, directives, options.classes, wk().AssertionStatusDirectives_classes, wk().AssertionStatusDirectives_classEnabled));
  MJ_TRY(store_choices(self, directives, options.packages, wk().AssertionStatusDirectives_packages, wk().AssertionStatusDirectives_packageEnabled));
  NoSafepoint still(self);
  directives.raw(still)->store<jboolean>(wk().AssertionStatusDirectives_deflt, options.user_default);
  return directives;
}

}  // namespace

extern "C" {

jclass JVM_FindClassFromBootLoader(JNIEnv* env, const char* name) {
  NativeEntry vm(env);
  return vm.class_result(find_boot_class(vm.self, name));
}

jclass JVM_FindClassFromCaller(JNIEnv* env, const char* name, jboolean initialize, jobject loader, jclass caller) {
  NativeEntry vm(env);
  LoaderData& data = LoaderData::of(vm.self, handle_of(loader));
  return vm.class_result(find_class(vm.self, name, initialize, data, caller, NotFoundAs::kClassNotFoundException));
}

jclass JVM_FindClassFromClass(JNIEnv* env, const char* name, jboolean initialize, jclass from) {
  NativeEntry vm(env);
  LoaderData& data = from == nullptr ? LoaderData::boot() : *class_of(from).loader;
  return vm.class_result(find_class(vm.self, name, initialize, data, from, NotFoundAs::kNoClassDefFoundError));
}

jclass JVM_FindLoadedClass(JNIEnv* env, jobject loader, jstring name) {
  NativeEntry vm(env);
  if (handle_of(name).is_null()) {
    return nullptr;
  }
  const runtime::Symbol* symbol = runtime::find_symbol(slashed(to_modified_utf8(vm.self, handle_of(name))));
  return vm.class_result(symbol == nullptr ? nullptr : runtime::find_loaded_class(LoaderData::of(vm.self, handle_of(loader)), symbol));
}

jclass JVM_FindPrimitiveClass(JNIEnv* env, const char* name) {
  NativeEntry vm(env);
  return vm.class_result(primitive_by_name(vm.self, name));
}

jclass JVM_DefineClassWithSource(JNIEnv* env, const char* name, jobject loader, const jbyte* bytes, jsize count, jobject protection_domain,
                                 const char* source) {
  NativeEntry vm(env);
  return vm.class_result(define_class_for_native(vm.self, name, handle_of(loader), bytes_of(bytes, count), handle_of(protection_domain), source));
}

jclass JVM_DefineClass(JNIEnv* env, const char* name, jobject loader, const jbyte* bytes, jsize count, jobject protection_domain) {
  return JVM_DefineClassWithSource(env, name, loader, bytes, count, protection_domain, nullptr);
}

jclass JVM_LookupDefineClass(JNIEnv* env, jclass lookup, const char* name, const jbyte* bytes, jsize count, jobject protection_domain,
                             jboolean initialize, jint flags, jobject class_data) {
  NativeEntry vm(env);
  if (lookup == nullptr || handle_of(lookup).is_null()) {
    (void)throw_new(vm.self, "java/lang/IllegalArgumentException", "Lookup class is null");
    return nullptr;
  }
  return vm.class_result(lookup_define(vm.self, class_of(lookup), name, bytes_of(bytes, count), handle_of(protection_domain), initialize, flags,
                                       handle_of(class_data)));
}

jobject JVM_LatestUserDefinedLoader(JNIEnv* env) {
  NativeEntry vm(env);
  return vm.result(latest_user_loader(vm.self));
}

jstring JVM_GetSystemPackage(JNIEnv* env, jstring name) {
  NativeEntry vm(env);
  std::string location = runtime::boot_package_location(slashed(to_modified_utf8(vm.self, handle_of(name))));
  return location.empty() ? nullptr : vm.result_as<jstring>(new_string(vm.self, location));
}

jobjectArray JVM_GetSystemPackages(JNIEnv* env) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(string_array(vm.self, runtime::boot_package_names()));
}

jobject JVM_AssertionStatusDirectives(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  return vm.result(assertion_directives(vm.self));
}

jboolean JVM_DesiredAssertionStatus(JNIEnv* env, jclass, jclass mirror) {
  NativeEntry vm(env);
  const Class& klass = class_of(mirror);
  return klass.is_instance_class() && assertions_wanted(klass.external_name(), klass.loader == nullptr || klass.loader->is_boot());
}

}  // extern "C"
}  // namespace minijvm::vm
