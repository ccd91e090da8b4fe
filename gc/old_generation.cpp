#include "gc/old_generation.h"

#include <algorithm>

#include "base/bits.h"
#include "base/check.h"
#include "gc/filler.h"

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

// --- pieces ---

void OldGeneration::fill(std::byte* from, std::byte* to) {
  auto bytes = static_cast<std::size_t>(to - from);
  write_filler(from, bytes);
  offsets_.record(from, bytes);
}

bool OldGeneration::start_on_card_edge() {
  auto offset = static_cast<std::size_t>(space_.top() - space_.base());
  std::size_t gap = align_up(offset, kCardBytes) - offset;
  if (gap == 0) {
    return true;
  }
  std::size_t bytes = gap < kMinFillerBytes ? gap + kCardBytes : gap;
  std::byte* start = space_.bump(bytes);
  if (start == nullptr) {
    start = allocate_growing(bytes);
  }
  if (start == nullptr) {
    return false;
  }
  fill(start, start + bytes);
  return true;
}

std::byte* OldGeneration::take_piece(std::size_t bytes) {
  MJ_DCHECK(is_aligned(bytes, kCardBytes), "a piece of %zu bytes", bytes);
  sync::MutexLock lock(pieces_mutex_);
  if (!start_on_card_edge()) {
    return nullptr;
  }
  std::byte* start = space_.bump(bytes);
  return start != nullptr ? start : allocate_growing(bytes);
}

std::byte* OldGeneration::take_piece_for(std::size_t object_bytes) {
  std::size_t piece = align_up(object_bytes, kCardBytes);
  std::size_t rest = piece - object_bytes;
  if (rest != 0 && rest < kMinFillerBytes) {
    piece += kCardBytes;
    rest += kCardBytes;
  }
  std::byte* start = take_piece(piece);
  if (start != nullptr && rest != 0) {
    fill(start + object_bytes, start + piece);
  }
  return start;
}

void OldGeneration::give_back(std::byte* from, std::byte* to) {
  if (!space_.give_back(from, to)) {
    fill(from, to);
  }
}

void OldGeneration::finish_compaction(std::byte* new_top) {
  space_.reset_to(new_top);
  space_.release_stale_pages();
}

void OldGeneration::set_capacity(std::size_t bytes) {
  std::byte* old_limit = space_.limit();
  if (!space_.set_limit(space_.base() + bytes)) {
    return;
  }
  if (space_.limit() > old_limit) {
    CardTable::clean(old_limit, space_.limit());
  } else {
    space_.uncommit_above_limit();
  }
}

}  // namespace minijvm::gc
