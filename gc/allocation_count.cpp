#include "gc/allocation_count.h"

#include "gc/heap_parts.h"
#include "gc/object_scan.h"

namespace minijvm::gc {
namespace {

bool counting = false;
sync::Atomic<std::uint64_t> objects{0};

}  // namespace

void count_allocations() { counting = true; }

void note_window(const std::byte* start, const std::byte* top) {
  if (!counting) {
    return;
  }
  std::uint64_t count = 0;
  for (const std::byte* at = start; at < top; ++count) {
    at += young_or_old_bytes(reinterpret_cast<const runtime::Object*>(at));
  }
  objects.fetch_add(count, std::memory_order_relaxed);
}

void note_object() {
  if (counting) {
    objects.fetch_add(1, std::memory_order_relaxed);
  }
}

std::uint64_t allocated_objects() {
  the_heap().retire_all_tlabs();
  return objects.load(std::memory_order_relaxed);
}

}  // namespace minijvm::gc
