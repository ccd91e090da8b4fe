// Finds the C function behind a native method. The order is: the VM's own tables (only for classes
// of the boot and platform loaders), then libjava (only for boot classes), then the libraries that
// the class's loader has opened.
// Tested by tests/vm/native/native_registry_test.cpp and tests/vm/native/jni.
// Source: JNI specification, chapter 2, "Resolving Native Method Names".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/fwd.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Describes a native method that the VM itself implements. Holder, name and descriptor are spelt as
// in the class file, for example ("java/lang/Object", "wait", "(J)V").
struct VmNative {
  const char* holder;
  const char* name;
  const char* descriptor;
  void* entry;
};
// Adds a table. Call at boot, before the classes run. REQUIRES: the rows live as long as the VM.
void add_vm_natives(std::span<const VmNative> natives);
// Adds the rows of Object, Unsafe and the other classes whose natives live in this folder.
void add_own_vm_natives();

// The handle of libjava that vm/boot got from dlopen. Null until it is set.
void set_java_library(void* handle);
void* java_library();

// The C name of a native method. ("java/lang/Object", "wait") gives "Java_java_lang_Object_wait";
// the long name for "(J)V" ends in "__J". Nothing is returned if no such name can exist, since a
// digit 0 to 3 in it would be read as an escape.
std::optional<std::string> mangled_short_name(std::string_view holder, std::string_view method);
std::optional<std::string> mangled_long_name(std::string_view holder, std::string_view method,
                                             std::string_view descriptor);

// Looks the function up, shows it to the observers, and binds it to the method. Throws
// UnsatisfiedLinkError. May run Java code (ClassLoader.findNative).
JavaResult<void*> find_native_entry(runtime::JavaThread& self, runtime::Method& method);

// Binds one row of RegisterNatives. Returns false if the class has no such native method.
bool register_native(runtime::JavaThread& self, runtime::Class& holder, std::string_view name,
                     std::string_view descriptor, void* entry);
// Implements JVMTI SetNativeMethodPrefix. An agent may wrap a native method m in a Java method of
// that name, and rename the native method to prefix + m; the renamed method is still bound to the
// function for m. The argument holds all prefixes in the order in which they are put on. A later
// call replaces them.
void set_native_prefixes(std::vector<std::string> prefixes);
// Implements UnregisterNatives: the methods are looked up again at their next call.
void unregister_natives(runtime::Class& holder);

}  // namespace minijvm::vm
