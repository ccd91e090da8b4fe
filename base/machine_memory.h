// Tells how much memory this process may use: all of the machine's, or less if a control group (a
// container) limits it. The unit also makes sure that memory which the process frees goes back to
// the kernel.
// Tested by tests/base/machine_memory_test.cpp.
#pragma once

#include <cstddef>
#include <string>

namespace minijvm {

// Returns the memory of the machine, whatever part of it this process may use.
std::size_t physical_memory_bytes();

// Returns the least limit, in bytes, of the groups that `membership` lists and of those above them
// (control_group.h). The result is SIZE_MAX if no group has a limit.
std::size_t control_group_limit(const std::string& membership, const std::string& mount);
// Returns the same for this process.
std::size_t control_group_limit();

// Makes each later block of malloc that has 128 KiB or more a mapping of its own, which goes back
// to the kernel when the block is freed. By default the C library raises that threshold to the
// largest block that was ever freed; large blocks then leave holes in its arenas, and the process
// grows though it uses no more memory. The boot calls this once.
void return_large_blocks();

}  // namespace minijvm
