// Knows which native methods of the class library wait in the kernel: for a disk, for a process,
// for a name server. Under a thread model that switches user threads such a call gives its P away
// at once; for all other natives sysmon finds out after a tick (sync/schedule/sysmon.h).
// Tested by tests/vm/native/blocking_natives_test.cpp and tests/vm/thread_model.
#pragma once

#include <span>
#include <string_view>

#include "runtime/class/method.h"

namespace minijvm::vm {

struct BlockingNatives {
  std::string_view class_name;
  std::string_view methods;  // a space around each
};
// Returns the table, whose classes all belong to java.base.
std::span<const BlockingNatives> blocking_natives();

// Returns true if a call of the method is likely to block. Asked once for each method.
bool blocks_in_kernel(const runtime::Method& method);

}  // namespace minijvm::vm
