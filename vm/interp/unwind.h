// Throws (JVMS 2.10): finds the handler of the pending exception, pops frames on the way and gives
// their locks back. Both engines use it.
// Tested by tests/java/exceptions and tests/vm/interp_loop_test.cpp.
#pragma once

#include <cstdint>

#include "runtime/object/java_value.h"

namespace minijvm::runtime {
class JavaThread;
class Method;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// Names the place where control continues after a throw.
struct Landing {
  // The frame that handles the exception; the entry frame if none below it does.
  runtime::Slot* fp = nullptr;
  // -1 means that no Java frame handles it, and the exception stays pending for the C++ caller.
  std::int32_t handler_bci = -1;
};

// REQUIRES: kInVm, an exception is pending, the anchor is at the frame in which it was thrown, and
// `fp` is that frame (or an entry frame, in which there is nothing to search). The exception may be
// replaced: by one that resolving a catch type throws, or by IllegalMonitorStateException.
// ENSURES: with a handler, the anchor is at its frame, and the pc is still that of the call. The
// engine then moves the exception to S0 and clears it.
Landing unwind(runtime::JavaThread& self, runtime::Slot* fp);

}  // namespace minijvm::vm
