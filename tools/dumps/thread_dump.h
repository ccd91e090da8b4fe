// Prints what SIGQUIT asks for: the thread dump of HotSpot 17 to the letter, since tools parse it,
// with deadlocks and the heap; then a sentence on what each blocked thread waits for.
// Tested by tests/vm/thread_dump.
#pragma once

#include <string>

#include "runtime/fwd.h"

namespace minijvm::vm {

struct DumpParts {
  bool synchronizers = false;  // walks the heap to find the ownable synchronizers of each thread
  bool heap = false;
  // Adds to each thread what it has allocated and how many classes it has defined.
  bool extended = false;
};

// Both stop the world. REQUIRES: kInVm.
std::string thread_dump_text(runtime::JavaThread& self, DumpParts parts);
// Writes the text to stdout. The signal dispatcher calls this on SIGQUIT.
void print_thread_dump(runtime::JavaThread& self);

}  // namespace minijvm::vm
