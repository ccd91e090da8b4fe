// Counts allocated objects. The allocator calls note_object and note_window, sometimes under
// Heap::mutex; a relaxed counter is enough, because it is only a sum.
#include "gc/policy/allocation_count.h"

#include "gc/gc_state.h"
#include "gc/heap/heap_parts.h"
#include "gc/heap/object_scan.h"

namespace minijvm::gc {
namespace {

constexpr AllocationCount& state = gc_state.allocation_count;

}  // namespace

void count_allocations() { state.on = true; }

void note_window(const std::byte* start, const std::byte* top) {
  // The walk over the window takes a load per object, so it is made only if the flag is set.
  if (!state.on) {
    return;
  }
  std::uint64_t count = 0;
  for (const std::byte* at = start; at < top; ++count) {
    at += young_or_old_bytes(reinterpret_cast<const runtime::Object*>(at));
  }
  state.objects.fetch_add(count, std::memory_order_relaxed);
}

void note_object() {
  if (state.on) {
    state.objects.fetch_add(1, std::memory_order_relaxed);
  }
}

std::uint64_t allocated_objects() {
  // Objects in windows that are still in use are not counted yet, so all windows are taken back
  // first.
  the_heap().retire_all_tlabs();
  return state.objects.load(std::memory_order_relaxed);
}

}  // namespace minijvm::gc
