// Counts allocated objects, only for -XX:+PrintLockStatistics. Objects are counted when their TLAB
// is retired and not one by one, so that allocation is not slower when the flag is off.
// Tested by tests/vm/lock_statistics.
#pragma once

#include <cstddef>
#include <cstdint>

namespace minijvm::gc {

// Switches the count on. REQUIRES: called before the first allocation.
void count_allocations();

// Counts, for gc's own files, the objects of a retired window, or one object that was allocated
// outside of a window.
void note_window(const std::byte* start, const std::byte* top);
void note_object();

// Returns the number of objects up to now; retires all TLABs for this. REQUIRES: the world is
// stopped.
std::uint64_t allocated_objects();

}  // namespace minijvm::gc
