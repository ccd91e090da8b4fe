// What a constant pool entry remembers of the failure to resolve it, so that it fails the same way ever after (JVMS 5.4.3).
// Proved by tests/java/linking/FailuresRepeat.java.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/link_error.h"

namespace minijvm::runtime {

class JavaThread;
class RunConstantPool;

// Lets the entry remember the error if it is a LinkageError, also one that Java threw and that is pending now. Other exceptions may not come
// next time. HOTSPOT: message, class and the like of the cause are kept; the next throw makes both anew.
// False: another thread has resolved the entry meanwhile, so nothing has failed.
bool remember_failure(JavaThread& self, RunConstantPool& pool, std::uint16_t index, const LinkError& error);

// As Throwable.toString would print it: "java.lang.NoClassDefFoundError: pkg/Name".
std::string failure_text(JavaThread& self, const LinkError& error);

}  // namespace minijvm::runtime
