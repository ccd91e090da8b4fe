#include "vm/native/native_registry.h"

#include <dlfcn.h>

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "base/log.h"
#include "classfile/descriptor.h"
#include "classfile/modified_utf8.h"
#include "runtime/class.h"
#include "runtime/loader_data.h"
#include "runtime/method.h"
#include "runtime/resolution.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "sync/schedule/scheduler.h"
#include "vm/java/call_java.h"
#include "vm/java/exceptions.h"
#include "vm/java/strings.h"
#include "vm/java/vm_events.h"
#include "vm/native/native_call.h"
#include "vm/native/own_natives.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::HandleScope;
using runtime::LoaderData;

namespace {

std::mutex natives_mutex;  // a leaf: guards the list below, never held across a state change
std::vector<std::span<const VmNative>>& native_tables() {
  static auto* tables = new std::vector<std::span<const VmNative>>;
  return *tables;
}

std::atomic<void*> java_library_handle{nullptr};

bool is_ascii_alphanumeric(char16_t unit) {
  return (unit >= u'0' && unit <= u'9') || (unit >= u'A' && unit <= u'Z') || (unit >= u'a' && unit <= u'z');
}

// One identifier, JNI specification "Resolving native method names". False: a digit 0 to 3 after a separator would read as an escape.
bool mangle(std::string_view text, std::string* out) {
  static const char kHex[] = "0123456789abcdef";
  bool after_separator = true;
  for (std::size_t at = 0; at < text.size();) {
    char16_t unit = classfile::next_utf16(text, &at);
    if (is_ascii_alphanumeric(unit)) {
      if (after_separator && unit >= u'0' && unit <= u'3') {
        return false;
      }
      *out += static_cast<char>(unit);
      after_separator = false;
      continue;
    }
    after_separator = unit == u'/' || unit == u'_';
    switch (unit) {
      case u'/': *out += '_'; break;
      case u'_': *out += "_1"; after_separator = false; break;
      case u';': *out += "_2"; break;
      case u'[': *out += "_3"; break;
      default:
        *out += "_0";
        for (int shift = 12; shift >= 0; shift -= 4) {
          *out += kHex[(unit >> shift) & 0xf];
        }
    }
  }
  return true;
}

void* find_in_vm_tables(const runtime::Method& method, std::string_view name) {
  std::lock_guard<std::mutex> guard(natives_mutex);
  for (std::span<const VmNative> table : native_tables()) {
    for (const VmNative& row : table) {
      if (name == row.name && method.holder->name->text() == row.holder && method.descriptor->text() == row.descriptor) {
        return row.entry;
      }
    }
  }
  return nullptr;
}

void* find_in_java_library(const std::string& name) {
  void* library = java_library();
  return library == nullptr ? nullptr : dlsym(library, name.c_str());
}

// ClassLoader.findNative searches the libraries that the loader has opened.
JavaResult<void*> find_by_loader(JavaThread& self, const LoaderData& loader, const std::string& name) {
  if (runtime::wk().ClassLoader_findNative == nullptr) {
    return static_cast<void*>(nullptr);
  }
  HandleScope scope(self);
  CallArgs args;
  args.push(loader.class_loader_handle());
  args.push(MJ_TRY(new_string(self, name)));
  JavaValue address = MJ_TRY(call_java(self, *runtime::wk().ClassLoader_findNative, args));
  return reinterpret_cast<void*>(address.as_long());
}

// What the VM itself does not have, by one spelling of the name: in libjava, then in the libraries of the loader.
JavaResult<void*> look_up(JavaThread& self, const LoaderData& loader, const std::string& name) {
  if (loader.is_boot()) {
    if (void* entry = find_in_java_library(name); entry != nullptr) {
      return entry;
    }
  }
  return find_by_loader(self, loader, name);
}

// The function for a method of this name, holder and descriptor; null: there is none.
JavaResult<void*> find_by_name(JavaThread& self, const runtime::Method& method, std::string_view method_name) {
  const Class& holder = *method.holder;
  const LoaderData& loader = *holder.loader;
  void* entry = loader.is_boot_or_platform() ? find_in_vm_tables(method, method_name) : nullptr;
  std::string short_name = mangled_short_name(holder.name->text(), method_name);
  if (entry != nullptr || short_name.empty()) {
    return entry;
  }
  entry = MJ_TRY(look_up(self, loader, short_name));
  if (entry != nullptr) {
    return entry;
  }
  std::string long_name = mangled_long_name(holder.name->text(), method_name, method.descriptor->text());
  return long_name.empty() ? JavaResult<void*>(nullptr) : look_up(self, loader, long_name);
}

std::mutex prefixes_mutex;
std::vector<std::string>& native_prefixes() {
  static auto& prefixes = *new std::vector<std::string>;
  return prefixes;
}
std::vector<std::string> current_prefixes() {
  std::lock_guard<std::mutex> guard(prefixes_mutex);
  return native_prefixes();
}

// The name of the Java method that wraps this native one: its own without the prefixes, the last first. Empty: no method does.
std::string_view wrapped_name(const runtime::Method& method) {
  std::vector<std::string> prefixes = current_prefixes();
  std::string_view name = method.name->text();
  for (auto prefix = prefixes.rbegin(); prefix != prefixes.rend(); ++prefix) {
    if (name.starts_with(*prefix)) {
      name.remove_prefix(prefix->size());
    }
  }
  const runtime::Symbol* symbol = name.size() == method.name->text().size() ? nullptr : runtime::find_symbol(name);
  const runtime::Method* wrapper = symbol == nullptr ? nullptr : runtime::lookup_method(*method.holder, symbol, method.descriptor);
  return wrapper != nullptr && !wrapper->is_native() ? name : std::string_view();
}

// HOTSPOT: a prefix that leads to a method which is no native is right, too; one more is to come.
runtime::Method* find_prefixed(Class& holder, std::string name, const runtime::Symbol* descriptor) {
  for (const std::string& prefix : current_prefixes()) {
    const runtime::Symbol* symbol = runtime::find_symbol(prefix + name);
    runtime::Method* method = symbol == nullptr ? nullptr : holder.find_declared_method(symbol, descriptor);
    if (method == nullptr) {
      continue;
    }
    if (method->is_native()) {
      return method;
    }
    name = prefix + name;
  }
  return nullptr;
}

void* shown_to_listener(JavaThread& self, runtime::Method& method, void* entry) {
  VmListener* listener = vm_listener();
  return listener == nullptr ? entry : listener->native_found(self, method, entry);
}

}  // namespace

std::string mangled_short_name(std::string_view holder, std::string_view method) {
  std::string name = "Java_";
  if (!mangle(holder, &name)) {
    return {};
  }
  name += '_';
  return mangle(method, &name) ? name : std::string();
}

std::string mangled_long_name(std::string_view holder, std::string_view method, std::string_view descriptor) {
  std::string name = mangled_short_name(holder, method);
  if (name.empty()) {
    return {};
  }
  name += "__";
  std::string_view parameters = descriptor.substr(1, classfile::closing_parenthesis(descriptor) - 1);
  return mangle(parameters, &name) ? name : std::string();
}

JavaResult<void*> find_native_entry(JavaThread& self, runtime::Method& method) {
  void* entry = MJ_TRY(find_by_name(self, method, method.name->text()));
  std::string_view wrapped = entry == nullptr ? wrapped_name(method) : std::string_view();
  if (!wrapped.empty()) {
    entry = MJ_TRY(find_by_name(self, method, wrapped));
  }
  if (entry == nullptr) {
    return throw_new(self, "java/lang/UnsatisfiedLinkError", ("'" + method.external_text() + "'").c_str());
  }
  entry = shown_to_listener(self, method, entry);
  MJ_LOG(natives, kDebug, "bound %s to %p", method.text().c_str(), entry);
  bind_native(method, entry);
  return entry;
}

void add_vm_natives(std::span<const VmNative> natives) {
  std::lock_guard<std::mutex> guard(natives_mutex);
  native_tables().push_back(natives);
}

void add_own_vm_natives() {
  add_vm_natives(object_natives());
  add_vm_natives(unsafe_natives());
  add_vm_natives(misc_natives());
  if (sync::thread_model().switches_user_threads()) {
    add_vm_natives(user_thread_io_natives());
  }
}

void set_java_library(void* handle) { java_library_handle.store(handle, std::memory_order_release); }
void* java_library() { return java_library_handle.load(std::memory_order_acquire); }  // acquire: pairs with set_java_library

bool register_native(JavaThread& self, Class& holder, std::string_view name, std::string_view descriptor, void* entry) {
  const runtime::Symbol* name_symbol = runtime::find_symbol(name);
  const runtime::Symbol* descriptor_symbol = runtime::find_symbol(descriptor);
  if (name_symbol == nullptr || descriptor_symbol == nullptr) {
    return false;
  }
  runtime::Method* method = holder.find_declared_method(name_symbol, descriptor_symbol);
  if (method == nullptr || !method->is_native()) {
    method = find_prefixed(holder, std::string(name), descriptor_symbol);
  }
  if (method == nullptr) {
    return false;
  }
  bind_native(*method, shown_to_listener(self, *method, entry));
  return true;
}

void set_native_prefixes(std::vector<std::string> prefixes) {
  std::lock_guard<std::mutex> guard(prefixes_mutex);
  native_prefixes() = std::move(prefixes);
}

void unregister_natives(Class& holder) {
  for (runtime::Method& method : holder.methods) {
    if (method.is_native()) {
      bind_native(method, nullptr);
    }
  }
}

}  // namespace minijvm::vm
