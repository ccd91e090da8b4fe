#include "vm/native/define_class.h"

#include "classfile/descriptor.h"
#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/java_thread.h"
#include "runtime/loader_data.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "vm/java/call_java.h"
#include "vm/java/exceptions.h"
#include "vm/java/mirrors.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::DefineOptions;
using runtime::LinkErrorKind;
using runtime::LoaderData;
using runtime::wk;
using sync::NoSafepoint;

namespace {

constexpr std::size_t kMaxNameBytes = 65535;  // a CONSTANT_Utf8

// An ordinary class is kept alive by its loader's list.
JavaResult<void> tell_loader(JavaThread& self, Handle<> loader, const Class& klass) {
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
  return !name.empty() && name.size() <= kMaxNameBytes && classfile::is_valid_class_name_or_array(name);
}

JavaResult<Class*> define_class_for_native(JavaThread& self, const char* name, Handle<> loader, std::span<const std::byte> bytes,
                                           Handle<> protection_domain, const char* source) {
  DefineOptions options;
  options.facts.protection_domain = protection_domain;
  if (name != nullptr) {
    std::string slashed(name);
    if (slashed.size() > kMaxNameBytes) {
      return throw_new(self, "java/lang/NoClassDefFoundError", name);
    }
    options.expected_name = runtime::intern_symbol(slashed);
  }
  if (source != nullptr) {
    options.source = source;
  }
  LoaderData& data = LoaderData::of(self, loader);
  Class* klass = MJ_TRY(lift(self, runtime::define_class(self, data, bytes, options)));
  MJ_TRY(tell_loader(self, loader, *klass));
  return klass;
}

// "pkg/C" of "[[Lpkg/C;" and of "pkg/C": what the loader is asked for.
static std::string element_name(const std::string& name) {
  std::size_t dimensions = name.find_first_not_of('[');
  return dimensions == 0 || dimensions == std::string::npos || name[dimensions] != 'L' ? name : name.substr(dimensions + 1, name.size() - dimensions - 2);
}

JavaResult<Class*> find_class_for_native(JavaThread& self, const char* name, LoaderData& loader, NotFoundAs not_found) {
  bool as_exception = not_found == NotFoundAs::kClassNotFoundException;
  const char* bad_name = as_exception ? "java/lang/ClassNotFoundException" : "java/lang/NoClassDefFoundError";
  if (name == nullptr) {
    return throw_new(self, bad_name, "No class name given");
  }
  std::string text(name);
  if (text.size() > kMaxNameBytes) {
    return throw_newf(self, bad_name, "Class name exceeds maximum length of %zu: %s", kMaxNameBytes, name);
  }
  if (text.size() > 2 && text.front() == 'L' && text.back() == ';') {
    text = text.substr(1, text.size() - 2);  // HOTSPOT: FindClass takes a descriptor, too
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
  // The boot loader's "not found" names the class and nothing else; other NoClassDefFoundErrors say what failed below.
  const runtime::LinkError& error = found.error();
  bool is_absent = error.kind == LinkErrorKind::ClassNotFoundException ||
                   (error.kind == LinkErrorKind::NoClassDefFoundError && error.message == element_name(text));
  if (is_absent && as_exception) {
    return throw_new(self, "java/lang/ClassNotFoundException", text.c_str());  // HOTSPOT: with slashes
  }
  if (is_absent) {
    return throw_new(self, "java/lang/NoClassDefFoundError", name);
  }
  if (!as_exception && error.kind == LinkErrorKind::kPending && is_pending_instance_of(self, "java/lang/ClassNotFoundException")) {
    Handle<> cause = take_exception(self);
    return throw_with_cause(self, "java/lang/NoClassDefFoundError", name, cause);
  }
  return throw_link_error(self, error);
}

}  // namespace minijvm::vm
