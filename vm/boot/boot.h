// Starts the VM: leads from parsed options to a JDK that can run main.
// Tested by every Java test.
#pragma once

#include <string>

#include "runtime/fwd.h"
#include "vm/boot/options.h"

namespace minijvm::vm {

// Makes the calling kernel thread the Java thread "main" and boots the class library. Returns null
// if that failed; the reason has been printed.
// ENSURES: the returned thread is in kInNative, with no exception pending.
runtime::JavaThread* boot_vm(Options& options);

}  // namespace minijvm::vm
