// Serves HotSpot's flags and older VMs' options, by the core's interface for flags that it does not
// know (vm/boot/foreign_flags.h). A command line for HotSpot starts this VM, or is refused in
// HotSpot's words.
// Tested by tests/vm/options_test.cpp, tests/java/bad_input and tests/java/management/Flags.java.
#pragma once

#include <vector>

#include "tools/compat/vm_flags.h"

namespace minijvm::vm {

struct Options;

// The launcher of the VM calls this before it reads options.
void install_compat();

// HotSpot's flags that managers and listings show, in no order.
std::vector<VmFlag> hotspot_flag_values(const Options& options);

}  // namespace minijvm::vm
