#include "sync/schedule/user_stack.h"

#include <sys/mman.h>

#include "base/bits.h"
#include "base/poison.h"
#include "base/stack_guard.h"
#include "base/virtual_memory.h"

namespace minijvm::sync {
namespace {

constexpr std::size_t kKeptBytes = 16 * 1024;  // what most threads touch; the next one finds it mapped

}  // namespace

UserStack::~UserStack() { release(); }

void UserStack::release() {
  if (lowest_ != nullptr) {
    unpoison_memory(lowest_, bytes_);  // the next mapping may lie here
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
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
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
  unpoison_memory(lowest_ + kGuardBytes, bytes_ - kGuardBytes);  // frames that were never left by a return
  madvise(lowest_ + kGuardBytes, bytes_ - kGuardBytes - kKeptBytes, MADV_DONTNEED);
}

}  // namespace minijvm::sync
