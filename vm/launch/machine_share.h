// What this process may use of the machine: processors, open files; and the counters that see it. Proved by tests/vm/cmt_statistics and
// tests/vm/heap_options.
#pragma once

#include <string>

#include "base/expected.h"

namespace minijvm::vm {

struct Options;

// Before there is a second thread: threads stay on the processors, and are counted by the counters, that they began with. Sets Options::heap.cores.
// An error: what is wrong with -XX:ProcessorSet.
Expected<void, std::string> claim_machine(Options& options);

}  // namespace minijvm::vm
