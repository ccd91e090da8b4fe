// Prints classes below their superclasses, for VM.class_hierarchy.
// Tested by tests/tools/commands.
#pragma once

#include <string>

#include "runtime/fwd.h"

namespace minijvm::vm {

struct HierarchyOptions {
  std::string name;  // "java.lang.Number"; "": all classes
  bool with_interfaces = false;
  bool with_subclasses = false;  // of the named class
};
// Returns "" if no class has the name. REQUIRES: kInVm.
std::string class_hierarchy_text(runtime::JavaThread& self, const HierarchyOptions& options);

}  // namespace minijvm::vm
