// When this VM began and when it was ready, for java.lang.management. Proved by tests/java/management.
#pragma once

#include <cstdint>

namespace minijvm::vm {

struct VmTimes {
  std::int64_t began_ns = 0;      // sync::monotonic_ns
  std::int64_t ready_wall_ms = 0; // milliseconds since 1970; 0: not yet
};
// By launch: first thing, and once Java code can run.
void note_vm_began();
void note_vm_ready();
const VmTimes& vm_times();

}  // namespace minijvm::vm
