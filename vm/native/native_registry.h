// Finding the C function behind a native method: the VM's own table for boot classes, then libjava, then the
// libraries of the class's loader. Proved by tests/vm/native/native_registry_test.cpp and tests/vm/native/jni.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vm/java/java_result.h"

namespace minijvm::runtime {
class Class;
class JavaThread;
class Method;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// A native of a boot class that the VM itself implements. Holder, name and descriptor as in the class file ("java/lang/Object", "wait", "(J)V").
struct VmNative {
  const char* holder;
  const char* name;
  const char* descriptor;
  void* entry;
};
// The rows must live as long as the VM. At boot, before their classes run.
void add_vm_natives(std::span<const VmNative> natives);
// The rows of Object, Unsafe and the other classes whose natives live in this folder.
void add_own_vm_natives();

// libjava's handle, opened by launch at boot.
void set_java_library(void* handle);
void* java_library();

// JNI mangling: "java/lang/Object", "wait" -> "Java_java_lang_Object_wait"; with "(J)V" -> "...__J". Empty: no such name can exist
// (a digit 0-3 would read as an escape).
std::string mangled_short_name(std::string_view holder, std::string_view method);
std::string mangled_long_name(std::string_view holder, std::string_view method, std::string_view descriptor);

// The bound entry of a native method; binds it at the first call. UnsatisfiedLinkError.
JavaResult<void*> find_native_entry(runtime::JavaThread& self, runtime::Method& method);

// RegisterNatives for one row. False: the class has no such native method.
bool register_native(runtime::JavaThread& self, runtime::Class& holder, std::string_view name, std::string_view descriptor, void* entry);
// JVMTI SetNativeMethodPrefix: agents wrap a native method m in a Java method of that name, and call what was m by a prefix and m. Such a
// method is bound to the function for m. All prefixes in the order in which they are put on; a later call replaces them.
void set_native_prefixes(std::vector<std::string> prefixes);
// UnregisterNatives: back to the state before the first call.
void unregister_natives(runtime::Class& holder);

}  // namespace minijvm::vm
