// Where an exception will be caught, asked before any frame has gone (JVMTI, event Exception). Proved by tests/jdb.
#pragma once

#include <jvmti.h>

#include "runtime/handle.h"
#include "runtime/java_thread.h"

namespace minijvm::vm::jvmti {

struct CatchPlace {
  runtime::Method* method = nullptr;  // null: nobody catches it
  jlocation bci = 0;
};
// Loads nothing: a catch type that is not loaded yet is told by its name.
CatchPlace find_catch(runtime::JavaThread& self, runtime::Handle<> exception);

}  // namespace minijvm::vm::jvmti
