// Moves and clears cells. Most objects have never been accessed by code that is watched, and then
// their cells are on pages that do not exist: a look at them finds zero and makes none.
#include "gc/shadow/access_shadow.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "base/bits.h"
#include "gc/heap/heap_parts.h"

namespace minijvm::gc {
namespace {

std::byte* cells_at(const std::byte* address) {
  return reinterpret_cast<std::byte*>(shadow_of(address));
}

bool is_zero(const std::byte* from, std::size_t bytes) {
  return from[0] == std::byte{0} && std::memcmp(from, from + 1, bytes - 1) == 0;
}

void clear_if_used(std::byte* from, std::size_t bytes) {
  if (bytes != 0 && !is_zero(from, bytes)) {
    std::memset(from, 0, bytes);
  }
}

}  // namespace

bool AccessShadow::initialize(const std::byte* base, std::size_t bytes) {
  memory_ = VirtualMemory::reserve(bytes * kShadowScale, page_size());
  if (!memory_.ok() || !memory_.commit(0, memory_.size())) {
    return false;
  }
  // A huge page would cost 2 MiB for the first access in it.
  madvise(memory_.base(), memory_.size(), MADV_NOHUGEPAGE);
  gc_state.shadow_bias = reinterpret_cast<std::uintptr_t>(memory_.base()) -
                         reinterpret_cast<std::uintptr_t>(base) * kShadowScale;
  return true;
}

// A test makes one heap after the other.
AccessShadow::~AccessShadow() {
  if (exists()) {
    gc_state.shadow_bias = 0;
  }
}

// Goes up in steps of a page, so that an untouched page stays untouched on both sides, and so that
// nothing is overwritten before it has moved.
void AccessShadow::move(std::byte* to, const std::byte* from, std::size_t bytes) {
  constexpr std::size_t kStep = 4096;
  std::byte* target = cells_at(to);
  const std::byte* source = cells_at(from);
  for (std::size_t left = bytes * kShadowScale; left != 0;) {
    const std::size_t step = std::min(left, kStep);
    if (is_zero(source, step)) {
      clear_if_used(target, step);
    } else {
      std::memmove(target, source, step);
    }
    target += step;
    source += step;
    left -= step;
  }
}

// Whole pages go back to the kernel.
void AccessShadow::forget(const std::byte* from, const std::byte* to) {
  if (from >= to) {
    return;
  }
  std::byte* first = cells_at(from);
  std::byte* end = cells_at(to);
  auto* first_page =
      reinterpret_cast<std::byte*>(align_up(reinterpret_cast<std::uintptr_t>(first), page_size()));
  auto* last_page =
      reinterpret_cast<std::byte*>(align_down(reinterpret_cast<std::uintptr_t>(end), page_size()));
  if (first_page >= last_page) {
    clear_if_used(first, static_cast<std::size_t>(end - first));
    return;
  }
  clear_if_used(first, static_cast<std::size_t>(first_page - first));
  memory_.zero_pages(static_cast<std::size_t>(first_page - memory_.base()),
                     static_cast<std::size_t>(last_page - first_page));
  clear_if_used(last_page, static_cast<std::size_t>(end - last_page));
}

SpaceTops::SpaceTops(Heap& heap)
    : tops_{heap.old.space().top(), heap.from().top(), heap.to().top(), heap.eden.top()} {}

void SpaceTops::forget_left(Heap& heap) const {
  const Space* spaces[kSpaces] = {&heap.old.space(), &heap.from(), &heap.to(), &heap.eden};
  for (int i = 0; i < kSpaces; ++i) {
    heap.access_shadow.forget(spaces[i]->top(), tops_[i]);
  }
}

}  // namespace minijvm::gc
