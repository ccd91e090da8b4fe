// How many objects were allocated: counted for -XX:+PrintLockStatistics only, and not one by one but when a TLAB goes back, so that nothing
// is slower when nobody asks. Proved by tests/vm/lock_statistics.
#pragma once

#include <cstddef>
#include <cstdint>

namespace minijvm::gc {

// Before the first allocation.
void count_allocations();

// For the files of gc: the objects of a window that goes back; one object that was never in a window.
void note_window(const std::byte* start, const std::byte* top);
void note_object();

// Takes back all TLABs. REQUIRES: the world is stopped.
std::uint64_t allocated_objects();

}  // namespace minijvm::gc
