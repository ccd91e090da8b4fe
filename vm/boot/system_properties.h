// Collects the system properties that the VM itself provides, and those of -D.
// Tested by tests/java/properties.
#pragma once

#include <string>
#include <vector>

#include "vm/boot/options.h"

namespace minijvm::vm {

// Returns the VM's own properties, overridden by -D except for those that describe the VM or have a
// flag of their own.
std::vector<Property> make_system_properties(const Options& options, const std::string& java_home);

}  // namespace minijvm::vm
