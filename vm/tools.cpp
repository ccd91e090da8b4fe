// Asks each linked tool in turn, and holds the empty list of tools that a library without tools
// uses.
#include "vm/tools.h"

#include <algorithm>

namespace minijvm::vm {

// The definition is weak: a library that is linked with tools brings its own list
// (tools/linked_tools.cpp).
[[gnu::weak]] std::span<Tool* const> linked_tools() { return {}; }

void* find_environment(jint version) {
  for (Tool* tool : linked_tools()) {
    if (void* found = tool->find_environment(version)) {
      return found;
    }
  }
  return nullptr;
}

void* find_management(jint version) {
  for (Tool* tool : linked_tools()) {
    if (void* found = tool->find_management(version)) {
      return found;
    }
  }
  return nullptr;
}

bool mentions_dynamic_agents() {
  const std::span<Tool* const> tools = linked_tools();
  return std::ranges::any_of(tools, [](Tool* tool) { return tool->mentions_dynamic_agents(); });
}

PerformanceCounters* performance_counters() {
  for (Tool* tool : linked_tools()) {
    if (PerformanceCounters* found = tool->performance_counters()) {
      return found;
    }
  }
  return nullptr;
}

}  // namespace minijvm::vm
