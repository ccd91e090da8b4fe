// Prints a report on stderr after the message of a broken invariant or a fault in the VM's own
// code: the VM and the JDK, the thread and its state, registers, the Java stack, the C++ stack and
// the thread's last events.
// Tested by tests/vm/fatal_report.
//
// The report runs in a process that is known to be broken, maybe in a signal handler. It allocates
// nothing, takes no lock, follows no pointer before the kernel has confirmed that it can be read,
// and bounds every loop. If the report itself faults, the process ends at once, and the text
// printed so far stays.
#pragma once

#include <cstdio>

namespace minijvm::vm {

// Observer::fatal_error.
void print_fatal_report(std::FILE* out);

}  // namespace minijvm::vm
