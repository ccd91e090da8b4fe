// Allocates mirrors, and searches their index. Allocation runs under Heap::mutex while the program
// runs; sweep runs in a full collection, while the world is stopped.
#include "gc/heap/fixed_space.h"

#include <cstring>

#include "base/bits.h"
#include "base/check.h"
#include "base/poison.h"

namespace minijvm::gc {

std::byte* FixedSpace::allocate(std::size_t bytes) {
  if (std::byte* gap = take_gap(bytes)) {
    return gap;
  }
  // The space grows in steps of 2 MiB. The new cards must be cleaned, because fresh cards are zero,
  // which means dirty.
  if (bytes > space_.free()) {
    std::byte* old_limit = space_.limit();
    std::byte* wanted = old_limit + align_up(bytes, Space::kCommitStep);
    if (wanted > space_.reserved_end() || !space_.set_limit(wanted)) {
      return nullptr;
    }
    CardTable::clean(old_limit, space_.limit());
  }
  // The end of the space has the highest address, so the index stays in address order.
  std::byte* start = space_.bump(bytes);
  entries_.push_back({start, bytes});
  return start;
}

// Takes the smallest gap that is large enough. What is left of it becomes a gap again.
std::byte* FixedSpace::take_gap(std::size_t bytes) {
  auto found = gaps_.lower_bound(bytes);
  if (found == gaps_.end()) {
    return nullptr;
  }
  std::byte* start = found->second;
  std::byte* end = start + found->first;
  gaps_.erase(found);
  // The dead mirror's bytes are still there, so they are zeroed: a fresh object must be zero.
  unpoison_memory(start, bytes);
  std::memset(start, 0, bytes);
  add_gap(start + bytes, end);
  // The entry is inserted by address. This moves the later entries, which is acceptable: gaps are
  // used only after classes were unloaded.
  auto next = std::upper_bound(
      entries_.begin(), entries_.end(), start,
      [](const std::byte* address, const Entry& entry) { return address < entry.start; });
  entries_.insert(next, {start, bytes});
  return start;
}

void FixedSpace::add_gap(std::byte* from, std::byte* to) {
  if (from != to) {
    // The address sanitizer reports a touch of a gap until a mirror is allocated there.
    poison_memory(from, static_cast<std::size_t>(to - from));
    gaps_.emplace(static_cast<std::size_t>(to - from), from);
  }
}

// Computes all gaps again from the spaces between mirrors. So two dead neighbours leave only one
// gap.
void FixedSpace::find_gaps() {
  gaps_.clear();
  std::byte* end = space_.base();
  for (const Entry& entry : entries_) {
    add_gap(end, entry.start);
    end = entry.start + entry.bytes;
  }
  add_gap(end, space_.top());
}

std::size_t FixedSpace::index_covering(const std::byte* where) const {
  // This finds the entry before the first one that starts above the address.
  auto after = std::upper_bound(
      entries_.begin(), entries_.end(), where,
      [](const std::byte* address, const Entry& entry) { return address < entry.start; });
  return after == entries_.begin() ? 0 : static_cast<std::size_t>(after - entries_.begin()) - 1;
}

std::size_t FixedSpace::bytes_of(const runtime::Object* mirror) const {
  MJ_DCHECK(is_object_start(mirror), "%p is no mirror", static_cast<const void*>(mirror));
  return entries_[index_covering(reinterpret_cast<const std::byte*>(mirror))].bytes;
}

bool FixedSpace::is_object_start(const runtime::Object* address) const {
  auto* start = reinterpret_cast<const std::byte*>(address);
  return !entries_.empty() && entries_[index_covering(start)].start == start;
}

}  // namespace minijvm::gc
