// The properties that the VM itself provides. Proved by tests/java/properties.
#pragma once

#include <string>
#include <vector>

#include "vm/launch/options.h"

namespace minijvm::vm {

std::vector<Property> make_system_properties(const Options& options, const std::string& java_home);

}  // namespace minijvm::vm
