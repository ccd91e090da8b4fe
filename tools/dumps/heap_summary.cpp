// Prints the heap's sizes for thread dumps. It reads the spaces directly, while the world is
// stopped.
#include "tools/dumps/heap_summary.h"

#include <algorithm>
#include <cstdio>

#include "base/bits.h"
#include "gc/heap/heap_parts.h"

namespace minijvm::gc {
namespace {

// Returns the line of a generation: its capacity, its use, and the addresses of its base, its limit
// and its reservation's end.
std::string generation_line(const char* name, std::size_t total, std::size_t used, const void* base,
                            const void* limit, const void* end) {
  char line[200];
  std::snprintf(line, sizeof line, " %-15s total %zuK, used %zuK [0x%016zx, 0x%016zx, 0x%016zx)\n",
                name, total / kKiB, used / kKiB, reinterpret_cast<std::size_t>(base),
                reinterpret_cast<std::size_t>(limit), reinterpret_cast<std::size_t>(end));
  return line;
}

// Returns the line of one space, with the addresses of its base, top and limit.
std::string space_line(const char* name, const Space& space) {
  char line[200];
  std::size_t percent = space.capacity() == 0 ? 0 : space.used() * 100 / space.capacity();
  std::snprintf(line, sizeof line, "  %s space %zuK, %zu%% used [0x%016zx,0x%016zx,0x%016zx)\n",
                name, space.capacity() / kKiB, percent, reinterpret_cast<std::size_t>(space.base()),
                reinterpret_cast<std::size_t>(space.top()),
                reinterpret_cast<std::size_t>(space.limit()));
  return line;
}

}  // namespace

std::string heap_summary() {
  Heap& heap = the_heap();
  const Space& old = heap.old.space();
  std::string text = "Heap\n";
  // This is the lowest address of the three: the survivor spaces swap their roles, and they are
  // below eden.
  std::byte* young_base = std::min({heap.from().base(), heap.to().base(), heap.eden.base()});
  text += generation_line("PSYoungGen", heap.eden.capacity() + heap.from().capacity(),
                          heap.eden.used() + heap.from().used(), young_base, heap.eden.limit(),
                          heap.eden.reserved_end());
  text += space_line("eden", heap.eden) + space_line("from", heap.from()) +
          space_line("to  ", heap.to());
  text += generation_line("ParOldGen", old.capacity(), old.used(), old.base(), old.limit(),
                          old.reserved_end());
  text += space_line("object", old);
  // HOTSPOT: there is no such line. Here mirrors have a space of their own.
  const Space& mirrors = heap.fixed.space();
  return text + generation_line("Mirrors", mirrors.capacity(), mirrors.used(), mirrors.base(),
                                mirrors.limit(), mirrors.reserved_end());
}

}  // namespace minijvm::gc
