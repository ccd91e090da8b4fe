// The list of tools that libjvm.so holds. The order decides two things: whose turn comes first
// while the VM starts, and, as each tool registers its observers in its turn, whose observer is
// called first. For example, the heap dump of an OutOfMemoryError (reports) is written before an
// agent sees the event.
#include "tools/linked_tools.h"

#include "vm/tools.h"

namespace minijvm::vm {

// Replaces the weak definition of vm/tools.cpp, which returns no tools.
std::span<Tool* const> linked_tools() {
  static Tool* const all[] = {&compat_tool(),    &reports_tool(),       &stepper_tool(),
                              &manage_tool(),    make_perf_data_tool(), make_record_tool(),
                              make_hang_tool(),  make_archive_tool(),   &jvmti_tool(),
                              make_races_tool(), &explore_tool()};
  return all;
}

}  // namespace minijvm::vm
