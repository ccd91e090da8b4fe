// Finds and defines classes for native code: the part that JNI, JVM_* and Unsafe share.
// Tested by tests/java/initialization.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Defines a class from bytes that Java or JNI supplies. `name` is spelt as JNI takes it; null
// accepts the name in the bytes. The new class is added to the loader by a call of its addClass
// method, so this may run Java. `source` is where the bytes came from, or null. Throws what JVMS
// 5.3.5 lists.
JavaResult<runtime::Class*> define_class_for_native(
    runtime::JavaThread& self, const char* name, runtime::Handle<java::ClassLoader> loader,
    std::span<const std::byte> bytes, runtime::Handle<java::ProtectionDomain> protection_domain,
    const char* source);

// Chooses how a class that is not found is reported: ClassNotFoundException has the dotted name,
// NoClassDefFoundError the slashed one.
enum class NotFoundAs : std::uint8_t { kClassNotFoundException, kNoClassDefFoundError };
// Loads the class of this name ("java/lang/String", "[I") by `loader`. May run Java.
JavaResult<runtime::Class*> find_class_for_native(runtime::JavaThread& self, const char* name,
                                                  runtime::LoaderData& loader,
                                                  NotFoundAs not_found);

// Returns whether this could be the name of a class. True for slashed names and array descriptors
// of at most 65535 bytes.
bool is_findable_class_name(const std::string& name);

}  // namespace minijvm::vm
