// Grows the old generation, and hands out pieces of it. Allocating threads come here under
// Heap::mutex; the workers of a young collection take pieces under pieces_mutex_; everything else
// runs on the coordinator while the world is stopped.
#include "gc/old/old_generation.h"

#include <algorithm>

#include "base/bits.h"
#include "base/check.h"
#include "gc/heap/filler.h"

namespace minijvm::gc {
namespace {

// The generation grows by at least this much.
constexpr std::size_t kMinGrowth = 1 * kMiB;

}  // namespace

bool OldGeneration::initialize(VirtualMemory& memory, std::byte* base, std::byte* reserved_end,
                               std::size_t initial_bytes) {
  space_.initialize(memory, base, reserved_end);
  return offsets_.initialize(base, space_.reserved()) &&
         grow_to(base + std::min(initial_bytes, space_.reserved()));
}

bool OldGeneration::grow_to(std::byte* end) {
  if (end <= space_.limit()) {
    return true;
  }
  // The generation grows by a multiple of an eighth of its capacity, so that a big heap does not
  // call the kernel for each MiB.
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
  // Fresh cards are zero, which means dirty.
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

// Fillers are recorded like objects, because a walk from a dirty card may begin at one.
void OldGeneration::fill(std::byte* from, std::byte* to) {
  auto bytes = static_cast<std::size_t>(to - from);
  write_filler(from, bytes);
  offsets_.record(from, bytes);
}

// Fills the gap up to the next card's edge, so that the next piece begins there. A gap of 8 bytes
// is too small for a filler; then the filler takes the whole next card, too.
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
  // A worker takes 16 KiB or the memory for one large object, so workers rarely meet at this mutex.
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
  // A rest of 8 bytes is too small for a filler, so the piece gets one card more.
  if (rest != 0 && rest < kMinFillerBytes) {
    piece += kCardBytes;
    rest += kCardBytes;
  }
  std::byte* start = take_piece(piece);
  // The worker that owns the piece writes the object; the filler behind it is written now.
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

// The bytes above new_top are zero afterwards, so nothing in the generation is stale.
void OldGeneration::finish_compaction(std::byte* new_top) {
  space_.reset_to(new_top);
  space_.release_stale_pages();
}

void OldGeneration::set_capacity(std::size_t bytes) {
  std::byte* old_limit = space_.limit();
  if (!space_.set_limit(space_.base() + bytes)) {
    return;
  }
  // If the limit has risen, fresh cards must be cleaned; otherwise the memory above the limit is
  // given back.
  if (space_.limit() > old_limit) {
    CardTable::clean(old_limit, space_.limit());
  } else {
    space_.uncommit_above_limit();
  }
}

}  // namespace minijvm::gc
