#include "base/virtual_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <string>
#include <utility>

#include "base/bits.h"
#include "base/check.h"
#include "base/memory_tracking.h"
#include "base/poison.h"

namespace minijvm {
namespace {

constexpr int kReserveFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

std::byte* map(void* where, std::size_t bytes, int protection, int flags) {
  void* address = mmap(where, bytes, protection, flags, -1, 0);
  return address == MAP_FAILED ? nullptr : static_cast<std::byte*>(address);
}

// With mlockall(MCL_FUTURE) a new mapping counts as locked, and may be one too many. The old one stays then, zero for the next commit.
void keep_unreadable(std::byte* start, std::size_t bytes) {
  unpoison_memory(start, bytes);
  int opened = mprotect(start, bytes, PROT_READ | PROT_WRITE);  // parts may not be committed
  MJ_CHECK(opened == 0, "the kernel refused to take back %zu bytes", bytes);
  std::memset(start, 0, bytes);
  int closed = mprotect(start, bytes, PROT_NONE);
  MJ_CHECK(closed == 0, "the kernel refused to protect %zu bytes", bytes);
}

}  // namespace

std::size_t page_size() {
  static const std::size_t size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

VirtualMemory::VirtualMemory(VirtualMemory&& other) noexcept
    : base_(std::exchange(other.base_, nullptr)), size_(std::exchange(other.size_, 0)), huge_pages_(other.huge_pages_) {}

VirtualMemory& VirtualMemory::operator=(VirtualMemory&& other) noexcept {
  std::swap(base_, other.base_);
  std::swap(size_, other.size_);
  std::swap(huge_pages_, other.huge_pages_);
  return *this;
}

VirtualMemory::~VirtualMemory() {
  if (base_ != nullptr) {
    unpoison_memory(base_, size_);  // the next mapping may lie here
    note_released(base_);  // first: the addresses may be another's at once
    munmap(base_, size_);
  }
}

VirtualMemory VirtualMemory::reserve(std::size_t bytes, std::size_t alignment) {
  bytes = align_up(bytes, page_size());
  alignment = align_up(alignment, page_size());
  std::byte* start = map(nullptr, bytes + alignment, PROT_NONE, kReserveFlags);
  if (start == nullptr) {
    return {};
  }
  auto address = reinterpret_cast<std::uintptr_t>(start);
  std::size_t before = align_up(address, alignment) - address;
  std::size_t after = alignment - before;
  if (before != 0) {
    munmap(start, before);
  }
  if (after != 0) {
    munmap(start + before + bytes, after);
  }
  note_reserved(start + before, bytes);
  return {start + before, bytes};
}

VirtualMemory VirtualMemory::reserve_between(std::size_t bytes, std::uintptr_t low, std::uintptr_t high) {
  constexpr std::size_t kStep = 16 * kMiB;
  bytes = align_up(bytes, page_size());
  for (std::uintptr_t at = align_up(low, kStep); at + bytes <= high; at += kStep) {
    if (std::byte* start = map(reinterpret_cast<void*>(at), bytes, PROT_NONE, kReserveFlags | MAP_FIXED_NOREPLACE)) {
      note_reserved(start, bytes);
      return {start, bytes};
    }
  }
  return {};
}

bool VirtualMemory::commit(std::size_t offset, std::size_t bytes) {
  MJ_DCHECK(offset + bytes <= align_up(size_, page_size()), "commit of %zu+%zu in a range of %zu", offset, bytes, size_);
  if (mprotect(base_ + offset, bytes, PROT_READ | PROT_WRITE) != 0) {
    return false;
  }
  note_committed(base_ + offset, bytes);
  return true;
}

void VirtualMemory::uncommit(std::size_t offset, std::size_t bytes) {
  std::byte* start = base_ + offset;
  if (map(start, bytes, PROT_NONE, kReserveFlags | MAP_FIXED) != start) {
    keep_unreadable(start, bytes);
  }
  note_uncommitted(start, bytes);
  if (huge_pages_) {
    advise_huge_pages(offset, bytes);  // it is a new mapping
  }
}

void VirtualMemory::zero_pages(std::size_t offset, std::size_t bytes) {
  if (madvise(base_ + offset, bytes, MADV_DONTNEED) != 0) {
    std::memset(base_ + offset, 0, bytes);  // the program has locked them (mlockall): they stay
  }
}

void VirtualMemory::allow_huge_pages() {
  huge_pages_ = true;
  advise_huge_pages(0, size_);
}

// Advice: a kernel without huge pages may refuse.
void VirtualMemory::advise_huge_pages(std::size_t offset, std::size_t bytes) { madvise(base_ + offset, bytes, MADV_HUGEPAGE); }

bool has_transparent_huge_pages() {
  std::ifstream file("/sys/kernel/mm/transparent_hugepage/enabled");
  std::string text;
  return std::getline(file, text) && text.find("[never]") == std::string::npos;
}

}  // namespace minijvm
