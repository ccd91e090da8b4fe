// Removes the synchronization from one class, so that the cost of locking in a real program can be
// measured: it is the difference between the times of the two programs.
// Tested by tests/tools/desync_test.cpp; on whole programs by tests/tools/desync_programs.
// Source: Agesen et al., OOPSLA '99, section 6.3.3: ACC_SYNCHRONIZED is cleared, monitorenter and
// monitorexit become pops.
//
//   synchronized int f()      access_flags 0x0021     -->    0x0001
//   monitorenter              c2                      -->    57 (pop)
//   monitorexit               c3                      -->    57 (pop)
//
// No byte moves, so line numbers, jumps and stack maps stay valid: pop has the stack effect of both
// instructions.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/expected.h"
#include "classfile/class_file_parser.h"

namespace minijvm::desync {

// Holds the new class file, and counts what was changed in it.
struct Desynchronized {
  std::vector<std::uint8_t> bytes;
  // The number of methods that were declared synchronized.
  unsigned methods = 0;
  // The number of monitorenter and monitorexit instructions.
  unsigned instructions = 0;
};

// Returns whether the class calls Object.wait, notify or notifyAll. These throw
// IllegalMonitorStateException if the thread does not own the monitor, so the class needs its
// synchronization.
bool needs_its_monitors(const classfile::ClassFile& file);

// Returns whether the paper excepts the class: java.lang.Thread, and the classes that handle
// finalizers and weak references. `name` is in internal form.
bool is_excepted(std::string_view name);

// Makes the edited bytes. The file's own bytes do not change.
Desynchronized desynchronize(const classfile::ClassFile& file);

}  // namespace minijvm::desync
