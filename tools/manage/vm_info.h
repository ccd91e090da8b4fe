// The texts of jcmd's VM.info and VM.dynlibs: what one wants to know of a process before asking
// anything else. HotSpot prints the same headings, and under most of them more.
// Tested by tests/tools/perfdata and tests/java/management/Commands.java.
#pragma once

#include <string>

#include "runtime/fwd.h"

namespace minijvm::vm {

// Returns the spaces of the heap and the memory of classes. Stops the world. REQUIRES: kInVm.
std::string heap_text(runtime::JavaThread& self);
// Returns versions, command line, machine, heap, libraries, environment and signal handlers. Stops
// the world for the heap. REQUIRES: kInVm.
std::string vm_info_text(runtime::JavaThread& self);
// Returns what is mapped into the process, in the form of /proc/PID/maps.
std::string dynamic_libraries_text();
// Returns the options of the VM, and what it runs.
std::string command_line_text();

}  // namespace minijvm::vm
