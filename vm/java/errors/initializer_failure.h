// Handles the exception of a class initializer (JVMS 5.5 steps 5, 10, 11). The first user of the
// class gets the exception; later users get a NoClassDefFoundError whose cause describes it.
// Tested by tests/java/initialization.
#pragma once

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Keeps a description of `thrown` for throw_remembered_failure. Never throws: if memory runs out,
// later users get no cause.
void remember_initializer_failure(runtime::JavaThread& self, const runtime::Class& klass,
                                  runtime::Handle<java::Throwable> thrown);

// Throws an Error as it is, and anything else as the cause of an ExceptionInInitializerError.
[[nodiscard]] Pending throw_initializer_failure(runtime::JavaThread& self,
                                                runtime::Handle<java::Throwable> thrown);

// Throws NoClassDefFoundError "Could not initialize class X", with the description as its cause if
// there is one.
[[nodiscard]] Pending throw_remembered_failure(runtime::JavaThread& self,
                                               const runtime::Class& klass);

}  // namespace minijvm::vm
