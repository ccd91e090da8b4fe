// Finds where an exception will be caught while all frames still exist. The event Exception reports
// that place to a debugger before the stack is unwound (JVMTI, event Exception: catch_method and
// catch_location).
// Tested by tests/jdb.
#pragma once

#include <jvmti.h>

#include "runtime/object/handle.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::vm::jvmti {

struct CatchPlace {
  // Null if no frame catches the exception.
  runtime::Method* method = nullptr;
  jlocation bci = 0;
};
// Searches the frames of `self` from the innermost outwards. It loads no class: a catch type that
// is not loaded yet is compared by name.
CatchPlace find_catch(runtime::JavaThread& self, runtime::Handle<> exception);

// Returns whether a frame of `self` has a handler for a class of exceptions that this one belongs
// to. Handlers for everything do not count: javac writes them for finally and synchronized, and
// they throw the exception again.
bool has_typed_handler(runtime::JavaThread& self, runtime::Handle<> exception);

}  // namespace minijvm::vm::jvmti
