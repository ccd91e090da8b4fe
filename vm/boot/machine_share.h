// Decides how much of the machine this process may use: processors and open files.
// Tested by tests/vm/cmt_statistics, tests/vm/heap_options and tests/vm/thread_model.
#pragma once

#include <string>

#include "base/expected.h"

namespace minijvm::vm {

struct Options;

// Applies -XX:ProcessorSet and the limit of open files, and sets Options::heap.cores. Returns what
// is wrong with -XX:ProcessorSet as an error.
// REQUIRES: the process has one thread, because each thread inherits its set of processors from the
// thread that creates it.
Expected<void, std::string> claim_machine(Options& options);

}  // namespace minijvm::vm
