// Takes the synchronization out of one class, so that the cost of locking in a real program shows as a difference.
// Proved by tests/tools/desync_test.cpp; on whole programs by tests/tools/desync_programs.
// Source: Agesen et al., OOPSLA '99, section 6.3.3: ACC_SYNCHRONIZED is cleared, monitorenter and monitorexit become pops.
//
// Every change keeps its place and size, so line numbers, jumps and stack maps stay as they are: pop has the stack effect of both.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/expected.h"
#include "classfile/class_file_parser.h"

namespace minijvm::desync {

struct Desynchronized {
  std::vector<std::uint8_t> bytes;
  unsigned methods = 0;       // that were synchronized
  unsigned instructions = 0;  // monitorenter and monitorexit
};

// Does the class call Object.wait, notify or notifyAll? Those throw IllegalMonitorStateException where nobody owns the monitor.
bool needs_its_monitors(const classfile::ClassFile& file);

// The section's own exceptions: java.lang.Thread, and what serves finalizers and weak references. `name` in internal form.
bool is_excepted(std::string_view name);

Desynchronized desynchronize(const classfile::ClassFile& file);

}  // namespace minijvm::desync
