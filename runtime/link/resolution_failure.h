// The data that a constant pool entry keeps about a failed resolution, so that each later attempt
// fails in the same way (JVMS 5.4.3).
// Tested by tests/java/linking/FailuresRepeat.java.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/fwd.h"
#include "runtime/link/link_error.h"

namespace minijvm::runtime {

// Lets the entry remember the error if it is a LinkageError, even one that Java code threw and that
// is pending now. Other exceptions (OutOfMemoryError, for example) are not remembered, because they
// may not occur next time. HOTSPOT: class and message of the error and of its cause are kept, and
// the next throw makes new objects.
// Returns false if another thread has resolved the entry meanwhile, so nothing has failed.
bool remember_failure(JavaThread& self, RunConstantPool& pool, std::uint16_t index,
                      const LinkError& error);

// Returns the error as Throwable.toString would print it: "java.lang.NoClassDefFoundError:
// pkg/Name".
std::string failure_text(JavaThread& self, const LinkError& error);

}  // namespace minijvm::runtime
