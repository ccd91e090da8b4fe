// Looks up native functions, at the first call of a native method (from native_call.cpp) and for
// RegisterNatives. The caller is in kInVm; a lookup for a loader that is not the boot loader runs
// Java.
#include "vm/natives/native_registry.h"

#include <dlfcn.h>

#include <atomic>
#include <string>
#include <vector>

#include "base/log.h"
#include "classfile/descriptor.h"
#include "classfile/modified_utf8.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/jdk_release.h"
#include "runtime/link/resolution.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "sync/schedule/scheduler.h"
#include "vm/java/call_java.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/mirrors.h"
#include "vm/java/strings.h"
#include "vm/natives/native_call.h"
#include "vm/natives/own_natives.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::HandleScope;
using runtime::LoaderData;

namespace {

constexpr NativesState& state = the_vm.natives;

bool is_ascii_alphanumeric(char16_t unit) {
  return (unit >= u'0' && unit <= u'9') || (unit >= u'A' && unit <= u'Z') ||
         (unit >= u'a' && unit <= u'z');
}

// One identifier (JNI specification, chapter 2, "Resolving Native Method Names"). Returns nothing
// if a digit 0 to 3 follows a separator, where it would be read as an escape.
std::optional<std::string> mangle(std::string_view text) {
  static const char kHex[] = "0123456789abcdef";
  std::string mangled;
  bool after_separator = true;
  // Escapes: _1 is '_', _2 is ';', _3 is '[', and _0xxxx is any other UTF-16 unit in hex.
  for (std::size_t at = 0; at < text.size();) {
    char16_t unit = classfile::next_utf16(text, &at);
    // A digit 0 to 3 is harmless inside of an identifier; only after a separator it looks like an
    // escape.
    if (is_ascii_alphanumeric(unit)) {
      if (after_separator && unit >= u'0' && unit <= u'3') {
        return std::nullopt;
      }
      mangled += static_cast<char>(unit);
      after_separator = false;
      continue;
    }
    after_separator = unit == u'/' || unit == u'_';
    switch (unit) {
      case u'/':
        mangled += '_';
        break;
      case u'_':
        mangled += "_1";
        after_separator = false;
        break;
      case u';':
        mangled += "_2";
        break;
      case u'[':
        mangled += "_3";
        break;
      default:
        mangled += "_0";
        for (int shift = 12; shift >= 0; shift -= 4) {
          mangled += kHex[(unit >> shift) & 0xf];
        }
    }
  }
  return mangled;
}

// A linear search is enough: it runs once per native method, and the tables have a few hundred
// rows.
void* find_in_vm_tables(const runtime::Method& method, std::string_view name) {
  sync::MutexLock guard(state.tables_mutex);
  for (std::span<const VmNative> table : *state.tables) {
    for (const VmNative& row : table) {
      if (name == row.name && method.holder->name->text() == row.holder &&
          method.descriptor->text() == row.descriptor) {
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

// Calls ClassLoader.findNative, which searches the libraries that the loader has opened. Returns
// null for "not found".
JavaResult<void*> find_by_loader(JavaThread& self, const LoaderData& loader,
                                 const runtime::Method& method, const std::string& name) {
  if (runtime::wk().ClassLoader_findNative == nullptr) {
    return static_cast<void*>(nullptr);
  }
  HandleScope scope(self);
  CallArgs args;
  args.push(loader.class_loader_handle());
  const bool by_class = runtime::jdk().finds_natives_by_class;
  if (by_class) {
    args.push(mirror_of(*method.holder));
  }
  args.push(MJ_TRY(new_string(self, name)));
  if (by_class) {
    args.push(MJ_TRY(new_string(self, std::string(method.name->text()))));
  }
  JavaValue address = MJ_TRY(call_java(self, *runtime::wk().ClassLoader_findNative, args));
  return reinterpret_cast<void*>(address.as_long());
}

// Looks one spelling of the name up outside of the VM's tables: first in libjava, then in the
// libraries of the loader.
JavaResult<void*> look_up(JavaThread& self, const runtime::Method& method,
                          const std::string& name) {
  const LoaderData& loader = *method.holder->loader;
  if (loader.is_boot()) {
    if (void* entry = find_in_java_library(name); entry != nullptr) {
      return entry;
    }
  }
  return find_by_loader(self, loader, method, name);
}

// Returns the function for a method of this name, holder and descriptor, or null. The JNI
// specification asks for the short name first; the long name serves overloaded natives.
JavaResult<void*> find_by_name(JavaThread& self, const runtime::Method& method,
                               std::string_view method_name) {
  const Class& holder = *method.holder;
  const LoaderData& loader = *holder.loader;
  void* entry = loader.is_boot_or_platform() ? find_in_vm_tables(method, method_name) : nullptr;
  const std::optional<std::string> short_name =
      mangled_short_name(holder.name->text(), method_name);
  // Without a short name there is no long one either, since the long name begins with it.
  if (entry != nullptr || !short_name) {
    return entry;
  }
  entry = MJ_TRY(look_up(self, method, *short_name));
  if (entry != nullptr) {
    return entry;
  }
  const std::optional<std::string> long_name =
      mangled_long_name(holder.name->text(), method_name, method.descriptor->text());
  return long_name ? look_up(self, method, *long_name) : JavaResult<void*>(nullptr);
}

// Returns a copy, so that the lock is not held while Java runs.
std::vector<std::string> current_prefixes() {
  sync::MutexLock guard(state.prefixes_mutex);
  return *state.prefixes;
}

// An agent that uses JVMTI SetNativeMethodPrefix wraps a native method in a Java method. Returns
// the name of that wrapper: the native's name without the prefixes, which are taken off in reverse
// order. Returns an empty name if no such method exists.
std::string_view wrapped_name(const runtime::Method& method) {
  std::vector<std::string> prefixes = current_prefixes();
  std::string_view name = method.name->text();
  for (auto prefix = prefixes.rbegin(); prefix != prefixes.rend(); ++prefix) {
    if (name.starts_with(*prefix)) {
      name.remove_prefix(prefix->size());
    }
  }
  const runtime::Symbol* symbol =
      name.size() == method.name->text().size() ? nullptr : runtime::find_symbol(name);
  const runtime::Method* wrapper =
      symbol == nullptr ? nullptr
                        : runtime::lookup_method(*method.holder, symbol, method.descriptor);
  return wrapper != nullptr && !wrapper->is_native() ? name : std::string_view();
}

// Finds, for RegisterNatives, the native method to which an agent renamed `name`.
// HOTSPOT: if a prefixed name leads to a method that is not native, the search goes on from that
// name with the next prefix.
runtime::Method* find_prefixed(Class& holder, std::string name, const runtime::Symbol* descriptor) {
  for (const std::string& prefix : current_prefixes()) {
    const runtime::Symbol* symbol = runtime::find_symbol(prefix + name);
    runtime::Method* method =
        symbol == nullptr ? nullptr : holder.find_declared_method(symbol, descriptor);
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

// JVMTI NativeMethodBind: an observer may replace the function.
void* shown_to_observers(JavaThread& self, runtime::Method& method, void* entry) {
  notify(kNativeBindingEvents,
         [&](Observer& observer) { entry = observer.native_found(self, method, entry); });
  MJ_EVENT(self.events(), Event::native_linked, reinterpret_cast<std::uintptr_t>(&method),
           reinterpret_cast<std::uintptr_t>(entry));
  return entry;
}

}  // namespace

std::optional<std::string> mangled_short_name(std::string_view holder, std::string_view method) {
  const std::optional<std::string> class_part = mangle(holder);
  const std::optional<std::string> method_part = mangle(method);
  if (!class_part || !method_part) {
    return std::nullopt;
  }
  return "Java_" + *class_part + "_" + *method_part;
}

std::optional<std::string> mangled_long_name(std::string_view holder, std::string_view method,
                                             std::string_view descriptor) {
  const std::optional<std::string> short_name = mangled_short_name(holder, method);
  const std::optional<std::string> parameters =
      mangle(descriptor.substr(1, classfile::closing_parenthesis(descriptor) - 1));
  if (!short_name || !parameters) {
    return std::nullopt;
  }
  return *short_name + "__" + *parameters;
}

// Two threads may look the same method up at once. Both find the same function, so the second store
// is harmless.
JavaResult<void*> find_native_entry(JavaThread& self, runtime::Method& method) {
  void* entry = MJ_TRY(find_by_name(self, method, method.name->text()));
  // JVMTI asks for a second try under the name without the agents' prefixes.
  std::string_view wrapped = entry == nullptr ? wrapped_name(method) : std::string_view();
  if (!wrapped.empty()) {
    entry = MJ_TRY(find_by_name(self, method, wrapped));
  }
  if (entry == nullptr) {
    return throw_new(self, "java/lang/UnsatisfiedLinkError",
                     ("'" + method.external_text() + "'").c_str());
  }
  entry = shown_to_observers(self, method, entry);
  MJ_LOG(natives, kDebug, "bound %s to %p", method.text().c_str(), entry);
  bind_native(method, entry);
  return entry;
}

void add_vm_natives(std::span<const VmNative> natives) {
  sync::MutexLock guard(state.tables_mutex);
  state.tables->push_back(natives);
}

void add_own_vm_natives() {
  if (sync::thread_model().runs_one_thread()) {
    add_vm_natives(deterministic_natives());
    add_vm_natives(checked_natives());
    add_vm_natives(file_facts_natives());
  }
  add_vm_natives(object_natives());
  add_vm_natives(unsafe_natives());
  add_vm_natives(misc_natives());
  add_vm_natives(perf_natives());
  add_vm_natives(later_natives());
  add_vm_natives(close_scope_natives());
  constexpr runtime::JdkRange kVarHandlesRefuse{.since = 25};
  if (kVarHandlesRefuse.holds(runtime::jdk().feature)) {
    add_vm_natives(var_handle_natives());
  }
  if (sync::thread_model().switches_user_threads()) {
    add_vm_natives(user_thread_io_natives());
  }
}

// release: pairs with the acquire in java_library
void set_java_library(void* handle) { state.java_library.store(handle, std::memory_order_release); }
// acquire: pairs with the release in set_java_library
void* java_library() { return state.java_library.load(std::memory_order_acquire); }

// A symbol that does not exist yet cannot be the name of a method.
bool register_native(JavaThread& self, Class& holder, std::string_view name,
                     std::string_view descriptor, void* entry) {
  const runtime::Symbol* name_symbol = runtime::find_symbol(name);
  const runtime::Symbol* descriptor_symbol = runtime::find_symbol(descriptor);
  if (name_symbol == nullptr || descriptor_symbol == nullptr) {
    return false;
  }
  runtime::Method* method = holder.find_declared_method(name_symbol, descriptor_symbol);
  // JVMTI: an agent may have renamed the native method and put a Java method in its place.
  if (method == nullptr || !method->is_native()) {
    method = find_prefixed(holder, std::string(name), descriptor_symbol);
  }
  if (method == nullptr) {
    return false;
  }
  bind_native(*method, shown_to_observers(self, *method, entry));
  return true;
}

void set_native_prefixes(std::vector<std::string> prefixes) {
  sync::MutexLock guard(state.prefixes_mutex);
  *state.prefixes = std::move(prefixes);
}

void unregister_natives(Class& holder) {
  for (runtime::Method& method : holder.methods) {
    if (method.is_native()) {
      bind_native(method, nullptr);
    }
  }
}

}  // namespace minijvm::vm
