// Commits the memory of a space, gives it back, and keeps track of stale bytes. set_limit runs
// while the program runs or in a collection; everything else runs while the world is stopped.
#include "gc/heap/space.h"

#include "base/bits.h"
#include "base/check.h"
#include "base/poison.h"
#include "gc/heap/pretouch.h"

namespace minijvm::gc {
namespace {

// Returns the end of the page in which `where` lies, or `where` itself if it is the start of a
// page.
std::byte* page_end(std::byte* where) {
  return reinterpret_cast<std::byte*>(
      align_up(reinterpret_cast<std::uintptr_t>(where), page_size()));
}

}  // namespace

void Space::initialize(VirtualMemory& memory, std::byte* base, std::byte* reserved_end) {
  memory_ = &memory;
  base_ = base;
  top_ = base;
  dirty_end_ = base;
  limit_ = base;
  committed_end_ = base;
  reserved_end_ = reserved_end;
}

bool Space::set_limit(std::byte* where) {
  MJ_DCHECK(where >= top_ && where <= reserved_end_, "limit %p of a space [%p, %p)",
            static_cast<void*>(where), static_cast<void*>(base_),
            static_cast<void*>(reserved_end_));
  // Whole steps are committed, so that a space that grows by small amounts does not call the kernel
  // each time. The last step ends with the reservation.
  if (where > committed_end_) {
    std::size_t wanted = align_up(static_cast<std::size_t>(where - committed_end_), kCommitStep);
    std::size_t bytes = std::min(wanted, static_cast<std::size_t>(reserved_end_ - committed_end_));
    if (!memory_->commit(offset_of(committed_end_), bytes)) {
      return false;
    }
    if (pretouches_) {
      touch_pages(committed_end_, bytes);
    }
    // Committed memory above top is poisoned until it is allocated. It is zero, so dirty_end_
    // stays.
    poison_memory(committed_end_, bytes);
    committed_end_ += bytes;
  }
  limit_ = where;
  return true;
}

void Space::reset_to(std::byte* new_top) {
  // Everything below the old top has been written since the memory was zero. dirty_end_ never falls
  // here: an earlier, higher top may have left stale bytes above this one.
  dirty_end_ = std::max(dirty_end_, top_);
  if (new_top < top_) {
    poison_memory(new_top, static_cast<std::size_t>(top_ - new_top));
  }
  top_ = new_top;
}

void Space::release_stale_pages() {
  if (dirty_end_ > top_) {
    // The page in which top lies is zeroed here, because objects occupy its first part. The kernel
    // zeroes the whole pages after it, without touching them.
    std::byte* end = page_end(dirty_end_);
    std::byte* pages = std::min(page_end(top_), end);
    unpoison_memory(top_, static_cast<std::size_t>(end - top_));
    std::fill(top_, pages, std::byte{0});
    if (pages != end) {
      memory_->zero_pages(offset_of(pages), static_cast<std::size_t>(end - pages));
    }
    poison_memory(top_, static_cast<std::size_t>(end - top_));
  }
  dirty_end_ = top_;
}

void Space::uncommit_above_limit() {
  // The page that contains the limit stays: its first part is in use.
  std::byte* end = std::min(page_end(limit_), committed_end_);
  if (committed_end_ > end) {
    memory_->uncommit(offset_of(end), static_cast<std::size_t>(committed_end_ - end));
  }
  committed_end_ = end;
  // Memory that was uncommitted is zero when it is committed again, so it is not stale.
  dirty_end_ = std::min(dirty_end_, end);
}

void Space::protect() {
  MJ_DCHECK(is_empty(), "protecting %zu bytes of objects", used());
  if (committed_end_ != base_) {
    memory_->uncommit(offset_of(base_), static_cast<std::size_t>(committed_end_ - base_));
  }
  dirty_end_ = base_;
  limit_ = base_;
  committed_end_ = base_;
}

}  // namespace minijvm::gc
