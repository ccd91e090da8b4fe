// What becomes of an exception in a class initialiser (JVMS 5.5 steps 5, 10, 11): the first user of the class sees it, later ones a
// NoClassDefFoundError that tells of it. Proved by tests/java/initialization.
#pragma once

#include "runtime/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class Class;
class JavaThread;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// Keeps an account of `thrown` for throw_remembered_failure. Never fails: without memory there is simply no account.
void remember_initializer_failure(runtime::JavaThread& self, const runtime::Class& klass, runtime::Handle<> thrown);

// An Error as it is, anything else as the cause of an ExceptionInInitializerError.
[[nodiscard]] Pending throw_initializer_failure(runtime::JavaThread& self, runtime::Handle<> thrown);

// NoClassDefFoundError "Could not initialize class X", caused by the account if there is one.
[[nodiscard]] Pending throw_remembered_failure(runtime::JavaThread& self, const runtime::Class& klass);

}  // namespace minijvm::vm
