#include "gc/fixed_space.h"

#include "base/bits.h"
#include "base/check.h"

namespace minijvm::gc {

std::byte* FixedSpace::allocate(std::size_t bytes) {
  if (bytes > space_.free()) {
    std::byte* old_limit = space_.limit();
    std::byte* wanted = old_limit + align_up(bytes, Space::kCommitStep);
    if (wanted > space_.reserved_end() || !space_.set_limit(wanted)) {
      return nullptr;
    }
    CardTable::clean(old_limit, space_.limit());
  }
  std::byte* start = space_.bump(bytes);
  entries_.push_back({start, bytes});
  return start;
}

std::size_t FixedSpace::index_covering(const std::byte* where) const {
  auto after = std::upper_bound(entries_.begin(), entries_.end(), where, [](const std::byte* address, const Entry& entry) { return address < entry.start; });
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
