// Maps the C stacks of user threads. A recycled thread keeps its stack, so most threads start
// without a system call that maps one.
#include "sync/schedule/user_stack.h"

#include <sys/mman.h>

#include "base/bits.h"
#include "base/poison.h"
#include "base/stack_guard.h"
#include "base/virtual_memory.h"

namespace minijvm::sync {
namespace {

// Most threads touch this much, which stays mapped for the next thread.
constexpr std::size_t kKeptBytes = 16 * 1024;

}  // namespace

UserStack::~UserStack() { release(); }

void UserStack::release() {
  if (lowest_ != nullptr) {
    // The next mapping may lie here, and AddressSanitizer would report accesses to it.
    unpoison_memory(lowest_, bytes_);
    munmap(lowest_, bytes_);
    lowest_ = nullptr;
    bytes_ = 0;
  }
}

bool UserStack::make(std::size_t bytes) {
  bytes = align_up(bytes, page_size()) + kGuardBytes;
  if (lowest_ != nullptr && bytes_ >= bytes) {
    return true;
  }
  release();
  // MAP_NORESERVE is used because a thousand stacks are a gigabyte of address space, of which
  // little is ever touched.
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (at == MAP_FAILED) {
    return false;
  }
  lowest_ = static_cast<std::byte*>(at);
  bytes_ = bytes;
  keep_small_pages(lowest_, bytes_);
  if (!install_stack_guard(lowest_, kGuardBytes)) {
    release();
    return false;
  }
  return true;
}

void UserStack::forget_content() {
  // Frames that never returned have left AddressSanitizer's marks.
  unpoison_memory(lowest_ + kGuardBytes, bytes_ - kGuardBytes);
  madvise(lowest_ + kGuardBytes, bytes_ - kGuardBytes - kKeptBytes, MADV_DONTNEED);
}

}  // namespace minijvm::sync
