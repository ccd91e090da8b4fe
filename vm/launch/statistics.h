// What flags want to know of a whole run: counted from the start, printed at the end. Each kind has its own file in vm/inspect, which names its test.
#pragma once

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

struct Options;

// Before the heap is made.
void begin_statistics(const Options& options);
// Once nothing else is to come.
void print_statistics(runtime::JavaThread& self);

}  // namespace minijvm::vm
