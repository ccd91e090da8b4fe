// Starting the VM: from parsed options to a JDK that runs main.
// Proved by every Java test.
#pragma once

#include <string>

#include "vm/launch/options.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

// Makes the calling kernel thread the Java thread "main" and boots the class library. Null: it failed, and stderr says why.
// ENSURES: the result is in kInNative, with no exception pending.
runtime::JavaThread* boot_vm(Options& options);

}  // namespace minijvm::vm
