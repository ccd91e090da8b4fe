// Throwing (JVMS 2.10): finds the handler of the pending exception, popping frames and giving back their locks. Shared by all engines.
// Proved by tests/java/exceptions and tests/vm/interp_loop_test.cpp.
#pragma once

#include <cstdint>

#include "runtime/java_value.h"

namespace minijvm::runtime {
class JavaThread;
class Method;
}  // namespace minijvm::runtime

namespace minijvm::vm {

struct Landing {
  runtime::Slot* fp = nullptr;     // the frame that goes on; the entry frame if nobody handles it
  std::int32_t handler_bci = -1;   // -1: nobody; the exception stays pending
};

// REQUIRES: kInVm, an exception pending, the anchor at the frame in which it was thrown, `fp` that frame (or an entry frame: nothing to
// search). The exception may be replaced: by one that resolving a catch type throws, or by IllegalMonitorStateException.
// ENSURES: with a handler, the anchor is at that frame with its old pc; the engine moves the exception to S0 and clears it.
Landing unwind(runtime::JavaThread& self, runtime::Slot* fp);

}  // namespace minijvm::vm
