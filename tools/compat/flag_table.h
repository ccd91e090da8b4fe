// The flags with their values, once all is decided: each row of the VM's tables and each foreign
// flag as java.lang.management shows it (vm_flags.h).
// Tested by tests/java/management/Flags.java and tests/vm/heap_options.
#pragma once

#include <vector>

#include "tools/compat/vm_flags.h"

namespace minijvm::vm {

struct Options;

// Returns the rows and the foreign flags, sorted by name. REQUIRES: the heap is made.
std::vector<VmFlag> make_vm_flags(const Options& options);
// Prints what the command line asks for, and fills the table of vm_flags.h. Does not return if
// nothing but a listing is wanted. REQUIRES: the heap is there.
void publish_flags(const Options& options);

}  // namespace minijvm::vm
