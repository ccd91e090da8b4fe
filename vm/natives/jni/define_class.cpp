// Defines and finds classes for native code. The callers are in kInVm with a NativeEntry open; both
// functions may run the loader's Java code.
#include "vm/natives/jni/define_class.h"

#include <fmt/format.h>

#include "classfile/descriptor.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/jdk_release.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/call_java.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/mirrors.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::DefineOptions;
using runtime::LinkErrorKind;
using runtime::LoaderData;
using runtime::wk;

namespace {

// A CONSTANT_Utf8 has at most this many bytes (JVMS 4.4.7).
constexpr std::size_t kMaxNameBytes = 65535;

// Calls ClassLoader.addClass: the loader's list of classes keeps an ordinary class alive.
JavaResult<void> tell_loader(JavaThread& self, Handle<java::ClassLoader> loader,
                             const Class& klass) {
  if (loader.is_null()) {
    return {};
  }
  CallArgs args;
  args.push(loader);
  args.push(mirror_of(klass));
  MJ_TRY(call_virtual(self, *wk().ClassLoader_addClass, args));
  return {};
}

}  // namespace

bool is_findable_class_name(const std::string& name) {
  return !name.empty() && name.size() <= kMaxNameBytes &&
         classfile::is_valid_class_name_or_array(name);
}

JavaResult<Class*> define_class_for_native(JavaThread& self, const char* name,
                                           Handle<java::ClassLoader> loader,
                                           std::span<const std::byte> bytes,
                                           Handle<java::ProtectionDomain> protection_domain,
                                           const char* source) {
  DefineOptions options;
  options.facts.protection_domain = protection_domain;
  // Without a name, the class gets the one that its bytes have.
  if (name != nullptr) {
    std::string slashed(name);
    if (slashed.size() > kMaxNameBytes) {
      return throw_new(self, "java/lang/NoClassDefFoundError", name);
    }
    // JVMS 5.3.5: the bytes must have this name, or NoClassDefFoundError is thrown.
    options.expected_name = runtime::intern_symbol(slashed);
  }
  if (source != nullptr) {
    options.source = source;
  }
  LoaderData& data = LoaderData::of(self, loader);
  Class* klass = MJ_TRY(lift(self, runtime::define_class(self, data, bytes, options)));
  // The boot loader has no Java object and no list.
  MJ_TRY(tell_loader(self, loader, *klass));
  return klass;
}

// Returns the name of the class for which a loader is asked: "pkg/C" for both "[[Lpkg/C;" and
// "pkg/C".
static std::string element_name(const std::string& name) {
  std::size_t dimensions = name.find_first_not_of('[');
  return dimensions == 0 || dimensions == std::string::npos || name[dimensions] != 'L'
             ? name
             : name.substr(dimensions + 1, name.size() - dimensions - 2);
}

// HOTSPOT: later releases show 128 bytes of each end.
static std::string shown_of_long_name(const std::string& name) {
  if (!runtime::jdk().shortens_long_names) {
    return name;
  }
  constexpr std::size_t kShown = 128;
  return fmt::format("{} ... ({} characters omitted) ... {}", name.substr(0, kShown),
                     name.size() - 2 * kShown, name.substr(name.size() - kShown));
}

JavaResult<Class*> find_class_for_native(JavaThread& self, const char* name, LoaderData& loader,
                                         NotFoundAs not_found) {
  bool as_exception = not_found == NotFoundAs::kClassNotFoundException;
  const char* bad_name =
      as_exception ? "java/lang/ClassNotFoundException" : "java/lang/NoClassDefFoundError";
  if (name == nullptr) {
    return throw_new(self, bad_name, "No class name given");
  }
  std::string text(name);
  if (text.size() > kMaxNameBytes) {
    return throw_newf(self, bad_name, "Class name exceeds maximum length of %zu: %s", kMaxNameBytes,
                      shown_of_long_name(text).c_str());
  }
  // HOTSPOT: FindClass accepts a descriptor, too.
  if (text.size() > 2 && text.front() == 'L' && text.back() == ';') {
    text = text.substr(1, text.size() - 2);
  }
  if (!is_findable_class_name(text)) {
    if (as_exception) {
      return throw_new(self, "java/lang/ClassNotFoundException", runtime::dotted(text).c_str());
    }
    return throw_new(self, "java/lang/NoClassDefFoundError", name);
  }
  runtime::Linked<Class*> found = runtime::load_class(self, loader, runtime::intern_symbol(text));
  if (found.ok()) {
    return found.take();
  }
  // Decide which class was not found: this one, or one that it needs. The boot loader's "not found"
  // has the name of the class as its whole message; any other NoClassDefFoundError is about a class
  // that this one needs.
  const runtime::LinkError& error = found.error();
  bool is_absent =
      error.kind == LinkErrorKind::ClassNotFoundException ||
      (error.kind == LinkErrorKind::NoClassDefFoundError && error.message == element_name(text));
  // HOTSPOT: the message has slashes here.
  if (is_absent && as_exception) {
    return throw_new(self, "java/lang/ClassNotFoundException", text.c_str());
  }
  if (is_absent) {
    return throw_new(self, "java/lang/NoClassDefFoundError", name);
  }
  // The loader's own ClassNotFoundException becomes the cause of a NoClassDefFoundError.
  if (!as_exception && error.kind == LinkErrorKind::kPending &&
      is_pending_instance_of(self, "java/lang/ClassNotFoundException")) {
    Handle<java::Throwable> cause = take_exception(self);
    return throw_with_cause(self, "java/lang/NoClassDefFoundError", name, cause);
  }
  return throw_link_error(self, error);
}

}  // namespace minijvm::vm
