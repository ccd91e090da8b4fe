// Maps the C stacks of user threads. A recycled thread keeps its stack, so most threads start
// without a system call that maps one.
#include "sync/schedule/user_stack.h"

#include <sys/mman.h>

#include <algorithm>

#include "base/bits.h"
#include "base/poison.h"
#include "base/stack_guard.h"
#include "base/virtual_memory.h"

namespace minijvm::sync {
namespace {

// The room has this much of the page in which it begins.
constexpr std::size_t kRoomInFirstPage = 1024;
// Most threads touch this much below and above the beginning of the room, which stays mapped for
// the next thread.
constexpr std::size_t kKeptBelow = 12 * 1024;
constexpr std::size_t kKeptAbove = 4 * 1024;
// A larger room is not kept: address space for a few large stacks may be all that there is.
constexpr std::size_t kMostRoomKept = 4 * kMiB;

}  // namespace

UserStack::~UserStack() { release(); }

void UserStack::release() {
  if (lowest_ != nullptr) {
    // The next mapping may lie here, and AddressSanitizer would report accesses to it.
    unpoison_memory(lowest_, bytes_);
    munmap(lowest_, bytes_);
    lowest_ = nullptr;
    bytes_ = room_at_ = 0;
  }
}

bool UserStack::make(std::size_t bytes, std::size_t room_bytes) {
  const std::size_t room_at =
      align_up(kGuardBytes + bytes + kRoomInFirstPage, page_size()) - kRoomInFirstPage;
  bytes = align_up(room_at + room_bytes, page_size());
  if (lowest_ != nullptr && room_at_ >= room_at && bytes_ - room_at_ >= room_bytes) {
    return true;
  }
  release();
  if (!has_addresses_for_stack(bytes)) {
    return false;
  }
  // MAP_NORESERVE is used because a thousand stacks are a gigabyte of address space, of which
  // little is ever touched.
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (at == MAP_FAILED) {
    return false;
  }
  lowest_ = static_cast<std::byte*>(at);
  bytes_ = bytes;
  room_at_ = room_at;
  keep_small_pages(lowest_, bytes_);
  if (!install_stack_guard(lowest_, kGuardBytes)) {
    release();
    return false;
  }
  return true;
}

void UserStack::forget_content() {
  if (bytes_ - room_at_ > kMostRoomKept) {
    release();
    return;
  }
  // Frames that never returned have left AddressSanitizer's marks.
  unpoison_memory(lowest_ + kGuardBytes, bytes_ - kGuardBytes);
  const std::size_t next_page = align_up(room_at_, page_size());
  madvise(lowest_ + kGuardBytes, next_page - kKeptBelow - kGuardBytes, MADV_DONTNEED);
  const std::size_t above = std::min(next_page + kKeptAbove, bytes_);
  madvise(lowest_ + above, bytes_ - above, MADV_DONTNEED);
}

}  // namespace minijvm::sync
