// How much memory this process may use: the machine's, or less if a control group (a container) says so; and that what it frees goes back.
// Proved by tests/base/machine_memory_test.cpp.
#pragma once

#include <cstddef>
#include <string>

namespace minijvm {

std::size_t physical_memory_bytes();

// The least limit of the groups that `membership` names and of those above them (control_group.h). SIZE_MAX: there is none.
std::size_t control_group_limit(const std::string& membership, const std::string& mount);
// The same for this process.
std::size_t control_group_limit();

// From now on large blocks of malloc have mappings of their own and go back to the kernel when they are freed. By default the C library raises
// its limit to the largest block that was ever freed; large blocks then leave holes in its arenas, and the process grows though it uses no more.
void return_large_blocks();

}  // namespace minijvm
