// Finding and defining classes for native code: what JNI, JVM_* and Unsafe share. Proved by tests/java/initialization.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "runtime/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class Class;
class JavaThread;
class LoaderData;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// A class from bytes that Java or JNI supplies. name: as JNI takes it, null for "whatever the bytes say". Tells the loader (addClass).
JavaResult<runtime::Class*> define_class_for_native(runtime::JavaThread& self, const char* name, runtime::Handle<> loader,
                                                    std::span<const std::byte> bytes, runtime::Handle<> protection_domain, const char* source);

// The class named so ("java/lang/String", "[I"), by a loader; null handle: boot. Not found: ClassNotFoundException with the dotted name, or
// NoClassDefFoundError with the slashed one.
enum class NotFoundAs : std::uint8_t { kClassNotFoundException, kNoClassDefFoundError };
JavaResult<runtime::Class*> find_class_for_native(runtime::JavaThread& self, const char* name, runtime::LoaderData& loader, NotFoundAs not_found);

// A name that could be a class's: slashed, or an array descriptor; not too long.
bool is_findable_class_name(const std::string& name);

}  // namespace minijvm::vm
