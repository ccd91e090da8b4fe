#include "gc/old_generation.h"

#include <algorithm>

#include "base/bits.h"

namespace minijvm::gc {
namespace {

constexpr std::size_t kMinGrowth = 1 * kMiB;

}  // namespace

bool OldGeneration::initialize(VirtualMemory& memory, std::byte* base, std::byte* reserved_end, std::size_t initial_bytes) {
  space_.initialize(memory, base, reserved_end);
  return offsets_.initialize(base, space_.reserved()) && grow_to(base + std::min(initial_bytes, space_.reserved()));
}

bool OldGeneration::grow_to(std::byte* end) {
  if (end <= space_.limit()) {
    return true;
  }
  // Grow by a share of what there is, so that a big heap does not ask the kernel for each MiB.
  std::size_t step = std::max(kMinGrowth, align_down(space_.capacity() / 8, kCardBytes));
  auto missing = static_cast<std::size_t>(end - space_.limit());
  std::size_t room = static_cast<std::size_t>(space_.reserved_end() - space_.limit());
  if (missing > room) {
    return false;
  }
  std::byte* old_limit = space_.limit();
  if (!space_.set_limit(old_limit + std::min(room, (missing + step - 1) / step * step))) {
    return false;
  }
  CardTable::clean(old_limit, space_.limit());
  return true;
}

std::byte* OldGeneration::allocate_growing(std::size_t bytes) {
  if (bytes > available() || !grow_to(space_.top() + bytes)) {
    return nullptr;
  }
  return space_.bump(bytes);
}

void OldGeneration::finish_compaction(std::byte* new_top) {
  space_.reset_to(new_top);
  space_.release_stale_pages();
}

}  // namespace minijvm::gc
